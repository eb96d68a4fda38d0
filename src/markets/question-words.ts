/**
 * Patterns over the words of an exchange's question. A pattern is words parted by blanks, which may stand up to five
 * words apart: `strike* iran|tehran` matches "strikes on the Iranian capital, Tehran". `stem*` is a word in any
 * inflection, `a|b` is either, and `peace_deal` is two words side by side; `end!of` is "end" where no "of" follows it,
 * and `out$` ends the text. Case, accents and punctuation do not count.
 */
import { foldText } from '../resolver/folding/fold-text';

/** Words that may stand between two words of one pattern. */
const GAP_WORDS_MAX = 5;
/** Longest text that is read: exchanges keep questions far below. */
const TEXT_UNITS_MAX = 1000;

/** A text as its folded words, parted by single blanks. */
export const foldedWords = (text: string): string =>
  foldText(text.slice(0, TEXT_UNITS_MAX))
    .replace(/[’']s\b/g, ' s')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Patterns as one expression, or null when there is none; its first match says where they begin. */
export const compilePatterns = (patterns: readonly string[]): RegExp | null =>
  patterns.length === 0 ? null : new RegExp(`(?<![a-z0-9])(?:${patterns.map(sourceOf).join('|')})(?![a-z0-9])`);

const sourceOf = (pattern: string): string =>
  pattern
    .split(' ')
    .map((word) => `(?:${word.split('|').map(wordSource).join('|')})`)
    .join(`(?: [^ ]+){0,${GAP_WORDS_MAX}} `);

const wordSource = (word: string): string => {
  const [stem = '', not] = word.split('!');
  const last = stem.endsWith('$');
  const source = foldText(stem.replace(/\$$/, '').replaceAll('*', '\u0001'))
    .replace(/[.*+?^${}()[\]\\]/g, '\\$&')
    .replaceAll('\u0001', '[a-z]*')
    .replaceAll('_', ' ');
  return `${source}${not === undefined ? '' : `(?! ${foldText(not)})`}${last ? '$' : ''}`;
};
