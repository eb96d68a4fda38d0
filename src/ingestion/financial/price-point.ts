/**
 * The price of an instrument at one trading time: a bar of a series, or a live quote. Futures prices can be negative
 * (crude oil on 2020-04-20); a time without trades has no price.
 */
import type { ParsedItem } from '../../event-log/item';
import { pick } from '../../platform/common/pick';

export interface PricePoint {
  /** As in the source (`BZ=F`); null when a file does not name its series. */
  readonly symbol: string | null;
  readonly currency: string | null;
  /** UTC milliseconds: the start of a bar, the instant of a quote. */
  readonly at: number;
  /** The close of a bar, the last price of a quote; basis of moves. */
  readonly price: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly volume: number | null;
}

/** A point as an item, for `vedette parse`; the event log stores moves, not prices. */
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

/** Additional fields for `vedette parse`. */
export const pricePointRecord = (point: PricePoint) => ({
  ...pick(point, 'symbol', 'currency', 'price', 'open', 'high', 'low'),
  close: point.price,
  volume: point.volume,
});
