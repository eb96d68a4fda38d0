/**
 * A world with the shape used to measure the graph model: 80 entities, the busiest in 37 % of all items, 2.2 links per
 * item, eight source types, 500 markets, 90 days. Generated from a seed, so that every run and every size has the same
 * items in the same order.
 */
import type { SourceType } from '../../src/platform/common/source-type';
import type { NewItem } from '../../src/event-log/item';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { THEATERS } from '../../src/ontology/theater';
import { seededRandom } from './seeded-random';

export const NOW = Date.UTC(2026, 4, 7, 12);
export const SPAN_DAYS = 90;
export const ENTITY_COUNT = 80;
export const MARKET_COUNT = 500;
export const BUSIEST = 'entity-0';
export const SECOND = 'entity-1';
export const RARE = 'entity-60';

const SHARES: readonly (readonly [SourceType, number])[] = [
  ['news', 0.6],
  ['telegram', 0.2],
  ['twitter', 0.06],
  ['whale', 0.05],
  ['financial', 0.03],
  ['forecaster', 0.03],
  ['seismic', 0.02],
  ['calendar', 0.01],
];
const LANGUAGES = ['en', 'en', 'en', 'fa', 'ar', 'he', 'ru', 'uk', 'tr', 'zh', 'fr'];
const WORDS =
  'strike talks navy border drone sanctions port missile envoy ceasefire grain army council vote oil tanker convoy radar siege accord удар переговоры санкции флот إيران الحدود محادثات ישראל גבול טיל 伊朗 导弹 谈判 制裁 savaş sınır liman frontière accord navire'.split(
    ' ',
  );

const isInstrument = (n: number): boolean => n >= 69;

/** Entities with theaters and relationships, and markets about them. */
export const buildOntology = async (graph: GraphService): Promise<void> => {
  const random = seededRandom(7);
  const entities = Array.from({ length: ENTITY_COUNT }, (_, n) => ({
    id: `entity-${n}`,
    type: isInstrument(n) ? 'instrument' : 'country',
    theater: isInstrument(n) ? null : THEATERS[n % THEATERS.length],
  }));
  await graph.statement(
    `UNWIND ${literal(entities)} AS row
     MERGE (e:Entity {id: row.id}) SET e += row, e.name = row.id, e.aliases = []`,
  );
  const hostile = Array.from({ length: 160 }, () => ({
    a: `entity-${Math.floor(random() ** 2 * 69)}`,
    b: `entity-${Math.floor(random() * 69)}`,
  })).filter(({ a, b }) => a !== b);
  await graph.statement(
    `UNWIND ${literal(hostile)} AS row
     MATCH (a:Entity {id: row.a}) MATCH (b:Entity {id: row.b}) MERGE (a)-[:HOSTILE_TO]->(b)`,
  );
  const leads = Array.from({ length: ENTITY_COUNT - 69 }, (_, n) => ({
    a: `entity-${n + 69}`,
    b: `entity-${n}`,
  }));
  await graph.statement(
    `UNWIND ${literal(leads)} AS row
     MATCH (a:Entity {id: row.a}) MATCH (b:Entity {id: row.b}) MERGE (a)-[:LEADING_INDICATOR_FOR]->(b)`,
  );
  const markets = Array.from({ length: MARKET_COUNT }, (_, n) => ({
    ticker: `M${n}`,
    about: [...new Set([0, 1, 2].map(() => `entity-${Math.floor(random() ** 2 * 69)}`))],
  }));
  await graph.statement(
    `UNWIND ${literal(markets)} AS row
     MERGE (m:Market {exchange: 'kalshi', ticker: row.ticker})
     SET m.question = 'Will ' + row.ticker + ' happen?', m.status = 'open'
     WITH m, row UNWIND row.about AS id MATCH (e:Entity {id: id}) MERGE (m)-[:ABOUT]->(e)`,
  );
};

/** A Cypher literal: JSON with unquoted keys. */
const literal = (rows: unknown): string => JSON.stringify(rows).replaceAll(/"(\w+)":/g, '$1:');

/** Items `from` to `to` of the world; times are spread over the 90 days in random order. */
export const generateItems = (from: number, to: number, prefix = 'g'): NewItem[] =>
  Array.from({ length: to - from }, (_, k) => generateItem(from + k, prefix));

const generateItem = (n: number, prefix: string): NewItem => {
  const random = seededRandom(n * 2_654_435_761 + prefix.length);
  const at = NOW - Math.floor(random() * SPAN_DAYS * 86_400_000);
  const sourceType = pickType(random());
  const source = Math.floor(random() * 150);
  const entities = [...new Set(Array.from({ length: linkCount(random()) }, () => pickEntity(random)))];
  const words = Array.from({ length: 9 }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '');
  const rare = n % 2_000 === 0 ? ' zanzibar' : '';
  return {
    id: `${prefix}${n.toString(36).padStart(8, '0')}`,
    sourceType,
    category: `category_${source % 14}`,
    source: `source-${source}`,
    family: `family-${source % 90}`,
    lang: LANGUAGES[source % LANGUAGES.length] ?? null,
    title: words.join(' ') + rare,
    summary: null,
    url: `https://news.example/${n}`,
    publisher: null,
    publishedAt: at,
    at,
    firstSeenAt: at + 120_000,
    theater: THEATERS[Math.floor(random() * THEATERS.length)] ?? null,
    entities: entities.sort(),
    story: random() < 0.3 ? `s${Math.floor(n / 4)}` : null,
    contentHash: String(n),
    attributes:
      sourceType === 'whale'
        ? { exchange: 'kalshi', ticker: `M${Math.floor(random() * MARKET_COUNT)}`, usd: 20_000 }
        : {},
  };
};

const pickType = (at: number): SourceType => {
  let sum = 0;
  for (const [type, share] of SHARES) {
    sum += share;
    if (at < sum) return type;
  }
  return 'news';
};

const linkCount = (at: number): number => (at < 0.35 ? 1 : at < 0.7 ? 2 : at < 0.9 ? 3 : 5);

/** The busiest gets 17 % of the picks, and so is in about 37 % of the items. */
const pickEntity = (random: () => number): string =>
  random() < 0.17 ? BUSIEST : `entity-${1 + Math.floor(random() ** 2 * (ENTITY_COUNT - 1))}`;
