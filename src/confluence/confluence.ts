/**
 * Corroboration of a market: the number of kinds of source that report on its subject.
 *
 * The score is distinct source types ÷ 5, at most 1; the database computes it, and {@link confluenceScore} is the same
 * rule for verification. The weighted score and the independence of the evidence are separate figures. Pure.
 */
import { HOUR_MS } from '../platform/common/durations';
import type { SourceType } from '../platform/common/source-type';

const FULL_SCORE_TYPES = 5;

/** `min(1, distinct source types / 5)`. */
export const confluenceScore = (sourceTypes: readonly SourceType[]): number =>
  Math.min(1, new Set(sourceTypes).size / FULL_SCORE_TYPES);

/** Weights of source types; `seed/source-types.json` has the reasons. */
export interface CredibilityWeights {
  /** 0 to 1 per source type. */
  readonly weights: Readonly<Record<SourceType, number>>;
  readonly halfLifeHours: number;
}

/** Newest evidence of a source type that the market did not cause itself; UTC ms. */
export interface NewestEvidence {
  readonly type: SourceType;
  readonly newest: number;
}

/** weight × ½^(age ÷ half-life): contribution of a source type before scaling. */
export const contribution = (
  evidence: NewestEvidence,
  now: number,
  { weights, halfLifeHours }: CredibilityWeights,
): number => {
  const ageHours = Math.max(0, now - evidence.newest) / HOUR_MS;
  return weights[evidence.type] * 0.5 ** (ageHours / halfLifeHours);
};

/**
 * Sum of the contributions divided by the sum of the five largest weights, at most 1: fresh independent evidence of the
 * five most credible types gives 1.
 */
export const weightedScore = (
  evidence: readonly NewestEvidence[],
  now: number,
  credibility: CredibilityWeights,
): number => {
  const sum = evidence.reduce((total, one) => total + contribution(one, now, credibility), 0);
  return Math.min(1, sum / fullWeight(credibility));
};

/** Sum of the five largest weights: the scale of {@link weightedScore}. */
export const fullWeight = ({ weights }: CredibilityWeights): number =>
  Object.values(weights)
    .sort((a, b) => b - a)
    .slice(0, FULL_SCORE_TYPES)
    .reduce((total, weight) => total + weight, 0);

/** Items of the window with the same publisher, language and origin of the story. */
export interface EvidenceGroup {
  readonly family: string;
  readonly category: string;
  /** Id of their source. */
  readonly source: string;
  readonly lang: string | null;
  /** Family that published the story first; the item's own family if it has no story. */
  readonly origin: string;
  readonly items: number;
}

export interface Independence {
  /** Publisher families, sorted; outlets of one publisher count once. */
  readonly families: readonly string[];
  /** Families of the original reports, after tracing copies back; sorted. */
  readonly origins: readonly string[];
  readonly languages: readonly string[];
  /** Parties to the conflict whose media are included; sorted. */
  readonly parties: readonly string[];
  /** Whether all evidence originates from one publisher. */
  readonly rests_on_one_origin: boolean;
}

/**
 * Independence of the evidence; circular evidence must be excluded before.
 *
 * @param partyOf the party to this market's conflict that a group's source represents, or null
 */
export const independence = (
  groups: readonly EvidenceGroup[],
  partyOf: (group: EvidenceGroup) => string | null,
): Independence => {
  const origins = distinct(groups.map(({ origin }) => origin));
  return {
    families: distinct(groups.map(({ family }) => family)),
    origins,
    languages: distinct(groups.map(({ lang }) => lang)),
    parties: distinct(groups.map(partyOf)),
    rests_on_one_origin: origins.length === 1,
  };
};

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();
