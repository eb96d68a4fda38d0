/**
 * Which of the thousands of listed markets are tracked, and what is remembered of them. A market is tracked when its
 * question, rules, topics and category together make it a question of conflict, or when the curated list
 * `seed/tracked-markets.json` names it, its event, its series or words of its question; an entry of that list can
 * also shut markets out. Once tracked, it is followed to its settlement, whatever becomes of the rule.
 */
import { fieldsOf, isFields, listOf, textOf, UnreadableError } from '../platform/common/foreign-json';
import type { Theater } from '../ontology/theater';
import { isExchange, type Exchange, type Market } from './market';
import { compilePatterns, foldedWords } from './question-words';

/** What the tagger says of a question. */
export interface MarketTags {
  /** Ids, sorted, distinct. */
  readonly entities: readonly string[];
  readonly theater: Theater | null;
  /** Where it is, in words, when no theater of the interface holds it. */
  readonly region: string | null;
  readonly eventType: string | null;
  /** The subject that makes it no question of conflict (sport, an award), with what says so; or null. */
  readonly refused: string | null;
  /** What makes it a question of conflict, or null. */
  readonly conflict: string | null;
}

/** Says what a market is about. */
export type TagMarket = (market: Market) => MarketTags;

/** A market that is tracked, with what it is about. */
export interface TaggedMarket extends Omit<MarketTags, 'refused' | 'conflict'> {
  readonly market: Market;
  readonly trackedBecause: string;
}

/** One entry of the curated list. */
interface CuratedMarket {
  readonly exchange: Exchange;
  /** Which member of a market it speaks of. */
  readonly by: CuratedBy;
  /** The whole of that member, its beginning (`KXTAIWAN*`), or for `question` a pattern of question-words.ts. */
  readonly value: string;
  readonly decision: 'track' | 'ignore';
  /** Entities to add to those of the question. */
  readonly entities: readonly string[];
}

/** Members by which an entry of the curated list can name markets; `event` is a slug or an event ticker. */
const CURATED_BY = ['ticker', 'event', 'series', 'question'] as const;

type CuratedBy = (typeof CURATED_BY)[number];

/** Topics of Polymarket that are listed in full; everything tracked on Kalshi comes from all its events. */
export interface TrackedSeed {
  readonly polymarketTags: readonly string[];
  readonly curated: readonly CuratedMarket[];
}

/** @throws UnreadableError naming what is wrong */
export const readTrackedSeed = (document: unknown): TrackedSeed => {
  const fields = fieldsOf(document);
  const tags = listOf(fields['polymarket_tags']).map((tag) => textOf(tag));
  if (tags.length === 0 || tags.includes(null)) throw new UnreadableError('bad polymarket_tags');
  return {
    polymarketTags: tags.filter((tag) => tag !== null),
    curated: listOf(fields['markets']).map((entry, index) => readCurated(entry, index)),
  };
};

const readCurated = (value: unknown, index: number): CuratedMarket => {
  const entry = isFields(value) ? value : {};
  const exchange = textOf(entry['exchange']) ?? '';
  const named = CURATED_BY.filter((member) => textOf(entry[member]) !== null);
  const [by] = named;
  const decision = entry['decision'] ?? 'track';
  const known = decision === 'track' || decision === 'ignore';
  if (!isExchange(exchange) || by === undefined || named.length > 1 || !known) {
    throw new UnreadableError(
      `tracked market ${index + 1} needs exchange, decision and one of ${CURATED_BY.join(', ')}`,
    );
  }
  const entities = listOf(entry['entities']).flatMap((id) => textOf(id) ?? []);
  return { exchange, by, value: textOf(entry[by]) ?? '', decision, entities };
};

/** The entry of the curated list that speaks of a market; the first that matches counts. */
export const curatedFor = (
  market: Pick<Market, 'exchange' | 'ticker' | 'question' | 'event'>,
  curated: readonly CuratedMarket[],
): CuratedMarket | null =>
  curated.find((entry) => entry.exchange === market.exchange && matches(entry, market)) ?? null;

const matches = (
  { by, value }: CuratedMarket,
  { ticker, question, event }: Pick<Market, 'ticker' | 'question' | 'event'>,
): boolean => {
  if (by === 'question') return compilePatterns([value])?.test(foldedWords(question)) ?? false;
  const member = { ticker, event: event?.id, series: event?.series }[by] ?? '';
  return value.endsWith('*') ? member.startsWith(value.slice(0, -1)) : value === member;
};

/**
 * The market with its tags when it is to be tracked, else null. Only binary questions are: there is no YES to score
 * elsewhere. Seats kept free for outcomes to come and archived copies ask nothing.
 */
export const trackedMarket = (
  market: Market,
  tag: TagMarket,
  curated: readonly CuratedMarket[],
): TaggedMarket | null => {
  const entry = curatedFor(market, curated);
  if (entry?.decision === 'ignore' || !market.binary || market.placeholder) return null;
  const { refused, conflict, ...tags } = tag(market);
  const because = entry === null ? (refused === null ? conflict : null) : `listed by ${entry.by} ${entry.value}`;
  if (because === null) return null;
  const entities = [...new Set([...tags.entities, ...(entry?.entities ?? [])])].sort();
  return { ...tags, entities, market, trackedBecause: because };
};
