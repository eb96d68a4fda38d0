import { round4 } from '../platform/common/ten-thousandths';

/** The market's fee, stored with a trade; null or missing means Kalshi's general schedule, and none on Polymarket. */
export interface FeeSchedule {
  readonly fee_rate?: number | null;
  readonly fee_exponent?: number | null;
}

/**
 * Taker fee of one fill in USD. Kalshi: rate × contracts × price × (1 − price), rounded up to the cent, with the rate of the
 * series: 0.07 × its `fee_multiplier` (kalshi.com/docs/kalshi-fee-schedule.pdf, docs.kalshi.com/python-sdk/models/Series;
 * what is rounded is refunded across the fills of an order, and an order here has one). Polymarket: contracts × rate × (price × (1 − price))^exponent with the market's schedule
 * (docs.polymarket.com/trading/fees, which cuts to five decimals where a record has four).
 */
export const feeUsd = (exchange: string, size: number, price: number, schedule: FeeSchedule = {}): number => {
  const { fee_rate: rate, fee_exponent: exponent } = schedule;
  if (exchange === 'kalshi') {
    const percent = rate === null || rate === undefined ? 7 : 100 * rate;
    // The inner rounding prevents a binary rounding error from adding a cent.
    return Math.ceil(Math.round(percent * size * price * (1 - price) * 1e6) / 1e6) / 100;
  }
  return round4(size * (rate ?? 0) * (price * (1 - price)) ** (exponent ?? 1));
};
