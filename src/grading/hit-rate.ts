/** Hit rate: the share of distinct markets whose closed trades had a total gain. */
import { wilsonInterval } from './confidence-interval';

interface ClosedTrade {
  /** Exchange and ticker. */
  readonly market: string;
  /** Gain or loss after fees, USD. */
  readonly netPnl: number;
}

export type HitRate = ReturnType<typeof hitRate>;

/**
 * By the net gain of a market; zero is not a hit. Ten-thousandths are summed as integers. The interval is Wilson's at
 * 95 %; without markets the rate is 0, the interval [0, 1].
 */
export const hitRate = (trades: readonly ClosedTrade[]) => {
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
