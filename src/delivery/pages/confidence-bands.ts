import { hitRate, type HitRate } from '../../grading/hit-rate';

export interface ConfidenceBand extends HitRate {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive, but inclusive in the last band. */
  readonly to: number;
}

/** Below the first bound no trade is made by default. */
const BANDS = [
  [0, 0.74],
  [0.74, 0.8],
  [0.8, 0.85],
  [0.85, 0.9],
  [0.9, 1],
] as const;

interface ConfidentTrade {
  readonly market: string;
  readonly confidence: number;
  readonly netPnl: number;
}

export const hitRateByConfidence = (trades: readonly ConfidentTrade[]): ConfidenceBand[] =>
  BANDS.flatMap(([from, to]) => {
    const inside = trades.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    return inside.length === 0 ? [] : [{ from, to, ...hitRate(inside) }];
  });
