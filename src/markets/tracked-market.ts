/**
 * Selects the markets to track. A market is tracked when its question, rules, topics and category show that it is about
 * conflict, or when the curated list `seed/tracked-markets.json` includes its ticker, event, series or question text;
 * an entry can also exclude markets. A tracked market is followed to its settlement, even if the rules change.
 */
import { fieldsOf, isFields, listOf, textOf, UnreadableError } from '../platform/common/foreign-json';
import type { Theater } from '../ontology/theater';
import { isExchange, type Exchange, type Market } from './market';
import { compilePatterns, foldedWords } from './question-words';

export interface MarketTags {
  /** Ids, sorted, distinct. */
  readonly entities: readonly string[];
  readonly theater: Theater | null;
  /** Location outside of all theaters. */
  readonly region: string | null;
  readonly eventType: string | null;
  /** The subject that excludes it (sport, an award), with the reason; or null. */
  readonly refused: string | null;
  /** Why it is about conflict, or null. */
  readonly conflict: string | null;
}

export type TagMarket = (market: Market) => MarketTags;

export interface TaggedMarket extends Omit<MarketTags, 'refused' | 'conflict'> {
  readonly market: Market;
  readonly trackedBecause: string;
}

interface CuratedMarket {
  readonly exchange: Exchange;
  /** The member of a market to match. */
  readonly by: CuratedBy;
  /** The exact value, its prefix (`KXTAIWAN*`), or for `question` a pattern of question-words.ts. */
  readonly value: string;
  readonly decision: 'track' | 'ignore';
  readonly entities: readonly string[];
}

/** Members to match; `event` is a slug or an event ticker. */
const CURATED_BY = ['ticker', 'event', 'series', 'question'] as const;

type CuratedBy = (typeof CURATED_BY)[number];

/** Polymarket topics that are listed in full; on Kalshi all events are read. */
export interface TrackedSeed {
  readonly polymarketTags: readonly string[];
  readonly curated: readonly CuratedMarket[];
}

/** @throws UnreadableError naming the error */
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

/** The first matching entry of the curated list. */
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

/** The market with its tags if it is to be tracked, else null. Binary questions only, and no placeholders. */
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
