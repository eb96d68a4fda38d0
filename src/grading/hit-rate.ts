/** Hit rate: the share of distinct markets whose closed trades together gained money. */
import { wilsonInterval } from './confidence-interval';
import type { Interval } from './distributions';

interface ClosedTrade {
  /** Identity of the market: exchange and ticker. */
  readonly market: string;
  /** Gain or loss after fees, USD. */
  readonly netPnl: number;
}

export interface HitRate {
  /** 0 where there is no market. */
  readonly rate: number;
  /** Wilson 95 %; [0, 1] where there is no market. */
  readonly interval: Interval;
  readonly hits: number;
  /** Distinct markets with a closed trade. */
  readonly markets: number;
}

/** The net gain of a market decides; exactly nothing is no hit. Cents are summed as integers. */
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
