/** Answers made later, when the model may know the outcome: a population separate from live ones. Pure. */
import type { Forecast } from '../forecasting/forecast';
import type { ModelReply } from '../platform/models/language-model';
import type { Arm } from '../forecasting/input/arms';
import { fieldsOf, textOf } from '../platform/common/foreign-json';
import type { OpenQuestion } from './logged-forecasts';
import { pick } from '../platform/common/pick';

export const RETROSPECTIVE = 'retrospective';
export const RETROSPECTIVE_LABEL = 'retrospective, not proof';

interface RetrospectiveParts {
  readonly question: OpenQuestion;
  readonly provider: string;
  /** As its provider states it: 2026-01. */
  readonly trainingCutoff: string;
  readonly forecast: Forecast;
  readonly reply: ModelReply;
  readonly costUsd: number | null;
  readonly answeredAt: string;
}

/** One line of `vedette reanswer`, graded by `vedette score`. */
export const retrospectiveLine = (parts: RetrospectiveParts): Record<string, unknown> => {
  const { question, provider, trainingCutoff, forecast, reply } = parts;
  return {
    population: RETROSPECTIVE,
    label: RETROSPECTIVE_LABEL,
    ...pick(
      question,
      'replay_bundle_id',
      'bundle_sha256',
      'exchange',
      'ticker',
      'arm',
      'input_sha256',
      'evidence_sha256',
      'frozen_at',
    ),
    answered_at: parts.answeredAt,
    model: provider,
    model_version: reply.modelName,
    training_cutoff: trainingCutoff,
    ...pick(forecast, 'probability_yes', 'confidence', 'direction', 'reasoning'),
    tokens_in: reply.tokensIn,
    tokens_out: reply.tokensOut,
    cost_usd: parts.costUsd,
  };
};

/** A truncated last line is ignored: its question is asked again. */
export const answeredBefore = (text: string) => {
  const done = new Set<string>();
  let usd = 0;
  for (const line of text.split('\n')) {
    let fields: ReturnType<typeof fieldsOf>;
    try {
      fields = fieldsOf(JSON.parse(line));
    } catch {
      continue; // Truncated, or empty.
    }
    const bundle = textOf(fields['replay_bundle_id']);
    if (bundle === null) continue;
    done.add(JSON.stringify([bundle, fields['model'], fields['arm']]));
    usd += typeof fields['cost_usd'] === 'number' ? fields['cost_usd'] : 0;
  }
  const has = (bundleId: string, provider: string, arm: Arm): boolean =>
    done.has(JSON.stringify([bundleId, provider, arm]));
  return { has, usd };
};
