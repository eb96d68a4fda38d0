/**
 * The group record 0.2.0: one model's answers, in one call, to several markets of an event that form one question with
 * options or bounds, after all are decided. Built from records 0.2.0. Pure.
 */
import type { Held } from '../platform/common/schema-type';
import { daysBetween, parseMicros } from '../platform/common/utc-time';
import type { GradedOutcome } from '../grading/brier';
import { decisiveOutcome } from '../grading/graded-rows';
import { brierOverOptions, cumulated, rankedProbabilityScore } from '../grading/group-scores';
import type { Anchor } from '../registry/captures/anchor';
import { answersOf, type Answered, type SettledAnswers } from './answer-record';
import { groupForm, type GroupForm } from './group-form';
import type { GROUP_NODE } from './group-schema';
import { RECORD_SCHEMA_VERSION_2 } from './record-schema-2';
import { sampleId } from './sample-id';

/** Decided markets of one call, in prompt order. */
export interface SettledCall {
  /** Whether at most one of them could come true, according to the exchange. */
  readonly exclusive: boolean;
  readonly markets: readonly SettledAnswers[];
}

/** The anchor is of a copy with all records of the call, made before the first outcome. */
export type GroupRecord = Held<typeof GROUP_NODE>;

/** One model's answers to all markets of a call. */
export interface GroupAnswer {
  readonly exclusive: boolean;
  readonly form: GroupForm;
  /** In the order of the form. */
  readonly answers: readonly Answered[];
  readonly outcomes: readonly GradedOutcome[];
  /** Timestamp of the first outcome; a proof must be older. */
  readonly firstResolvedAt: string;
}

/**
 * Answers of each model that answered all markets; empty if they form no question, or were not all decided as 0 or 1.
 */
export const groupAnswers = ({ exclusive, markets }: SettledCall): readonly GroupAnswer[] => {
  const asked = markets.map(({ prediction }) => ({
    question: prediction.question,
    resolvesAt: prediction.resolves_at,
  }));
  const form = groupForm(asked, exclusive);
  const found = markets.map(({ prediction }) => decisiveOutcome(prediction.settlement_yes_price));
  const outcomes = (form?.order ?? []).flatMap((at) => found[at] ?? []);
  if (form === null || outcomes.length < markets.length) return [];
  if (exclusive && outcomes.filter((outcome) => outcome === 'YES').length > 1) return [];
  const firstResolvedAt = least(markets.map(({ prediction }) => prediction.resolved_at));
  const byMarket = markets.map(answersOf);
  return (byMarket[0] ?? []).flatMap((first): GroupAnswer[] => {
    const answers = form.order.flatMap((at) => (byMarket[at] ?? []).find((one) => isSameEntrant(one, first)) ?? []);
    return answers.length < markets.length ? [] : [{ exclusive, form, answers, outcomes, firstResolvedAt }];
  });
};

const isSameEntrant = (one: Answered, other: Answered): boolean =>
  one.arm === other.arm && one.model === other.model && one.model_name === other.model_name;

/** @param anchors of the records, in the same order */
export const groupRecord = (
  { exclusive, form, answers, outcomes }: GroupAnswer,
  anchors: readonly (Anchor | null)[],
): GroupRecord => {
  const [first] = answers;
  if (first === undefined) throw new RangeError('A group has no answers');
  const madeAt = least(answers.map(({ made_at }) => made_at));
  const resolvedAt = most(answers.map(({ resolved_at }) => resolved_at));
  const probabilities = answers.map(({ probability_yes }) => probability_yes);
  const prices = answers.flatMap(({ market_yes_price }) => market_yes_price ?? []);
  return {
    sample_id: sampleId(madeAt, first.event ?? first.ticker),
    schema_version: RECORD_SCHEMA_VERSION_2,
    population: first.population,
    arm: first.arm,
    question: {
      type: form.bounds === null ? 'categorical' : 'numeric',
      exchange: first.exchange,
      event: first.event ?? null,
      theater: first.theater ?? null,
      exclusive,
      options: answers.map(({ question }) => question),
      tickers: answers.map(({ ticker }) => ticker),
      unit: form.unit,
      bounds: form.bounds,
      resolves_at: most(answers.map(({ resolves_at }) => resolves_at)),
    },
    prediction: {
      made_at: madeAt,
      model: first.model,
      model_version: first.model_name ?? null,
      probabilities,
      record_sha256s: answers.map(({ record_sha256: sha256 }) => sha256 ?? ''),
    },
    context: { market_yes_prices: prices.length < answers.length ? null : prices },
    resolution: {
      resolved_at: resolvedAt,
      outcomes,
      days_to_resolution: Math.max(0, daysBetween(parseMicros(madeAt) ?? 0, parseMicros(resolvedAt) ?? 0)),
      brier_score: exclusive ? brierOverOptions(probabilities, outcomes) : null,
      ranked_probability_score: rankedScore(form, exclusive, probabilities, outcomes),
    },
    anchor: sharedAnchor(anchors),
  };
};

/** Null if unordered, or if the outcome is in none of the ranges. */
const rankedScore = (
  { bounds }: GroupForm,
  exclusive: boolean,
  probabilities: readonly number[],
  outcomes: readonly GradedOutcome[],
): number | null => {
  if (bounds === null || (exclusive && !outcomes.includes('YES'))) return null;
  const happened = outcomes.map((outcome) => (outcome === 'YES' ? 1 : 0));
  if (!exclusive) return rankedProbabilityScore(probabilities, happened);
  return rankedProbabilityScore(cumulated(probabilities).slice(0, bounds.length), cumulated(happened));
};

const sharedAnchor = (anchors: readonly (Anchor | null)[]): GroupRecord['anchor'] => {
  const [first] = anchors;
  if (first === undefined || first === null) return null;
  const { registry_date, registry_url, wayback_url } = first;
  const shared = anchors.every((one) => one?.wayback_url === wayback_url);
  return shared ? { registry_date, registry_url, wayback_url } : null;
};

const least = (texts: readonly string[]): string => texts.reduce((a, b) => (a < b ? a : b));
const most = (texts: readonly string[]): string => texts.reduce((a, b) => (a > b ? a : b));
