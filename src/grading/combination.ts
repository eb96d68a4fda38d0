/**
 * Combines a forecast's answers, recorded with them: the draws of a model, shrunk towards even odds, and the answer
 * calibrated by the model's forecasts and decisions before the day of the call. Pure.
 */
import { groupBy } from '../platform/common/group-by';
import { round4 } from '../platform/common/ten-thousandths';
import { calibrate, castVote, fitCalibration, type Calibration, type SettledVotes } from './calibration';
import { shrunkLogitMean } from './ensemble';
import { apartOf, decisiveOutcome, type GradedRow } from './graded-rows';

export type EarlierForecast = Pick<
  GradedRow,
  'market' | 'probability_yes' | 'market_yes_price' | 'made_at' | 'closes_at'
>;

/** The exchange's last decision on a market by then. */
export interface EarlierDecision {
  readonly status: string;
  readonly settlement_yes_price: number | null;
  readonly resolved_at: string;
}

/** A calibration fitted on decisions before a day. */
export interface EarlierCalibration {
  readonly markets: number;
  /** Null with fewer markets than the policy states. */
  readonly fitted: Calibration | null;
}

export type Combined = ReturnType<typeof combine>;

/** @param forecasts of one model, in order of `made_at` @param decisions by market, recorded before the day */
export const calibrationBefore = (
  forecasts: readonly EarlierForecast[],
  decisions: ReadonlyMap<string, EarlierDecision>,
  marketsMin: number,
): EarlierCalibration => {
  const votes: SettledVotes = new Map();
  let markets = 0;
  for (const [market, made] of groupBy(forecasts, (one) => one.market)) {
    const decision = decisions.get(market);
    if (decision === undefined) continue;
    const { status, settlement_yes_price: paid, resolved_at } = decision;
    const outcome = status === 'settled' && paid !== null ? decisiveOutcome(paid) : null;
    const counted = made.filter((one) => one.made_at < resolved_at && apartOf(one) === null);
    if (outcome === null || counted.length === 0) continue;
    castVote(
      votes,
      counted.map(({ probability_yes }) => probability_yes),
      outcome,
    );
    markets += 1;
  }
  if (markets < marketsMin) return { markets, fitted: null };
  const { intercept, slope } = fitCalibration(votes);
  return { markets, fitted: { intercept: round4(intercept), slope: round4(slope) } };
};

/**
 * `shrunk`, the mean of the draws' log-odds drawn towards even odds, is null for a single answer.
 *
 * @param draws the probabilities of all answers @param probabilityYes their median
 */
export const combine = (draws: readonly number[], probabilityYes: number, { markets, fitted }: EarlierCalibration) => ({
  shrunk: draws.length < 2 ? null : round4(shrunkLogitMean(draws)),
  calibrated: fitted === null ? null : round4(calibrate(fitted, probabilityYes)),
  markets,
  intercept: fitted?.intercept ?? null,
  slope: fitted?.slope ?? null,
});
