/**
 * The evaluation record 0.2.0: one answer of one model. A settled prediction yields a row for the recorded answer and
 * one per shadow answer, in log order.
 */
import type { Held } from '../platform/common/schema-type';
import type { Direction } from '../forecasting/forecast';
import type { Answerer } from '../platform/models/language-model';
import type { Arm } from '../forecasting/input/arms';
import type { Anchor } from '../registry/captures/anchor';
import { evaluationRecord, type SettledPrediction } from './evaluation-record';
import { OWN } from './population';
import { LIVE, RECORD_SCHEMA_VERSION_2, type RECORD_NODE_2 } from './record-schema-2';

export interface ShadowRow {
  readonly id: string;
  readonly arm: Arm;
  readonly model: Answerer;
  readonly model_name: string;
  readonly made_at: string;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: Direction;
  readonly reasoning: string;
  readonly evidence_sha256: string;
  readonly record_sha256: string;
}

export interface SettledAnswers {
  readonly prediction: SettledPrediction & {
    readonly population: string;
    readonly model_name?: string | null;
    readonly evidence_sha256?: string | null;
    /** Group of markets decided together. */
    readonly event?: string | null;
    readonly closes_at?: string | null;
    readonly draws?: readonly number[] | null;
  };
  readonly beside: readonly ShadowRow[];
}

/** As published. */
export type AnswerRecord = Held<typeof RECORD_NODE_2>;

/** An answer to publish, with the data to find its anchor. */
export interface Answered {
  readonly row: SettledPrediction;
  readonly recordSha256: string | null;
  readonly arm: Arm;
  readonly model: Answerer;
  readonly modelVersion: string | null;
  readonly evidenceSha256: string | null;
  readonly draws: readonly number[] | null;
  readonly event: string | null;
  readonly closesAt: string | null;
  readonly population: string;
}

/** The recorded answer, then the shadow answers. */
export const answersOf = ({ prediction, beside }: SettledAnswers): readonly Answered[] => {
  const shared = {
    event: prediction.event ?? null,
    closesAt: prediction.closes_at ?? null,
    population: prediction.population === OWN ? LIVE : prediction.population,
  };
  return [
    {
      ...shared,
      row: prediction,
      recordSha256: prediction.bundle_sha256 ?? null,
      arm: 'A',
      model: prediction.model,
      modelVersion: prediction.model_name ?? null,
      evidenceSha256: prediction.evidence_sha256 ?? null,
      draws: prediction.draws ?? null,
    },
    ...beside.map((one): Answered => {
      const { made_at, probability_yes, confidence, direction, reasoning } = one;
      const answered = { made_at, probability_yes, confidence, direction, reasoning };
      return {
        ...shared,
        row: { ...prediction, ...answered, side: null },
        recordSha256: one.record_sha256,
        arm: one.arm,
        model: one.model,
        modelVersion: one.model_name,
        evidenceSha256: one.evidence_sha256,
        draws: [one.probability_yes],
      };
    }),
  ];
};

export const answerRecord = (answered: Answered, anchor: Anchor | null): AnswerRecord => {
  const { row, recordSha256, arm, model, modelVersion, evidenceSha256 } = answered;
  const record = evaluationRecord(row, anchor);
  return {
    ...record,
    schema_version: RECORD_SCHEMA_VERSION_2,
    population: answered.population,
    arm,
    evidence_sha256: evidenceSha256,
    question: { ...record.question, event: answered.event, closes_at: answered.closesAt },
    prediction: { ...record.prediction, model, model_version: modelVersion, draws: answered.draws },
    anchor:
      record.anchor === null || recordSha256 === null
        ? null
        : { ...record.anchor, bundle_sha256: row.bundle_sha256 ?? recordSha256, record_sha256: recordSha256 },
  };
};
