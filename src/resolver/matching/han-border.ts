/**
 * Chinese writes no blanks, so that the end of one word and the beginning of the next may read as a name:
 * 资金 and 门槛 hold 金门, 今日 and 本次 hold 日本. A name that two common words account for, one that ends
 * in it and one that begins there, is none. Which words are common is data (`seed/lexicon/zh/common-zh.txt`).
 * Nor is what a dot joins to another name, or what follows a family name: 约翰·马里 and 张伊朗 are persons.
 */
import { FOLD, HAN, KIND, LETTER } from '../folding/fold-table';
import { foldText } from '../folding/fold-text';

/** Parts the names of a foreigner. */
const NAME_DOT = 0xb7;
/** 日, a day. */
const DAY = 0x65e5;
/** Places for pairs of characters: a power of two. */
const PAIRS = 1 << 14;
/** A longer name is no accident: 白俄罗斯 is not 对白 and 俄罗斯. */
const NAME_UNITS_MAX = 3;
/** Longer words are not looked for. */
const WORD_UNITS_MAX = 4;

export class HanBorder {
  private readonly words: ReadonlySet<string>;
  /** By the hash of two characters: whether a word may end in them, and whether one may begin so. */
  private readonly ends = new Uint8Array(PAIRS);
  private readonly begins = new Uint8Array(PAIRS);

  private readonly surnames: ReadonlySet<number>;
  /** Those of two characters, by the second. */
  private readonly doubleSurnames: ReadonlyMap<number, ReadonlySet<number>>;
  private readonly titles: ReadonlySet<string>;

  /**
   * @param words common words, in any script of Chinese
   * @param surnames family names, of one character or two, that end no word before the name of a state
   * @param titles words before the name of a person: 演员, 村民
   */
  constructor(words: readonly string[] = [], surnames: readonly string[] = [], titles: readonly string[] = []) {
    const known = surnames.map(foldText);
    this.surnames = new Set(known.filter(({ length }) => length === 1).map((one) => one.charCodeAt(0)));
    this.doubleSurnames = bySecond(known.filter(({ length }) => length === 2));
    this.titles = new Set(titles.map(foldText));
    this.words = new Set(words.map(foldText));
    for (const word of this.words) {
      this.ends[pair(word.charCodeAt(word.length - 2), word.charCodeAt(word.length - 1))] = 1;
      this.begins[pair(word.charCodeAt(0), word.charCodeAt(1))] = 1;
    }
  }

  /** Whether a dot joins `[start, end)` to another name, or a family name before it makes it a given name. */
  joins(codes: Uint16Array, start: number, end: number): boolean {
    return (
      (codes[start - 1] === NAME_DOT && isLetter(codes[start - 2])) ||
      (codes[end] === NAME_DOT && isLetter(codes[end + 1])) ||
      this.followsSurname(codes, start, end)
    );
  }

  /** Behind a family name that opens a clause or follows a title. */
  private followsSurname(codes: Uint16Array, start: number, end: number): boolean {
    if (start === 0 || end - start > NAME_UNITS_MAX) return false;
    const units = this.surnameBefore(codes, start);
    if (units === 0) return false;
    const border = start - units;
    if (border === 0 || !isHan(codes[border - 1])) return true;
    for (let from = Math.max(0, border - WORD_UNITS_MAX); from < border - 1; from++) {
      if (this.titles.has(folded(codes, from, border))) return true;
    }
    return false;
  }

  /** How many characters the family name has that ends at `end`; 0 where none does. */
  private surnameBefore(codes: Uint16Array, end: number): number {
    const last = FOLD[codes[end - 1] ?? 0] ?? 0;
    const first = end > 1 ? (FOLD[codes[end - 2] ?? 0] ?? 0) : 0;
    if (this.doubleSurnames.get(last)?.has(first) === true) return 2;
    return this.surnames.has(last) ? 1 : 0;
  }

  /** Whether two common words account for `[start, end)`: the border between them lies within it. */
  parts(codes: Uint16Array, start: number, end: number): boolean {
    if (start === 0 || end - start > NAME_UNITS_MAX) return false;
    for (let border = start + 1; border < end; border++) {
      if (this.ends[pairAt(codes, border - 2)] === 0 || this.begins[pairAt(codes, border)] === 0) continue;
      if (this.endsAt(codes, start, border) && this.beginsAt(codes, border, end)) return true;
    }
    return false;
  }

  /**
   * Whether the first character of `[start, end)` ends a date or a common word: 15日美伊谈判 is about the two, on the 15th, and
   * 今日英法会谈 says nothing of Japan. `signs`: the name is two states in short, which one common word is enough to part.
   */
  endsBefore(codes: Uint16Array, start: number, signs: boolean): boolean {
    if (codes[start] === DAY && isDigit(codes[start - 1]) && !isYear(codes, start)) return true;
    return signs && start > 0 && this.endsAt(codes, start, start + 1);
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

const bySecond = (surnames: readonly string[]): Map<number, Set<number>> => {
  const seconds = new Map<number, Set<number>>();
  for (const surname of surnames) {
    const second = surname.charCodeAt(1);
    const firsts = seconds.get(second) ?? new Set<number>();
    seconds.set(second, firsts.add(surname.charCodeAt(0)));
  }
  return seconds;
};

const pair = (first: number, second: number): number => (first * 31 + second) & (PAIRS - 1);

const pairAt = (codes: Uint16Array, at: number): number =>
  pair(FOLD[codes[at] ?? 0] ?? 0, FOLD[codes[at + 1] ?? 0] ?? 0);

const isDigit = (unit: number | undefined): boolean => unit !== undefined && unit >= 0x30 && unit <= 0x39;

/** Three digits and more are no day of a month. */
const isYear = (codes: Uint16Array, at: number): boolean => isDigit(codes[at - 2]) && isDigit(codes[at - 3]);

const isLetter = (unit: number | undefined): boolean => ((KIND[unit ?? 0] ?? 0) & LETTER) !== 0;

const isHan = (unit: number | undefined): boolean => ((KIND[unit ?? 0] ?? 0) & HAN) !== 0;

const folded = (codes: Uint16Array, from: number, to: number): string => {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(FOLD[codes[at] ?? 0] ?? 0);
  return text;
};
