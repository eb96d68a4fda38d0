/** No figure below {@link MARKETS_MIN} markets; the test is clustered by event, as a ladder is decided together. */
import { MARKETS_MIN } from '../grading/power';
import { pairedTest } from '../grading/confidence-interval';
import { hitRate } from '../grading/hit-rate';
import { marketLosses, mean } from '../grading/market-losses';
import { skillOf } from '../grading/skill-score';
import { against, gradeTrades, type TradeFact } from './graded-trades';
import type { TrackRecordFiguresResponse } from './track-record.dto';
import type { PopulationCountsResponse } from '../dataset/dataset.dto';
import { OWN } from '../dataset/population';
import { marketId } from '../markets/market-key';

/** A daily look at t > 1.98 would claim falsely in 13 % of runs; at t > 3 in 1 %. */
const CLAIM_T = 3;

export const VERIFY_METHOD =
  'Fetch verify_url. For every entry, prev_hash must equal the preceding combined_hash (64 zeros for the first), and combined_hash must be the SHA-256 of the 128 characters prev_hash + day_sha256. The last combined_hash must equal chain_head_hash.';

export interface SummaryRules {
  readonly lookbackDays: number;
  readonly minConfidence: number;
  readonly population: string;
  readonly synthetic: boolean;
}

export interface Summary {
  readonly figures: TrackRecordFiguresResponse;
  readonly claims: boolean;
  /** Paired t of baseline minus model, clustered by event, or null. */
  readonly t: number | null;
  readonly events: number;
}

/** @param facts the trades of one population inside the look-back, at or above the confidence */
export const summarise = (facts: readonly TradeFact[], rules: SummaryRules): Summary => {
  const { graded } = gradeTrades(facts);
  const losses = marketLosses(against(graded, 'fill'));
  const hits = hitRate(
    facts.flatMap(({ trade }) =>
      trade.status === 'closed' && typeof trade.net_pnl === 'number'
        ? [{ market: marketId(trade), netPnl: trade.net_pnl }]
        : [],
    ),
  );
  const resolved = losses.length;
  const events = new Set(losses.map(({ family }) => family)).size;
  const underpowered = resolved < MARKETS_MIN;
  const t = pairedTest(losses)?.t ?? null;
  const skill = underpowered ? null : skillOf(losses);
  return {
    figures: {
      available: facts.length > 0,
      n_distinct_resolved: resolved,
      n_distinct_markets: new Set(facts.map(({ trade }) => marketId(trade))).size,
      underpowered,
      brier_skill_underpowered: underpowered,
      hit_rate_underpowered: hits.markets < MARKETS_MIN,
      brier_skill_score_vs_market: skill,
      brier_skill_interpretation: underpowered ? null : interpret(skill, t),
      brier_model_mean: underpowered ? null : mean(losses.map(({ model }) => model)),
      brier_market_baseline_mean: underpowered ? null : mean(losses.map(({ baseline }) => baseline)),
      hit_rate: hits.rate,
      hit_rate_ci: hits.interval,
      hit_rate_basis: 'per_distinct_market_net_pnl_sign',
      total_graded: graded.length,
      total_trades: facts.length,
      lookback_days: rules.lookbackDays,
      min_confidence: rules.minConfidence,
      caveat: caveatOf(rules),
    },
    // Imports never claim an edge: the times of their forecasts cannot be verified.
    claims: events >= MARKETS_MIN && t !== null && t > CLAIM_T && rules.population === OWN && !rules.synthetic,
    t,
    events,
  };
};

const interpret = (skill: number | null, t: number | null): string => {
  if (skill === null) return 'The baseline made no error: there is nothing to compare with.';
  const side = skill > 0 ? 'Better than' : skill < 0 ? 'Worse than' : 'Neither better nor worse than';
  const certainty =
    t === null
      ? 'no difference varies, so nothing can be tested'
      : Math.abs(t) > CLAIM_T
        ? `the paired test, clustered by event, gives t = ${t.toFixed(2)}, beyond ±${CLAIM_T}`
        : `the paired test, clustered by event, gives t = ${t.toFixed(2)}, within ±${CLAIM_T}: this may be chance`;
  return `${side} the executed entry price: ${certainty}. The baseline is spread-crossed, which flatters the model.`;
};

const caveatOf = ({ lookbackDays, minConfidence, population }: SummaryRules): string =>
  [
    'Brier is computed only on rows that have a model probability and a settled, decisive exit (exit price near 0 or 1 with exit_reason = settled).',
    'Non-settled, take-profit and stop-loss exits are excluded, and so are void and split markets.',
    "For the service's own-bot rows the market baseline is the executed entry fill (spread-crossed, not a pre-trade mid). This handicaps the market and can inflate apparent skill.",
    'One market has one vote: losses are averaged inside a market, then over markets.',
    `Paper trades only, open at any time in the last ${lookbackDays} days, with a confidence of at least ${minConfidence}.`,
    ...(population === OWN
      ? []
      : [
          `All rows are of the imported population ${population}: this service did not register them when they were made.`,
        ]),
  ].join(' ');

export type PredictionCounts = Pick<PopulationCountsResponse, 'n_registered' | 'n_resolved' | 'n_open' | 'n_void'>;

interface StatementParts {
  readonly summary: Summary;
  readonly rules: SummaryRules;
  readonly counts: PredictionCounts;
  /** Sentences; empty without faults. */
  readonly impairments: readonly string[];
}

export const honestyStatement = (parts: StatementParts): string => {
  const { summary, rules, counts, impairments } = parts;
  const { figures } = summary;
  return [
    ...(rules.synthetic ? ['SYNTHETIC: this is the demo; every market, forecast and price in it is invented.'] : []),
    verdictOf(summary, rules),
    `Of ${counts.n_registered} registered predictions ${counts.n_resolved} are resolved, ${counts.n_open} open and ${counts.n_void} void; none is left out.`,
    `The figures rest on ${figures.total_graded} graded of ${figures.total_trades} paper trades; no real money was at stake and no order was sent.`,
    ...impairments,
  ].join(' ');
};

const verdictOf = ({ figures, claims, t, events }: Summary, { population }: SummaryRules): string => {
  if (figures.total_trades === 0) return 'There is no track record yet: no trade was made.';
  if (figures.underpowered)
    return `No edge over the market is demonstrated: ${figures.n_distinct_resolved} distinct markets have resolved and at least ${MARKETS_MIN} are needed, so Brier figures are held back.`;
  if (claims)
    return `Over ${figures.n_distinct_resolved} distinct markets the model was closer to the outcome than the executed price (t = ${(t ?? 0).toFixed(2)}); past skill does not promise future skill.`;
  if (population !== OWN && t !== null && t > CLAIM_T)
    return 'No edge is claimed: these forecasts were imported, and nothing here proves that they were made before their outcomes.';
  if (events < MARKETS_MIN)
    return `No edge over the market is demonstrated: the ${figures.n_distinct_resolved} distinct markets that were traded and have resolved belong to ${events} events, and at least ${MARKETS_MIN} are needed.`;
  return `No edge over the market is demonstrated over ${figures.n_distinct_resolved} distinct markets (t = ${t === null ? 'undefined' : t.toFixed(2)}; more than ${CLAIM_T} is asked for).`;
};
