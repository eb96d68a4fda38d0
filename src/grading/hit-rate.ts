/** Hit rate: the share of distinct markets whose closed trades had a total gain. */
import { wilsonInterval } from './confidence-interval';
import type { Interval } from './distributions';

interface ClosedTrade {
  /** Exchange and ticker. */
  readonly market: string;
  /** Gain or loss after fees, USD. */
  readonly netPnl: number;
}

export interface HitRate {
  /** 0 without markets. */
  readonly rate: number;
  /** Wilson 95 %; [0, 1] without markets. */
  readonly interval: Interval;
  readonly hits: number;
  readonly markets: number;
}

/** By the net gain of a market; zero is not a hit. Ten-thousandths are summed as integers. */
export const hitRate = (trades: readonly ClosedTrade[]): HitRate => {
  const totals = new Map<string, number>();
  for (const { market, netPnl } of trades) totals.set(market, (totals.get(market) ?? 0) + Math.round(netPnl * 10_000));
  const hits = [...totals.values()].filter((total) => total > 0).length;
  const markets = totals.size;
  return {
    rate: markets === 0 ? 0 : hits / markets,
    interval: wilsonInterval(hits, markets),
    hits,
    markets,
  };
};
