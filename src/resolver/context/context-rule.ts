/**
 * Context rules: what must or must not stand near an alias for it to count. A rule is data
 * (seed/rules.yaml, and beside the names of an entity), written with lists of the lexicon; this file reads both
 * and says whether a place in a text satisfies them, with the reason where it does not.
 *
 * Only words within {@link WORDS_MAX} words of the alias are looked at, never beyond a blank line, so
 * that a rule costs the same in a headline and in a book.
 */
import * as conditions from './near-conditions';
import type { Surroundings } from './surroundings';
import type { PatternCompiler, PatternSet } from './word-pattern';
import * as patterns from './word-pattern';

export type { WordLists } from './word-pattern';

/** Bound to this file, as text-units.ts explains. */
const { allCapitals, followsAmount, isFamilyName, isPhrase, isSpeaker, isSurname, isWomansSurname } = conditions;
const { isNear, standsAfter, standsBefore } = patterns;

/** A rule as the seed states it. Lists hold words, `stem*`, phrases, and `@name` of a word list. */
export interface ContextRuleSeed {
  /** The rule in words, shown with every refusal. */
  readonly say: string;
  /** At least one of these near … */
  readonly near?: readonly string[];
  /** … or directly before … */
  readonly before?: readonly string[];
  /** … or directly after. Where none of the three is given, nothing is needed. */
  readonly after?: readonly string[];
  /** None of these near, unless one of `unless_near` is. */
  readonly not_near?: readonly string[];
  readonly unless_near?: readonly string[];
  readonly not_before?: readonly string[];
  readonly not_after?: readonly string[];
  /** Refuse where a capitalised word follows that is none of `follow`: a given name and a surname. */
  readonly given_name?: {
    readonly follow: readonly string[];
    readonly evidence: readonly string[];
    /** Only where a single capitalised word follows: "India Walton concedes", not "India Space Agency". */
    readonly single?: boolean;
    /** In a text of capitals the name counts, whatever follows. */
    readonly all_caps?: 'counts';
  };
  /** Refuse a people's name that is a family name here: behind one of these and a name. */
  readonly family_name?: {
    readonly titles: readonly string[];
    /** In Arabic the family name has the article; in Persian it has none. */
    readonly article?: 'none';
    /** In Hebrew verbs of a woman: behind the man's form of the adjective they make it a family name. */
    readonly verbs?: readonly string[];
  };
  /** Refuse directly after a number: an amount is not a move. */
  readonly amount?: 'refused';
  /** A name with a letter before it ("to China", Hebrew, Arabic) counts unasked: it is no family name. */
  readonly prefixed?: 'counts';
  /** Refuse in a text that is all capitals, unless one of these stands directly before or after. */
  readonly all_caps?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** The lists of the lexicon that hold words of number, and oblast, district and the like. */
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
  /** What it tells apart, in words. */
  readonly say: string;
  /** What is missing or in the way, in words. */
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
  /** Behind an adjective they make it that of a region. */
  readonly regions: PatternSet;
  readonly familyVerbs: PatternSet;
  /** Words of number, where an amount is refused. */
  readonly amounts: PatternSet | null;
  readonly prefixedCounts: boolean;
  readonly allCaps: boolean;
  readonly capsBefore: PatternSet;
  readonly capsAfter: PatternSet;
}

/** What speaks for an entity without being written in a rule: lists of the lexicon and of names, as the graph joins them. */
export interface Company {
  /** Near any of its names. */
  readonly near: PatternSet;
  /** Near a name before a colon, "Katz: we stay"; empty where the entity does not speak. */
  readonly speaking: PatternSet;
}

/** Compiles a rule, its words into the compiler's index. Throws where it names a word list that does not exist. */
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

/** Whether a name that nothing near speaks for stands where who speaks does: what is named behind it may speak for it. */
export const awaitsName = (rule: ContextRule, around: Surroundings, company: Company | null): boolean =>
  company !== null &&
  !company.speaking.empty &&
  isSpeaker(around) &&
  refusalOf({ ...rule, needed: false }, around) === null;

const keepsCompany = ({ near, speaking }: Company, around: Surroundings): boolean =>
  isNear(near, around) || (!speaking.empty && isSpeaker(around) && isNear(speaking, around));

/**
 * Null when the rule is satisfied, else what is missing or in the way.
 *
 */
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
