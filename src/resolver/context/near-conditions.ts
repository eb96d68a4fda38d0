/** Conditions that word lists cannot express: amounts before an alias, all-capital text, surnames after given names. */
import * as foldTable from '../folding/fold-table';
import type { Surroundings } from './surroundings';
import type { KnownWord } from './word-index';
import type { PatternSet } from './word-pattern';
import * as patterns from './word-pattern';

/** For speed; see text-units.ts. */
const { FOLD, KIND, UPPER } = foldTable;
const { isNear, matchesWord } = patterns;

/** "5 billion ", "100 US ": the alias is a sum of money. */
export const followsAmount = (amounts: PatternSet, around: Surroundings): boolean => {
  if (around.hanBefore !== '' && /[\d万亿千百]$/.test(around.hanBefore)) return true;
  const { before } = around;
  const isAmount = (at: number): boolean => isNumber(before.get(at)?.folded ?? '') || matchesWord(amounts, before, at);
  const first = before.get(0);
  if (first === undefined || before.gap(0) > 0) return false;
  if (isAmount(0)) return true;
  // "5 billion de dollars", "100 US dollars"
  return before.has(1) && before.gap(1) === 0 && first.folded.length <= 8 && isAmount(1);
};

const isNumber = (word: string): boolean => /^\d+[kmb]?$/.test(word);

/** A colon follows, as after a speaker in headlines. */
export const isSpeaker = ({ unitBehind }: Surroundings): boolean => unitBehind === 0x3a || unitBehind === 0xff1a;

/** Opens a sentence with a capital, before a word in lower case, as in headlines: "Katz orders troops to the border". */
export const isSubject = (around: Surroundings): boolean =>
  ((KIND[around.unit(0)] ?? 0) & UPPER) !== 0 &&
  opensSentence(around) &&
  around.after.get(0)?.capital === false &&
  around.after.gap(0) === 0 &&
  !around.after.suffixed;

/** Judged by the nearest words: one in lower case decides. */
export const allCapitals = ({ before, after }: Surroundings): boolean => {
  let long = false;
  for (let at = 0; at < CAPITALS_MAX; at++) {
    const left = before.get(at);
    const right = after.get(at);
    if (isSmall(left) || isSmall(right)) return false;
    long ||= isLong(left) || isLong(right);
  }
  return long;
};

const isSmall = (word: KnownWord | undefined): boolean =>
  word !== undefined && !word.upper && word.folded.length > 1 && !isNumber(word.folded);

const isLong = (word: KnownWord | undefined): boolean =>
  word !== undefined && word.folded.length > 3 && !isNumber(word.folded);

const CAPITALS_MAX = 6;

/** Most longer words near are capitalized: a title-case headline, where capitals mean little. */
const titleCase = ({ before, after }: Surroundings): boolean => {
  let longer = 0;
  let capitals = 0;
  for (const run of [before, after]) {
    for (let at = 0, word = run.get(0); word !== undefined; word = run.get(++at)) {
      if (word.folded.length < LONGER_MIN) continue;
      longer++;
      if (word.capital) capitals++;
    }
  }
  return longer >= 3 && capitals >= longer * 0.75;
};

const LONGER_MIN = 4;

/** Whether the next capitalized word is a surname: not in `follow`, and no verb or `evidence` in a headline. */
export const isSurname = (follow: PatternSet, evidence: PatternSet, around: Surroundings): boolean => {
  const word = around.after.get(0);
  if (word === undefined || around.after.gap(0) > 0) return false;
  // "India's Tata": a surname never follows a possessive.
  if (around.after.suffixed) return false;
  if (!word.capital || isNumber(word.folded)) return false;
  if (matchesWord(follow, around.after, 0)) return false;
  if (!titleCase(around)) return true;
  return !/(?:[a-z]{3}s|ed|ing)$/.test(word.folded) && !isNear(evidence, around);
};

/** Whether two capitalized words or an abbreviation follow, or all words are capitalized: not a surname. */
export const isPhrase = (around: Surroundings): boolean => {
  const { after } = around;
  if (after.get(0)?.upper === true || titleCase(around)) return true;
  return after.get(1)?.capital === true && after.gap(1) === 0;
};

/** Capitalized words allowed between a name and its noun: "Kuwait Energy Drink League". */
const RUN_MAX = 2;

/** Whether the capitalized words after a name end with one of `ends`; false in title-case headlines. */
export const endsRun = (ends: PatternSet, around: Surroundings): boolean => {
  const { after } = around;
  for (let at = 0; at <= RUN_MAX + 1; at++) {
    if (!after.has(at) || after.gap(at) > 0) return false;
    const capital = after.get(at)?.capital === true;
    if (matchesWord(ends, after, at)) return (at > 0 || capital) && !titleCase(around);
    if (!capital) return false;
  }
  return false;
};

/** Whether a capitalized word not in `others` follows, like a surname: "Venezuela Fury turns 16". */
export const isNamesake = (others: PatternSet, around: Surroundings): boolean => {
  const { after } = around;
  const word = others.empty || !around.endsAtBlank ? undefined : after.get(0);
  if (word === undefined || !word.capital || word.upper || after.suffixed || after.gap(0) > 0) return false;
  return !isNumber(word.folded) && !matchesWord(others, after, 0) && !titleCase(around);
};

