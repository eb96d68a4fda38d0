/**
 * Conditions that no list of words can state: whether a sum stands before an alias, whether the text
 * shouts in capitals, whether a given name is followed by its surname.
 */
import { foldText } from './fold-text';
import type { NearWord, Surroundings } from './surroundings';
import { isNear, matchesWord, type PatternSet } from './word-pattern';

const AMOUNT_WORDS = new Set(
  'hundred thousand million billion trillion mln bln mn bn тыс тысяч тысячи тысяча млн миллион миллиона миллионов млрд миллиард миллиарда миллиардов сто мільйон мільйона мільйонів мільярд мільярда мільярдів тисяч тисячі אלף אלפי מיליון מיליוני מיליארד מאות הון הזار milyon milyar bin yuz trilyon مليون مليار ملايين مليارات الف آلاف هزار میلیون میلیارد mille million millions milliard milliards cents deux trois dix cent vingt'
    .split(' ')
    .map((word) => foldText(word)),
);

/** "5 billion ", "100 US ": the alias is a sum of money. */
export const followsAmount = (around: Surroundings): boolean => {
  if (around.hanBefore !== '' && /[\d万亿千百]$/.test(around.hanBefore)) return true;
  const first = around.before.get(0);
  const second = around.before.get(1);
  if (first === undefined || first.gap > 0) return false;
  if (AMOUNT_WORDS.has(first.word.folded) || isNumber(first.word.folded)) return true;
  // "5 billion de dollars", "100 US dollars"
  return (
    second !== undefined &&
    second.gap === 0 &&
    first.word.folded.length <= 8 &&
    (AMOUNT_WORDS.has(second.word.folded) || isNumber(second.word.folded)) &&
    !isNumber(first.word.folded)
  );
};

const isNumber = (word: string): boolean => /^\d+[kmb]?$/.test(word);

/** Judged by the nearest words: one in lower case settles it. */
export const allCapitals = ({ before, after }: Surroundings): boolean => {
  let long = false;
  for (let at = 0; at < CAPITALS_MAX; at++) {
    for (const near of [before.get(at), after.get(at)]) {
      if (near === undefined || near.word.folded.length <= 1 || isNumber(near.word.folded))
        continue;
      if (!near.word.upper) return false;
      long ||= near.word.folded.length > 3;
    }
  }
  return long;
};

const CAPITALS_MAX = 6;

/** Most longer words near are capitalised: a title-case headline, where capitals say little. */
const titleCase = (around: Surroundings): boolean => {
  const words = [...around.before.all(), ...around.after.all()]
    .map(({ word }) => word)
    .filter(({ folded }) => folded.length >= 4);
  return words.length >= 2 && words.filter(({ capital }) => capital).length >= words.length * 0.75;
};

/**
 * Whether the word behind a given name is its surname: a capitalised one that is none of `follow`. In a
 * title-case headline a verb's ending or some `evidence` near speaks for the country.
 */
export const isSurname = (
  next: NearWord,
  follow: PatternSet,
  evidence: PatternSet,
  around: Surroundings,
): boolean => {
  const { word } = next;
  if (next.gap > 0 || !word.capital || isNumber(word.folded)) return false;
  if (matchesWord(follow, word)) return false;
  if (!titleCase(around)) return true;
  return !/(?:[a-z]{3}s|ed|ing)$/.test(word.folded) && !isNear(evidence, around);
};
