/**
 * The price of an instrument at one trading time: a bar of a series, or a live quote. Prices of
 * futures can be negative (crude oil on 2020-04-20); a time at which nothing was traded has no price.
 */
import type { ParsedItem } from '../../event-log/item';

export interface PricePoint {
  /** As the source spells it (`BZ=F`); null where a file does not name its series. */
  readonly symbol: string | null;
  readonly currency: string | null;
  /** UTC milliseconds: the start of a bar, the instant of a quote. */
  readonly at: number;
  /** What moves are measured on: the close of a bar, the last price of a quote. */
  readonly price: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly volume: number | null;
}

/** A point as an item, for `vedette parse`; the event log holds moves, not prices. */
export const pricePointItem = (point: PricePoint): ParsedItem => ({
  key: `quotes:${point.symbol ?? 'series'}|${new Date(point.at).toISOString()}`,
  title: [point.symbol ?? 'Price', point.price ?? 'not traded', point.currency]
    .filter((part) => part !== null)
    .join(' '),
  url: null,
  publishedAt: point.at,
  lang: null,
  summary: null,
  publisher: null,
  attributes: {},
});

/** What else `vedette parse` prints of a price, besides the fields of an item. */
export const pricePointRecord = (point: PricePoint) => ({
  symbol: point.symbol,
  currency: point.currency,
  price: point.price,
  open: point.open,
  high: point.high,
  low: point.low,
  close: point.price,
  volume: point.volume,
});
