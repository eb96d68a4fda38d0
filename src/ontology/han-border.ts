/**
 * Chinese writes no blanks, so that the end of one word and the beginning of the next may read as a name:
 * 资金 and 门槛 hold 金门, 今日 and 本次 hold 日本. A name that two common words account for, one that ends
 * in it and one that begins there, is none. Which words are common is data (`common-zh` in words.json).
 * Nor is what a dot joins to another name: 约翰·马里 is a person.
 */
import { FOLD, KIND, LETTER } from './fold-table';
import { foldText } from './fold-text';

/** Parts the names of a foreigner. */
const NAME_DOT = 0xb7;
/** Longer words are not looked for. */
const WORD_UNITS_MAX = 4;

export class HanBorder {
  private readonly words: ReadonlySet<string>;

  /** @param words common words, in any script of Chinese */
  constructor(words: readonly string[]) {
    this.words = new Set(words.map(foldText));
  }

  /** Whether a dot joins `[start, end)` to another name. */
  joins(codes: Uint16Array, start: number, end: number): boolean {
    return (
      (codes[start - 1] === NAME_DOT && isLetter(codes[start - 2])) ||
      (codes[end] === NAME_DOT && isLetter(codes[end + 1]))
    );
  }

  /** Whether two common words account for `[start, end)`: the border between them lies within it. */
  parts(codes: Uint16Array, start: number, end: number): boolean {
    if (this.words.size === 0) return false;
    for (let border = start + 1; border < end; border++) {
      if (this.endsAt(codes, start, border) && this.beginsAt(codes, border, end)) return true;
    }
    return false;
  }

  /** Whether a word that begins before `start` ends at `border`. */
  private endsAt(codes: Uint16Array, start: number, border: number): boolean {
    const first = Math.max(0, border - WORD_UNITS_MAX);
    for (let from = start - 1; from >= first; from--) {
      if (this.words.has(folded(codes, from, border))) return true;
    }
    return false;
  }

  /** Whether a word begins at `border` that ends at `end` or behind it. */
  private beginsAt(codes: Uint16Array, border: number, end: number): boolean {
    for (let to = Math.max(end, border + 2); to <= border + WORD_UNITS_MAX; to++) {
      if (this.words.has(folded(codes, border, to))) return true;
    }
    return false;
  }
}

const isLetter = (unit: number | undefined): boolean => ((KIND[unit ?? 0] ?? 0) & LETTER) !== 0;

const folded = (codes: Uint16Array, from: number, to: number): string => {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(FOLD[codes[at] ?? 0] ?? 0);
  return text;
};
