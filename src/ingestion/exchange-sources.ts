/**
 * The two exchanges as they stand among the sources: prices and settlements are polled like everything
 * else, and one that fails shows with its reason. They bring no items, hence no source type.
 */
import type { SourceType } from '../platform/common/source-type';
import type { Exchange } from '../markets/market';
import type { Source, SourceKind } from './source';
import { noteFailure, recordSuccess, type SourceRecord } from './source-state';

/** How a listed source is read: by an adapter of its kind, or as an exchange. */
export type ListedKind = SourceKind | 'exchange';

/** A source as it is listed with its health. */
export type ListedSource = Omit<Source, 'kind' | 'sourceType'> & {
  readonly kind: ListedKind;
  /** Kind of evidence; null for an exchange. */
  readonly sourceType: SourceType | null;
};

const exchangeSource = (exchange: Exchange, name: string, url: string): ListedSource => ({
  id: `${exchange}-markets`,
  kind: 'exchange',
  sourceType: null,
  category: 'prediction_market',
  name,
  url,
  lang: 'en',
  theater: null,
  family: exchange,
  staleAfterHours: 6,
  settings: {},
});

export const EXCHANGE_SOURCES: Readonly<Record<Exchange, ListedSource>> = {
  polymarket: exchangeSource('polymarket', 'Polymarket markets', 'https://polymarket.com'),
  kalshi: exchangeSource('kalshi', 'Kalshi markets', 'https://kalshi.com'),
};

/** What one look at an exchange came to. */
interface ExchangeLook {
  readonly now: number;
  /** Why something could not be read, or null. */
  readonly reason: string | null;
}

/**
 * The record after a look. An exchange is asked at every tick, whatever came of the last one, and its
 * prices are news each time.
 */
export const afterLook = (record: SourceRecord, { now, reason }: ExchangeLook): SourceRecord =>
  reason === null
    ? recordSuccess(record, { now, collect: record.collect, newItems: 1, newestItemAt: null })
    : noteFailure(record, reason, now);

/**
 * What a report of the markets says of one exchange: its failures, which begin with its name, or null.
 */
export const reasonFor = (exchange: Exchange, failures: readonly string[]): string | null => {
  const own = failures
    .filter((failure) => failure.startsWith(`${exchange} `))
    .map((failure) => failure.slice(exchange.length + 1));
  return own.length === 0 ? null : [...new Set(own)].join('; ');
};
