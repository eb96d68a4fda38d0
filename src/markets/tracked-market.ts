/**
 * Which of the thousands of listed markets are tracked, and what is remembered of them. A market is
 * tracked when the resolver finds an entity of conflict in its question, or when the curated list
 * `seed/tracked-markets.json` names it; an entry of that list can also shut a market out. Once tracked,
 * it is followed to its settlement, whatever becomes of the rule.
 */
import { fieldsOf, isFields, listOf, textOf, UnreadableError } from '../common/foreign-json';
import type { Theater } from '../ontology/theater';
import { isExchange, type Exchange, type Market } from './market';

/** What the tagger says of a question. */
export interface MarketTags {
  /** Ids, sorted, distinct. */
  readonly entities: readonly string[];
  readonly theater: Theater | null;
  readonly eventType: string | null;
}

/** Names the entities, the theater and the kind of event of a question. */
export type TagMarket = (question: string) => MarketTags;

/** A market with what it is about. */
export interface TaggedMarket extends MarketTags {
  readonly market: Market;
}

/** One entry of the curated list. */
export interface CuratedMarket {
  readonly exchange: Exchange;
  /** A ticker, or the beginning of tickers of a series (`KXTAIWAN*`). */
  readonly ticker: string;
  readonly decision: 'track' | 'ignore';
  /** Entities to add to those of the question. */
  readonly entities: readonly string[];
}

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
  const ticker = textOf(entry['ticker']);
  const decision = entry['decision'] ?? 'track';
  const known = decision === 'track' || decision === 'ignore';
  if (!isExchange(exchange) || ticker === null || !known) {
    throw new UnreadableError(`tracked market ${index + 1} needs exchange, ticker and decision`);
  }
  const entities = listOf(entry['entities']).flatMap((id) => textOf(id) ?? []);
  return { exchange, ticker, decision, entities };
};

/** The entry of the curated list that speaks of a market; the first that matches counts. */
export const curatedFor = (
  { exchange, ticker }: Pick<Market, 'exchange' | 'ticker'>,
  curated: readonly CuratedMarket[],
): CuratedMarket | null =>
  curated.find((entry) => entry.exchange === exchange && matches(entry.ticker, ticker)) ?? null;

const matches = (pattern: string, ticker: string): boolean =>
  pattern.endsWith('*') ? ticker.startsWith(pattern.slice(0, -1)) : pattern === ticker;

/**
 * The market with its tags when it is to be tracked, else null. Only binary questions are: there is no
 * YES to score elsewhere. A question that names only who is everywhere (the United States, its president)
 * is tracked when it asks for an event of a kind that we know, such as a strike.
 */
export const trackedMarket = (
  market: Market,
  tag: TagMarket,
  curated: readonly CuratedMarket[],
): TaggedMarket | null => {
  const entry = curatedFor(market, curated);
  if (entry?.decision === 'ignore' || !market.binary) return null;
  const tags = tag(market.question);
  const entities = [...new Set([...tags.entities, ...(entry?.entities ?? [])])].sort();
  if (entities.length === 0) return null;
  if (entry === null && tags.theater === null && tags.eventType === null) return null;
  return { ...tags, entities, market };
};
