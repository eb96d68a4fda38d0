/**
 * Context rules: words that must or must not be near an alias. A rule is data (seed/rules.yaml, and in the files of
 * entities) and refers to lists of the lexicon; this file compiles rules and evaluates them at a place in a text, with
 * the reason of a refusal.
 *
 * Only {@link WORDS_MAX} words on each side are read, never across a blank line, so that the cost does not depend on
 * the text's length.
 */
import * as conditions from './near-conditions';
import type { Surroundings } from './surroundings';
import type { PatternCompiler, PatternSet } from './word-pattern';
import * as patterns from './word-pattern';

export type { WordLists } from './word-pattern';

/** For speed; see text-units.ts. */
const { allCapitals, followsAmount, isFamilyName, isPhrase, isSpeaker, isSubject, isSurname, isWomansSurname } =
  conditions;
const { isNear, standsAfter, standsBefore } = patterns;

/** A rule of the seed. Lists have words, `stem*`, phrases, and `@name` of a word list. */
export interface ContextRuleSeed {
  /** Description of the rule, shown with every refusal. */
  readonly say: string;
  /** One of these must be near … */
  readonly near?: readonly string[];
  /** … or directly before … */
  readonly before?: readonly string[];
  /** … or directly after. Without any of the three, no context is required. */
  readonly after?: readonly string[];
  /** None of these may be near, unless one of `unless_near` is. */
  readonly not_near?: readonly string[];
  readonly unless_near?: readonly string[];
  readonly not_before?: readonly string[];
  readonly not_after?: readonly string[];
  /** Refuse before a capitalized word not in `follow`: given name and surname. */
  readonly given_name?: {
    readonly follow: readonly string[];
    readonly evidence: readonly string[];
    /** Only before a single capitalized word: "India Walton concedes", not "India Space Agency". */
    readonly single?: boolean;
    /** In all-capital text the name counts regardless. */
    readonly all_caps?: 'counts';
  };
  /** Refuse a people's name used as a family name: after one of these and a name. */
  readonly family_name?: {
    readonly titles: readonly string[];
    /** In Arabic the family name has the article; in Persian it has none. */
    readonly article?: 'none';
    /** Hebrew verbs in feminine form: after a masculine adjective they show a family name. */
    readonly verbs?: readonly string[];
  };
  /** Refuse directly after a number: an amount, not a move. */
  readonly amount?: 'refused';
  /** A name with a prefix letter ("to China", Hebrew, Arabic) always counts: it is not a family name. */
  readonly prefixed?: 'counts';
  /** Refuse in all-capital text, unless one of these is directly before or after. */
  readonly all_caps?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

const AMOUNTS = '@amounts';
const REGIONS = '@regions';

const REASONS = {
  near: 'nothing near says so',
  before: 'the word before',
  after: 'the word after',
  family: 'a family name',
  amount: 'an amount',
  given: 'a given name before a surname',
  capitals: 'all capitals',
  notNear: 'a word near it',
} as const;

type Reason = keyof typeof REASONS;

export interface ContextRule {
  readonly name: string;
  readonly say: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly needed: boolean;
  readonly near: PatternSet;
  readonly before: PatternSet;
  readonly after: PatternSet;
  readonly notNear: PatternSet;
  readonly unlessNear: PatternSet;
  readonly notBefore: PatternSet;
  readonly notAfter: PatternSet;
  readonly follow: PatternSet | null;
  readonly evidence: PatternSet;
  readonly surnameInCapitals: boolean;
  readonly singleSurname: boolean;
  readonly familyTitles: PatternSet | null;
  readonly familyArticle: boolean;
  /** After an adjective they form the name of a region. */
  readonly regions: PatternSet;
  readonly familyVerbs: PatternSet;
  /** Number words, if amounts are refused. */
  readonly amounts: PatternSet | null;
  readonly prefixedCounts: boolean;
  readonly allCaps: boolean;
  readonly capsBefore: PatternSet;
  readonly capsAfter: PatternSet;
}

/** Word lists that support an entity without being in a rule: from the lexicon and from names of graph neighbours. */
export interface Company {
  /** Near any of its names. */
  readonly near: PatternSet;
  /** Near a name before a colon, "Katz: we stay"; empty if the entity does not speak. */
  readonly speaking: PatternSet;
  /** Whether they also support a name that opens a sentence: "Katz orders troops to the border". */
  readonly opens: boolean;
}

/** Compiles a rule and adds its words to the compiler's index. Throws for an unknown word list. */
export const compileRule = (name: string, seed: ContextRuleSeed, compiler: PatternCompiler): ContextRule => {
  const set = (patterns: readonly string[] | undefined): PatternSet => compiler.compile(patterns ?? []);
  return {
    name,
    say: seed.say,
    reasons: reasonsOf(seed.say),
    needed: seed.near !== undefined || seed.before !== undefined || seed.after !== undefined,
    near: set(seed.near),
    before: set(seed.before),
    after: set(seed.after),
    notNear: set(seed.not_near),
    unlessNear: set(seed.unless_near),
    notBefore: set(seed.not_before),
    notAfter: set(seed.not_after),
    follow: seed.given_name === undefined ? null : set(seed.given_name.follow),
    evidence: set(seed.given_name?.evidence),
    singleSurname: seed.given_name?.single === true,
    surnameInCapitals: seed.given_name?.all_caps !== 'counts',
    familyTitles: seed.family_name === undefined ? null : set(seed.family_name.titles),
    regions: set(seed.family_name === undefined ? [] : [REGIONS]),
    familyArticle: seed.family_name?.article !== 'none',
    familyVerbs: set(seed.family_name?.verbs),
    amounts: seed.amount === undefined ? null : set([AMOUNTS]),
    prefixedCounts: seed.prefixed === 'counts',
    allCaps: seed.all_caps !== undefined,
    capsBefore: set(seed.all_caps?.before),
    capsAfter: set(seed.all_caps?.after),
  };
};

const reasonsOf = (say: string): Readonly<Record<Reason, string>> =>
  Object.fromEntries(Object.entries(REASONS).map(([key, reason]) => [key, `${say} (${reason})`])) as Record<
    Reason,
    string
  >;

/** Whether an unsupported name is in a speaker's position, so that a name after it may support it. */
export const awaitsName = (rule: ContextRule, around: Surroundings, company: Company | null): boolean =>
  company !== null &&
  !company.speaking.empty &&
  isSpeaker(around) &&
  refusalOf({ ...rule, needed: false }, around) === null;

const keepsCompany = ({ near, speaking, opens }: Company, around: Surroundings): boolean =>
  isNear(near, around) ||
  (!speaking.empty && (isSpeaker(around) || (opens && isSubject(around))) && isNear(speaking, around));

/** Null when the rule is satisfied, else the reason. */
export const refusalOf = (rule: ContextRule, around: Surroundings, company: Company | null = null): string | null => {
  if (
    rule.needed &&
    !isNear(rule.near, around) &&
    !standsBefore(rule.before, around, 0) &&
    !standsAfter(rule.after, around, 0) &&
    !(company !== null && keepsCompany(company, around))
  ) {
    return rule.reasons.near;
  }
  if (standsBefore(rule.notBefore, around, 0)) return rule.reasons.before;
  if (standsAfter(rule.notAfter, around, 1)) return rule.reasons.after;
  if (
    rule.familyTitles !== null &&
    !standsAfter(rule.regions, around, 0) &&
    isFamilyName(rule.familyTitles, rule.familyArticle, around)
  ) {
    return rule.reasons.family;
  }
  if (isWomansSurname(rule.familyVerbs, around)) return rule.reasons.family;
  if (rule.amounts !== null && followsAmount(rule.amounts, around)) return rule.reasons.amount;
  if (
    rule.follow !== null &&
    isSurname(rule.follow, rule.evidence, around) &&
    (rule.surnameInCapitals || !allCapitals(around)) &&
    !(rule.singleSurname && isPhrase(around))
  ) {
    return rule.reasons.given;
  }
  if (
    rule.allCaps &&
    allCapitals(around) &&
    !standsBefore(rule.capsBefore, around, 0) &&
    !standsAfter(rule.capsAfter, around, 0)
  ) {
    return rule.reasons.capitals;
  }
  if (isNear(rule.notNear, around) && !isNear(rule.unlessNear, around)) {
    return rule.reasons.notNear;
  }
  return null;
};
