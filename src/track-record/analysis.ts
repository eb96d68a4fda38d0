import { bootstrapSkill } from '../grading/bootstrap';
import { meanInterval, pairedTest, signTestP } from '../grading/confidence-interval';
import type { Interval } from '../grading/distributions';
import { hitRate } from '../grading/hit-rate';
import { marketLosses, mean, type GradedForecast, type MarketLoss } from '../grading/market-losses';
import { MARKETS_MIN, marketsNeeded } from '../grading/power';
import { oneVoteAMarket, reliability } from '../grading/reliability';
import { timeDecay } from '../grading/time-decay';
import { jackknifeSkill, skillOf } from '../grading/skill-score';
import { against, gradeTrades, type TradeFact } from './graded-trades';
import type { AnalysisResponse } from './analysis.dto';
import type {
  ApartResponse,
  ComparisonResponse,
  ControlResponse,
  CurvePointResponse,
  DecayRowResponse,
} from './analysis-parts.dto';
import { agedForecast, apartOf, APART, type Apart, type GradedRow } from '../grading/graded-rows';
import { marketId } from '../markets/market-key';

/** Figures derived from the rows alone. All but the counts are null while underpowered. */
export type Analysis = Omit<
  AnalysisResponse,
  | 'schema_version'
  | 'generated_at'
  | 'population'
  | 'populations'
  | 'lookback_days'
  | 'min_confidence'
  | 'synthetic'
  | 'lead_time'
>;

/** In standard deviations. */
const EFFECT_SIZES = [0.2, 0.3, 0.5] as const;

/** @param facts trades of one population inside the look-back @param rows its predictions resolved inside it */
export const analyse = (facts: readonly TradeFact[], rows: readonly GradedRow[]): Analysis => {
  const { graded, excluded } = gradeTrades(facts);
  const fill = against(graded, 'fill');
  const counted = rows.filter((row) => apartOf(row) === null);
  const predictions = counted.map(agedForecast);
  const losses = marketLosses(fill);
  const underpowered = losses.length < MARKETS_MIN;
  const closed = facts.flatMap(({ trade }) =>
    trade.status === 'closed' && typeof trade.net_pnl === 'number'
      ? [{ market: marketId(trade), netPnl: trade.net_pnl, at: trade.closed_at ?? trade.opened_at }]
      : [],
  );
  const hits = hitRate(closed);
  return {
    underpowered,
    n_markets_min: MARKETS_MIN,
    comparisons: [
      compare('trades', 'executed_fill', fill, underpowered),
      compare('trades', 'pre_trade_mid', against(graded, 'mid'), underpowered),
      compare('predictions', 'market_mid', predictions, false),
    ],
    calibration: calibrationOf(predictions),
    time_decay: decayOf(counted),
    apart: APART.map((reason) => apartRow(reason, rows)),
    controls: controlsOf(fill, losses, underpowered),
    hit_rate: { rate: hits.rate, ci: hits.interval, n_hits: hits.hits, n_markets: hits.markets },
    exclusions: excluded,
    net_pnl_usd: cents(closed.reduce((sum, { netPnl }) => sum + netPnl, 0)),
    pnl_curve: cumulative(closed.map(({ at, netPnl }) => ({ at, value: netPnl }))),
    brier_curves: underpowered
      ? null
      : { model: brierCurve(graded, losses, 'model'), baseline: brierCurve(graded, losses, 'baseline') },
    power: EFFECT_SIZES.map((effect) => {
      const needed = marketsForEffect(effect);
      return { effect_size: effect, markets_needed: needed, markets_missing: Math.max(0, needed - losses.length) };
    }),
  };
};

/** Skill of the model over all its resolved forecasts, traded or not. */
export type Standing = ReturnType<typeof standingOf>;

/** From the same rows, without resampling. @param claims an edge over the price, as the summary does */
export const standingOf = (rows: readonly GradedRow[], claims: boolean) => {
  const forecasts = rows.filter((row) => apartOf(row) === null).map(agedForecast);
  const losses = marketLosses(forecasts);
  return {
    n_markets: losses.length,
    n_events: new Set(losses.map(({ family }) => family)).size,
    n_markets_min: MARKETS_MIN,
    claims,
    calibration: calibrationOf(forecasts),
  };
};

/** By effect size. Constant, and computing them takes a fifth of a second, so they are cached. */
const NEEDED = new Map<number, number>();

const marketsForEffect = (effect: (typeof EFFECT_SIZES)[number]): number => {
  const needed = NEEDED.get(effect) ?? Math.max(MARKETS_MIN, marketsNeeded(effect));
  NEEDED.set(effect, needed);
  return needed;
};

const APART_BECAUSE: Readonly<Record<Apart, string>> = {
  near_certain: 'Made at a price of at most 0.03 or at least 0.97.',
  after_close: 'Made when the exchange had closed trading.',
};

const apartRow = (reason: Apart, rows: readonly GradedRow[]): ApartResponse => {
  const inside = rows.filter((row) => apartOf(row) === reason);
  const losses = marketLosses(inside.map(agedForecast));
  const shown = losses.length >= MARKETS_MIN;
  return {
    reason,
    description: APART_BECAUSE[reason],
    n_rows: inside.length,
    n_markets: new Set(inside.map(({ market }) => market)).size,
    brier_model_mean: shown ? mean(losses.map((loss) => loss.model)) : null,
    brier_baseline_mean: shown ? mean(losses.map((loss) => loss.baseline)) : null,
  };
};

