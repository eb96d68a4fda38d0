/**
 * The two exchanges as sources: their polling has a health record too. They yield no items, hence have no source type.
 */
import type { SourceType } from '../platform/common/source-type';
import type { Exchange } from '../markets/market';
import type { Source, SourceKind } from './source';
import { noteFailure, recordSuccess, type SourceRecord } from './source-state';

/** Adapter kind, or `exchange`. */
export type ListedKind = SourceKind | 'exchange';

export type ListedSource = Omit<Source, 'kind' | 'sourceType'> & {
  readonly kind: ListedKind;
  /** Null for an exchange. */
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

interface ExchangeLook {
  readonly now: number;
  /** Why a read failed, or null. */
  readonly reason: string | null;
}

/** The record after a poll. Exchanges are polled at every tick, and prices always count as new. */
export const afterLook = (record: SourceRecord, { now, reason }: ExchangeLook): SourceRecord =>
  reason === null
    ? recordSuccess(record, { now, collect: record.collect, newItems: 1, newestItemAt: null })
    : noteFailure(record, reason, now);

/** Failures of one exchange in a report of the markets (they begin with its name), or null. */
export const reasonFor = (exchange: Exchange, failures: readonly string[]): string | null => {
  const own = failures
    .filter((failure) => failure.startsWith(`${exchange} `))
    .map((failure) => failure.slice(exchange.length + 1));
  return own.length === 0 ? null : [...new Set(own)].join('; ');
};
