/**
 * Corroboration of one market: how many kinds of source speak of what it is about.
 *
 * The score is the interface's: distinct source types ÷ 5, at most 1; the database computes it, and
 * {@link confluenceScore} is the same rule for readers who check it. Beside it, never mixed into it, stand
 * the weighted score and the independence of the evidence. Pure: values in, values out.
 */
import { HOUR_MS } from '../platform/common/durations';
import type { SourceType } from '../platform/common/source-type';

/** Distinct source types that make a full score. */
const FULL_SCORE_TYPES = 5;

/** `min(1, distinct source types / 5)`. */
export const confluenceScore = (sourceTypes: readonly SourceType[]): number =>
  Math.min(1, new Set(sourceTypes).size / FULL_SCORE_TYPES);

/** Weights of the kinds of evidence; `seed/source-types.json` gives the reason of each. */
export interface CredibilityWeights {
  /** 0 to 1 per source type. */
  readonly weights: Readonly<Record<SourceType, number>>;
  /** Hours after which evidence counts half. */
  readonly halfLifeHours: number;
}

/** The newest evidence of one source type that the market did not cause itself; UTC ms. */
export interface NewestEvidence {
  readonly type: SourceType;
  readonly newest: number;
}

/** weight × ½^(age ÷ half-life): what one source type adds before the sum is scaled. */
export const contribution = (
  evidence: NewestEvidence,
  now: number,
  { weights, halfLifeHours }: CredibilityWeights,
): number => {
  const ageHours = Math.max(0, now - evidence.newest) / HOUR_MS;
  return weights[evidence.type] * 0.5 ** (ageHours / halfLifeHours);
};

/**
 * Sum of the contributions, divided by the sum of the five greatest weights and capped at 1: fresh,
 * independent evidence of the five most credible kinds makes 1, as five kinds make a full score.
 */
export const weightedScore = (
  evidence: readonly NewestEvidence[],
  now: number,
  credibility: CredibilityWeights,
): number => {
  const sum = evidence.reduce((total, one) => total + contribution(one, now, credibility), 0);
  return Math.min(1, sum / fullWeight(credibility));
};

/** Sum of the five greatest weights: the scale of {@link weightedScore}. */
export const fullWeight = ({ weights }: CredibilityWeights): number =>
  Object.values(weights)
    .sort((a, b) => b - a)
    .slice(0, FULL_SCORE_TYPES)
    .reduce((total, weight) => total + weight, 0);

/** Items of the window that share who published them, in which language, and where the story began. */
export interface EvidenceGroup {
  readonly family: string;
  readonly category: string;
  /** Id of the source that delivered them. */
  readonly source: string;
  readonly lang: string | null;
  /** Family that published the story first; the family itself where the item stands alone. */
  readonly origin: string;
  readonly items: number;
}

export interface Independence {
  /** Publisher families, sorted; sister outlets count once. */
  readonly families: readonly string[];
  /** Families whose own reports these are, copies traced back; sorted. */
  readonly origins: readonly string[];
  readonly languages: readonly string[];
  /** Parties to the conflict whose media are among them; sorted. */
  readonly parties: readonly string[];
  /** Whether everything goes back to one publisher, however many labels it carries. */
  readonly restsOnOneOrigin: boolean;
}

/**
 * How independent the evidence is: circular evidence must be left out before.
 *
 * @param partyOf the party to this market's conflict that a group's source speaks for, or null
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
    restsOnOneOrigin: origins.length === 1,
  };
};

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();
