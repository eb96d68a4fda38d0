/**
 * The evaluation record: one settled prediction as published. Built only from stored rows, so output is deterministic;
 * derived values (sample_id, outcome, days, Brier score) follow the published rules.
 */
import { canonicalizeText } from '../platform/common/canonical-json';
import type { Held } from '../platform/common/schema-type';
import { daysBetween, parseMicros } from '../platform/common/utc-time';
import type { Direction } from '../forecasting/forecast';
import type { Answerer, Provider } from '../platform/models/language-model';
import { brierScore } from '../grading/brier';
import type { Exchange } from '../markets/market';
import type { Theater } from '../ontology/theater';
import type { Anchor } from '../registry/captures/anchor';
import { outcomeOf } from '../settlement/outcome';
import { RECORD_SCHEMA_VERSION, type RECORD_NODE } from './record-schema';
import { sampleId } from './sample-id';
import { pick } from '../platform/common/pick';

/** As published. */
export type EvaluationRecord = Held<typeof RECORD_NODE>;

/** A settled prediction as stored; absent and null are equivalent. */
export interface SettledPrediction {
  readonly id: string;
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly theater?: Theater | null;
  readonly event_type?: string | null;
  readonly resolves_at: string;
  readonly made_at: string;
  readonly model: Provider;
  readonly side?: 'YES' | 'NO' | null;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: Direction;
  readonly reasoning: string;
  readonly market_yes_price?: number | null;
  readonly market_yes_bid?: number | null;
  readonly market_yes_ask?: number | null;
  readonly spread?: number | null;
  readonly replay_bundle_id?: string | null;
  readonly bundle_sha256?: string | null;
  readonly intel_num_items?: number | null;
  /** Histogram as JSON text. */
  readonly intel_by_source_type?: string | null;
  readonly intel_languages?: readonly string[] | null;
  readonly resolved_at: string;
  readonly settlement_yes_price: number;
}

type Settled = Omit<SettledPrediction, 'model'> & { readonly model: Answerer };

/** Earlier records have no replay bundle and no anchor. */
const FIRST_BUNDLE_DATE = '2026-05-07';

/** @param row of any model; 0.1.0 has rows of one alone */
export const evaluationRecord = (row: Settled, anchor: Anchor | null): EvaluationRecord => {
  const outcome = outcomeOf(row.settlement_yes_price) ?? 'NO';
  const bundled = row.made_at.slice(0, 10) >= FIRST_BUNDLE_DATE;
  return {
    sample_id: sampleId(row.made_at, row.ticker),
    schema_version: RECORD_SCHEMA_VERSION,
    question: {
      text: row.question,
      type: 'binary',
      exchange: row.exchange,
      ticker: row.ticker,
      theater: row.theater ?? null,
      event_type: row.event_type ?? null,
      resolves_at: row.resolves_at,
    },
    prediction: {
      made_at: row.made_at,
      model: row.model as Provider,
      side: row.side ?? null,
      ...pick(row, 'probability_yes', 'confidence', 'direction', 'reasoning'),
    },
    context: {
      market_yes_price: row.market_yes_price ?? null,
      market_yes_bid: row.market_yes_bid ?? null,
      market_yes_ask: row.market_yes_ask ?? null,
      // The schema allows no negative spread, as of a crossed book.
      spread: row.spread === undefined || row.spread === null || row.spread < 0 ? null : row.spread,
      replay_bundle_id: bundled ? (row.replay_bundle_id ?? null) : null,
      intel_summary: {
        num_items: row.intel_num_items ?? null,
        by_source_type: histogramOf(row.intel_by_source_type),
        languages: row.intel_languages?.filter((language) => /^[a-z]{2}$/.test(language)) ?? null,
      },
    },
    resolution: {
      resolved_at: row.resolved_at,
      outcome,
      settlement_yes_price: row.settlement_yes_price,
      days_to_resolution: daysToResolution(row.made_at, row.resolved_at),
      brier_score: brierScore(row.probability_yes, outcome),
    },
    anchor: bundled ? anchor : null,
  };
};

/** Canonical JSON of a record: a line of the dataset, without newline. */
export const recordLine = (record: object): string => canonicalizeText(JSON.stringify(record));

/** Clamped to 0, because an exchange's settlement date may precede the forecast. */
const daysToResolution = (madeAt: string, resolvedAt: string): number => {
  const made = parseMicros(madeAt);
  const resolved = parseMicros(resolvedAt);
  if (made === null || resolved === null) throw new RangeError('A record holds no timestamp');
  return Math.max(0, daysBetween(made, resolved));
};

const histogramOf = (text: string | null | undefined): Record<string, number> | null =>
  text === null || text === undefined ? null : (JSON.parse(text) as Record<string, number>);
