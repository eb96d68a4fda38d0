/** Price history of a market before it was tracked: untrusted, so bounded, sorted and checked. */
import { microsOfSeconds, millisOfMicros, unitOf } from '../platform/common/foreign-json';
import { DAY_MS } from '../platform/common/durations';
import { roundPrice } from './quote';

/** The price of YES at an instant (UTC ms). */
export interface PastPrice {
  readonly at: number;
  readonly price: number;
}

const RECENT_MS = 2 * DAY_MS;
const HISTORY_MS = 30 * DAY_MS;

/**
 * Windows to request for a new market, newest first: two days by hour, four weeks before by day.
 *
 * @param longestMs longest window that the exchange accepts
 */
export const historyWindows = (
  now: number,
  longestMs: number,
): readonly { readonly from: number; readonly to: number; readonly stepMinutes: number }[] => {
  const recent = now - RECENT_MS;
  const windows = [{ from: recent, to: now, stepMinutes: 60 }];
  for (let to = recent; to > now - HISTORY_MS; to -= longestMs)
    windows.push({ from: Math.max(to - longestMs, now - HISTORY_MS), to, stepMinutes: 24 * 60 });
  return windows;
};

const PRICES_MAX = 500;

/** Prices within a span, oldest first, one per instant, the newest if there are too many. */
export const pastPrices = (
  rows: readonly { readonly seconds: unknown; readonly price: unknown }[],
  from: number,
  to: number,
): readonly PastPrice[] => {
  const byInstant = new Map<number, number>();
  for (const { seconds, price } of rows) {
    const at = millisOfMicros(microsOfSeconds(seconds));
    const unit = unitOf(price);
    if (at !== null && unit !== null && at >= from && at <= to) byInstant.set(at, roundPrice(unit));
  }
  return [...byInstant]
    .map(([at, price]) => ({ at, price }))
    .sort((a, b) => a.at - b.at)
    .slice(-PRICES_MAX);
};

/** Joins windows, newest window first, without repeated prices. */
export const joinHistory = (windows: readonly (readonly PastPrice[])[]): readonly PastPrice[] => {
  const joined = [
    ...new Map(windows.toReversed().flatMap((prices) => prices.map((price) => [price.at, price]))).values(),
  ];
  return joined.filter(({ price }, index) => price !== joined[index - 1]?.price);
};
