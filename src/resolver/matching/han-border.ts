/**
 * Chinese has no blanks, so the end of one word and the start of the next may look like a name: 资金 and 门槛 contain 金门,
 * 今日 and 本次 contain 日本. A name explained by two common words, one ending and one beginning inside it, does not count.
 * The common words are data (`seed/lexicon/zh/common-zh.txt`). Names joined by a dot, or after a family name, are
 * persons: 约翰·马里 and 张伊朗.
 */
import { FOLD, HAN, KIND, LETTER } from '../folding/fold-table';
import { foldText } from '../folding/fold-text';

/** Separates the names of a foreigner. */
const NAME_DOT = 0xb7;
/** 日, a day. */
const DAY = 0x65e5;
/** Slots for pairs of characters: a power of two. */
const PAIRS = 1 << 14;
/** A longer name is not a coincidence: 白俄罗斯 is not 对白 and 俄罗斯. */
const NAME_UNITS_MAX = 3;
const WORD_UNITS_MAX = 4;

export class HanBorder {
  private readonly words: ReadonlySet<string>;
  /** By hash of two characters: whether a word may end, or begin, with them. */
  private readonly ends = new Uint8Array(PAIRS);
  private readonly begins = new Uint8Array(PAIRS);

  private readonly surnames: ReadonlySet<number>;
  /** Two-character surnames, by the second. */
  private readonly doubleSurnames: ReadonlyMap<number, ReadonlySet<number>>;
  private readonly titles: ReadonlySet<string>;

  /**
   * @param words common words, in any script of Chinese
   * @param surnames family names, of one or two characters, that end no word before a state's name
   * @param titles words before a person's name: 演员, 村民
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

  /** Whether a dot or a family name makes `[start, end)` part of a person's name. */
  joins(codes: Uint16Array, start: number, end: number): boolean {
    return (
      (codes[start - 1] === NAME_DOT && isLetter(codes[start - 2])) ||
      (codes[end] === NAME_DOT && isLetter(codes[end + 1])) ||
      this.followsSurname(codes, start, end)
    );
  }

  /** After a family name that opens a clause or follows a title. */
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

  /** Length of the family name that ends at `end`, or 0. */
  private surnameBefore(codes: Uint16Array, end: number): number {
    const last = FOLD[codes[end - 1] ?? 0] ?? 0;
    const first = end > 1 ? (FOLD[codes[end - 2] ?? 0] ?? 0) : 0;
    if (this.doubleSurnames.get(last)?.has(first) === true) return 2;
    return this.surnames.has(last) ? 1 : 0;
  }

  /** Whether two common words with a border inside explain `[start, end)`. */
  parts(codes: Uint16Array, start: number, end: number): boolean {
    if (start === 0 || end - start > NAME_UNITS_MAX) return false;
    for (let border = start + 1; border < end; border++) {
      if (this.ends[pairAt(codes, border - 2)] === 0 || this.begins[pairAt(codes, border)] === 0) continue;
      if (this.endsAt(codes, start, border) && this.beginsAt(codes, border, end)) return true;
    }
    return false;
  }

  /**
   * Whether the first character of `[start, end)` ends a date or a common word: 15日美伊谈判 is about US and Iran, on the
   * 15th, and 今日英法会谈 does not name Japan. `signs`: the name is a pair of state signs, which one common word can split.
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

  /** Whether a word from `border` ends at or after `end`. */
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

/** Three or more digits are not a day of a month. */
const isYear = (codes: Uint16Array, at: number): boolean => isDigit(codes[at - 2]) && isDigit(codes[at - 3]);

const isLetter = (unit: number | undefined): boolean => ((KIND[unit ?? 0] ?? 0) & LETTER) !== 0;

const isHan = (unit: number | undefined): boolean => ((KIND[unit ?? 0] ?? 0) & HAN) !== 0;

const folded = (codes: Uint16Array, from: number, to: number): string => {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(FOLD[codes[at] ?? 0] ?? 0);
  return text;
};
