/**
 * The evaluation record 0.2.0: one answer of one model. A settled prediction yields a row for the recorded answer and
 * one per shadow answer, in log order.
 */
import type { Held } from '../platform/common/schema-type';
import type { Answerer } from '../platform/models/language-model';
import type { Arm } from '../forecasting/input/arms';
import type { Anchor } from '../registry/captures/anchor';
import { evaluationRecord, type SettledPrediction } from './evaluation-record';
import { OWN } from './population';
import { LIVE, RECORD_SCHEMA_VERSION_2, type RECORD_NODE_2 } from './record-schema-2';

type Said = 'id' | 'made_at' | 'probability_yes' | 'confidence' | 'direction' | 'reasoning';

export interface ShadowRow extends Pick<SettledPrediction, Said> {
  readonly arm: Arm;
  readonly model: Answerer;
  readonly model_name: string;
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

/** An answer to publish, as if it were the recorded one. */
export type Answered = Omit<SettledAnswers['prediction'], 'model'> &
  Pick<ShadowRow, 'arm' | 'model'> & { readonly record_sha256: string | null };

/** The recorded answer, then the shadow answers. */
export const answersOf = ({ prediction, beside }: SettledAnswers): readonly Answered[] => {
  const population = prediction.population === OWN ? LIVE : prediction.population;
  return [
    { ...prediction, population, arm: 'A', record_sha256: prediction.bundle_sha256 ?? null },
    ...beside.map((one): Answered => ({
      ...prediction,
      ...one,
      population,
      side: null,
      draws: [one.probability_yes],
    })),
  ];
};

export const answerRecord = (answered: Answered, anchor: Anchor | null): AnswerRecord => {
  const { population, arm, record_sha256: sha256, bundle_sha256: bundle, model, draws = null } = answered;
  const record = evaluationRecord(answered, anchor);
  return {
    ...record,
    schema_version: RECORD_SCHEMA_VERSION_2,
    population,
    arm,
    evidence_sha256: answered.evidence_sha256 ?? null,
    question: { ...record.question, event: answered.event ?? null, closes_at: answered.closes_at ?? null },
    prediction: { ...record.prediction, model, model_version: answered.model_name ?? null, draws },
    anchor:
      record.anchor === null || sha256 === null
        ? null
        : { ...record.anchor, bundle_sha256: bundle ?? sha256, record_sha256: sha256 },
  };
};
