/**
 * Whether a question of a forecasting site asks the same as a market. Both are short English
 * questions; they are compared as sets of words without those that every question has. Taking two
 * questions for twins by mistake only keeps one piece of evidence out of the weighted score, so the
 * bar is low; a different number or year makes different questions.
 */
import { searchText } from '../event-log/search-words';

/** Share of the words that both must have in common. */
const LIKENESS_MIN = 0.6;

const COMMON_WORDS = new Set(
  searchText(
    'will the a an in on of by to be is are was were has have before after during until end this that or and for at with from any there than more least question market happen occur yes no',
    null,
  ).split(' '),
);

export const isTwinQuestion = (a: string, b: string): boolean => {
  const [wordsA, wordsB] = [contentWords(a), contentWords(b)];
  if (wordsA.size === 0 || wordsB.size === 0) return false;
  const numbers = (words: ReadonlySet<string>): string =>
    [...words]
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' ');
  if (numbers(wordsA) !== numbers(wordsB)) return false;
  const common = [...wordsA].filter((word) => wordsB.has(word)).length;
  return common / (wordsA.size + wordsB.size - common) >= LIKENESS_MIN;
};

const contentWords = (question: string): Set<string> =>
  new Set(
    searchText(question, null)
      .split(' ')
      .filter((word) => word !== '' && !COMMON_WORDS.has(word)),
  );
