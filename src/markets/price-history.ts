/** Prices of a market before it was tracked, as its exchange keeps them: untrusted, so bounded, ordered and dated. */
import { microsOfSeconds, millisOfMicros, unitOf } from '../platform/common/foreign-json';
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { roundPrice } from './quote';

/** The price of YES at an instant (UTC ms). */
export interface PastPrice {
  readonly at: number;
  readonly price: number;
}

/** What is asked for when a market is first tracked: two days by the hour, thirty by the day. */
export const HISTORY_SPANS = [
  { spanMs: 2 * DAY_MS, stepMinutes: 60 },
  { spanMs: 30 * DAY_MS, stepMinutes: 24 * 60 },
] as const;

const PRICES_MAX = 500;

/** Prices within a span, oldest first, one an instant, the newest if there are too many. */
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

/** Hourly prices, and before them daily ones; a price that repeats the one before it adds nothing. */
export const joinHistory = (spans: readonly (readonly PastPrice[])[]): readonly PastPrice[] => {
  const [hourly = [], daily = []] = spans;
  const first = hourly[0]?.at ?? Number.MAX_SAFE_INTEGER;
  const joined = [...daily.filter(({ at }) => at < first - HOUR_MS), ...hourly];
  return joined.filter(({ price }, index) => price !== joined[index - 1]?.price);
};