/** Each band needs as many markets as the whole. */
const decayOf = (rows: readonly GradedRow[]): DecayRowResponse[] =>
  timeDecay(rows.map(agedForecast)).map((band) => {
    const shown = <T>(figure: T): T | null => (band.markets >= MARKETS_MIN ? figure : null);
    return {
      from_days: band.fromDays,
      to_days: band.toDays,
      n_rows: band.forecasts,
      n_markets: band.markets,
      brier_model_mean: shown(band.brierModel),
      brier_model_ci: shown(band.brierModelInterval),
      brier_baseline_mean: shown(band.brierBaseline),
      skill: shown(band.skill),
      skill_jackknife_ci: shown(band.skillInterval),
      edge_mean: shown(band.edge),
      edge_ci: shown(band.edgeInterval),
    };
  });

const compare = (
  of: ComparisonResponse['rows'],
  baseline: ComparisonResponse['baseline'],
  forecasts: readonly GradedForecast[],
  heldBack: boolean,
): ComparisonResponse => {
  const losses = marketLosses(forecasts);
  const underpowered = heldBack || losses.length < MARKETS_MIN;
  const shown = underpowered ? [] : losses;
  const test = pairedTest(shown);
  const model = meanInterval(shown.map(({ family, model: value }) => ({ family, value })));
  const bootstrap = (unit: 'market' | 'family'): Interval | null => bootstrapSkill(shown, unit)?.interval ?? null;
  return {
    baseline,
    rows: of,
    n_rows: forecasts.filter(({ baselineYes }) => baselineYes !== null).length,
    n_markets: losses.length,
    n_families: new Set(losses.map(({ family }) => family)).size,
    underpowered,
    brier_model_mean: model.mean,
    brier_model_ci: model.interval,
    brier_baseline_mean: underpowered ? null : mean(losses.map((loss) => loss.baseline)),
    skill: underpowered ? null : skillOf(losses),
    skill_jackknife_ci: jackknifeSkill(shown)?.interval ?? null,
    skill_bootstrap_markets_ci: bootstrap('market'),
    skill_bootstrap_families_ci: bootstrap('family'),
    paired_t: test?.t ?? null,
    paired_p: test?.twoSidedP ?? null,
    sign_test_p: underpowered ? null : signTestP(losses),
  };
};

/** Bins are always shown, each with its interval; their sums only with enough markets. */
const calibrationOf = (forecasts: readonly GradedForecast[]): Analysis['calibration'] => {
  const markets = new Set(forecasts.map(({ market }) => market)).size;
  const whole = reliability(oneVoteAMarket(forecasts));
  const shown = markets >= MARKETS_MIN ? whole : reliability([]);
  return {
    n_rows: forecasts.length,
    n_markets: markets,
    bins: whole.table.map((bin) => ({
      from: bin.bin / whole.bins,
      to: (bin.bin + 1) / whole.bins,
      n: bin.count,
      n_markets: bin.markets,
      votes: bin.votes,
      mean_probability: bin.meanProbability,
      yes_rate: bin.yesRate,
      ci: bin.interval,
    })),
    base_rate: shown.baseRate,
    reliability: shown.reliability,
    resolution: shown.resolution,
    uncertainty: shown.uncertainty,
    calibration_error: shown.calibrationError,
    log_loss_mean: shown.logLossMean,
  };
};

const CONTROLS: Readonly<Record<ControlResponse['name'], string>> = {
  always_half: 'Always 0.5.',
  base_rate: 'The share of YES over the graded markets, known only afterwards.',
  market: 'The executed price itself.',
  reversed_call: 'One minus the probability of the model.',
};

const controlsOf = (
  forecasts: readonly GradedForecast[],
  losses: readonly MarketLoss[],
  heldBack: boolean,
): ControlResponse[] => {
  const yes = new Map(forecasts.map(({ market, outcome }) => [market, outcome === 'YES' ? 1 : 0]));
  const baseRate = mean([...yes.values()]);
  const answers: Readonly<Record<ControlResponse['name'], (forecast: GradedForecast) => number>> = {
    always_half: () => 0.5,
    base_rate: () => baseRate,
    market: ({ baselineYes }) => baselineYes ?? 0.5,
    reversed_call: ({ probabilityYes }) => 1 - probabilityYes,
  };
  return (Object.keys(CONTROLS) as ControlResponse['name'][]).map((name) => {
    const control = marketLosses(forecasts.map((forecast) => ({ ...forecast, baselineYes: answers[name](forecast) })));
    return {
      name,
      description: CONTROLS[name],
      brier_mean: heldBack ? null : mean(control.map(({ baseline }) => baseline)),
      model_skill: heldBack || losses.length === 0 ? null : skillOf(control),
    };
  });
};

const cents = (usd: number): number => Math.round(usd * 100) / 100;

const cumulative = (points: readonly CurvePointResponse[]): CurvePointResponse[] => {
  let sum = 0;
  return [...points]
    .sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
    .map(({ at, value }) => ({ at, value: cents((sum += value)) }));
};

/** Running mean over markets, each entering when its last trade closed. */
const brierCurve = (
  graded: readonly { readonly market: string; readonly closedAt: string }[],
  losses: readonly MarketLoss[],
  of: 'model' | 'baseline',
): CurvePointResponse[] => {
  const closed = new Map<string, string>();
  for (const { market, closedAt } of graded) if (closedAt > (closed.get(market) ?? '')) closed.set(market, closedAt);
  let sum = 0;
  return losses
    .map((loss) => ({ at: closed.get(loss.market) ?? '', value: loss[of] }))
    .sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
    .map(({ at, value }, index) => ({ at, value: (sum += value) / (index + 1) }));
};