/** Whether a surname and, behind a comma, a profession follow: "Assad Shoman, Belizean historian". */
export const isIntroduced = (professions: PatternSet, { after }: Surroundings): boolean => {
  if (professions.empty || after.suffixed) return false;
  let at = 0;
  while (at < SURNAME_WORDS_MAX && after.has(at) && after.gap(at) === 0 && maySurname(after.get(at))) at++;
  if (at === 0 || !after.has(at) || after.gap(at) !== 1) return false;
  if (matchesWord(professions, after, at)) return true;
  return after.has(at + 1) && after.gap(at + 1) === 0 && matchesWord(professions, after, at + 1);
};

const SURNAME_WORDS_MAX = 2;
/** Capitalized, in scripts that have capitals. */
const maySurname = (word: KnownWord | undefined): boolean =>
  word !== undefined && (word.capital || word.written.toUpperCase() === word.written.toLowerCase());

/** Whether a capitalized word not in `others` precedes within a sentence, like a given name: "striker Berat Erdoğan". */
export const isForename = (others: PatternSet, around: Surroundings): boolean => {
  const { before } = around;
  const word = others.empty ? undefined : before.get(0);
  if (word === undefined || !word.capital || word.upper || before.gap(0) > 0 || word.folded.length < 3) return false;
  if (!before.has(1) || before.gap(1) > 1 || isNumber(word.folded)) return false;
  return !matchesWord(others, before, 0) && !titleCase(around);
};

/** Whether a profession and a capitalized word precede: "director Spike Israel". */
export const isPresented = (professions: PatternSet, { before }: Surroundings): boolean => {
  if (professions.empty || before.get(0)?.capital !== true || before.gap(0) > 0) return false;
  return before.has(1) && before.gap(1) === 0 && matchesWord(professions, before, 1);
};

/** Whether an age follows after a comma: "Jordan, 34, …", "Oman, 4 ans", "ירדן, בת 23". */
export const isAge = (years: PatternSet, { after }: Surroundings): boolean => {
  if (years.empty || !after.has(0) || after.gap(0) !== 1) return false;
  let at = 0;
  while (matchesWord(years, after, at) && after.has(at + 1) && after.gap(at + 1) === 0) at++;
  const stated = at > 0;
  if (!AGE.test(after.get(at)?.folded ?? '')) return false;
  at++;
  const first = at;
  while (after.has(at) && after.gap(at) === 0 && matchesWord(years, after, at)) at++;
  if (stated || at > first) return !after.has(at) || after.gap(at) > 0;
  return after.has(at) && after.gap(at) === 1;
};

const AGE = /^\d{1,2}$/;

/** Whether an American state in short follows after a comma: "Cairo, Ill.", "Odessa, TX". */
export const isStateCode = (codes: PatternSet, around: Surroundings): boolean => {
  const { after } = around;
  const word = codes.empty ? undefined : after.get(0);
  if (word?.capital !== true || after.gap(0) !== 1 || !matchesWord(codes, after, 0)) return false;
  if (!after.has(1) || after.gap(1) > 1) return true;
  return word.upper && !allCapitals(around);
};

export const opensSentence = ({ before }: Surroundings): boolean => !before.has(0) || before.gap(0) > 1;

const ALEF = 0x627;
const LAM = 0x644;
const YEH = FOLD[0x64a];
const YOD = 0x5d9;

/**
 * Whether an adjective is a family name: after a name and one of `titles`. In Arabic (`article`) the name has no
 * article: "the writer Ghassan al-Sudani". In Cyrillic, adjectives of peoples are in lower case, except at the start of
 * a sentence or title: a capital after a capitalized word within a sentence, or next to one of `titles` (a street),
 * shows a name.
 */
export const isFamilyName = (titles: PatternSet, article: boolean, around: Surroundings): boolean => {
  const { before } = around;
  const name = before.get(0);
  if (name === undefined || before.gap(0) > 0) return false;
  const unit = around.unit(0);
  const isCyrillic = isCyrillicCapital(unit);
  if (isCyrillic && (matchesWord(titles, before, 0) || titleFollows(titles, around))) return !allCapitals(around);
  if (!before.has(1) || before.gap(1) > 0) return false;
  if (isCyrillic) return name.capital && !name.upper && !allCapitals(around);
  const isDefinite = FOLD[unit] === ALEF && FOLD[around.unit(1)] === LAM;
  // A title has the article, so a masculine adjective without it does not belong to the title: "the lawyer Rita
  // Lubnani".
  if (article && DEFINITE.test(name.folded)) return false;
  if (article && !isDefinite && FOLD[around.lastUnit] !== YEH) return false;
  return matchesWord(titles, before, 1);
};

const DEFINITE = /^(?:[وفبك]?ال|لل)/;

/** Hebrew: a masculine adjective between a name and one of the feminine `verbs` is a family name. */
export const isWomansSurname = (verbs: PatternSet, around: Surroundings): boolean => {
  if (verbs.empty || around.lastUnit !== YOD) return false;
  const { before, after } = around;
  if (!before.has(0) || before.gap(0) > 0) return false;
  return after.has(0) && after.gap(0) === 0 && matchesWord(verbs, after, 0);
};

/** Whether one of `titles` follows: a street named by the adjective. */
const titleFollows = (titles: PatternSet, { after }: Surroundings): boolean =>
  after.has(0) && after.gap(0) === 0 && matchesWord(titles, after, 0);

const isCyrillicCapital = (unit: number): boolean =>
  unit >= 0x400 && unit <= 0x52f && ((KIND[unit] ?? 0) & UPPER) !== 0;
