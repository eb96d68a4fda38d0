/**
 * Patterns over an exchange's question. A pattern is words separated by blanks, at most five words apart: `strike*
 * iran|tehran` matches "strikes on the Iranian capital, Tehran". `stem*` matches any inflection, `a|b` is either,
 * `peace_deal` is two adjacent words, `end!of` is "end" not followed by "of", and `out$` ends the text. Case, accents
 * and punctuation are ignored.
 */
import { foldText } from '../resolver/folding/fold-text';

/** Maximum words between two words of a pattern. */
const GAP_WORDS_MAX = 5;
/** Maximum text length: exchanges keep questions far below. */
const TEXT_UNITS_MAX = 1000;

export const foldedWords = (text: string): string =>
  foldText(text.slice(0, TEXT_UNITS_MAX))
    .replace(/[’']s\b/g, ' s')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Patterns as one expression, or null when empty; the match starts at the pattern's start. */
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
