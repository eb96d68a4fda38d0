/**
 * Frequency of YES among similar markets. Each event counts once, whatever its number of markets: the share is computed
 * within each event, then averaged. Pure.
 */
import { round4 } from '../../platform/common/ten-thousandths';
import type { InputBaseRate } from './forecast-input';
import type { SettledRow } from './input-rows';

/** Minimum number of events: below, the interval's half-width exceeds 0.25. */
export const BASE_RATE_FLOOR = 15;
const PRICE_BAND = 0.1;

/** @param now current state of the market to forecast */
export const baseRates = (
  settled: readonly SettledRow[],
  now: { readonly eventType: string | null; readonly price: number | null },
): InputBaseRate[] => {
  const rates: InputBaseRate[] = [];
  const { eventType, price } = now;
  if (eventType !== null)
    rates.push(
      rateOf(
        `all about the same kind of event (${eventType.replaceAll('_', ' ')})`,
        settled.filter((one) => one.event_type === eventType),
      ),
    );
  const openThen = settled.filter((one) => one.open_then);
  rates.push(rateOf('still open with as much time left', openThen));
  if (price !== null)
    rates.push(
      rateOf(
        `still open with as much time left, at a price within ${PRICE_BAND} of this one`,
        openThen.filter((one) => one.price_then !== null && Math.abs(one.price_then - price) <= PRICE_BAND + 1e-9),
      ),
    );
  return rates;
};

const rateOf = (alike: string, rows: readonly SettledRow[]): InputBaseRate => {
  const events = new Map<string, { yes: number; n: number }>();
  for (const { event, outcome } of rows) {
    const counted = events.get(event) ?? { yes: 0, n: 0 };
    counted.n += 1;
    if (outcome === 'YES') counted.yes += 1;
    events.set(event, counted);
  }
  const shares = [...events.values()].map(({ yes, n }) => yes / n);
  return {
    alike,
    n: shares.length,
    share_yes:
      shares.length < BASE_RATE_FLOOR ? null : round4(shares.reduce((sum, share) => sum + share, 0) / shares.length),
  };
};
