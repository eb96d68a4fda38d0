/* eslint-disable @typescript-eslint/no-non-null-assertion -- typed arrays are read within their bounds */
/**
 * The context of an alias: its neighbours word by word, read only as far as a rule needs, and the Chinese characters on
 * each side, which have no blanks between words. It ends at a blank line or after {@link WORDS_MAX} words.
 */
import * as foldTable from '../folding/fold-table';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';
import type { KnownWord, WordIndex } from './word-index';
import * as wordBook from './word-index';

/** For speed; see text-units.ts. */
const { FOLDED, IGNORED, IS_HAN, IS_LETTER, IS_MARK, SEPARATOR, TRAITS, ZWNJ } = foldTable;
const { CODES } = textUnits;
const { WORD_HASH_FACTOR } = wordBook;

/** Words on each side. */
export const WORDS_MAX = 14;
/** UTF-16 units on each side: in Chinese, and in any text. */
const HAN_UNITS_MAX = 24;
const UNITS_MAX = 240;

/** The context of one place in the loaded text. One reused object, because allocating one per lookup is slow. */
export class Surroundings {
  readonly before: WordRun;
  readonly after: WordRun;
  /** Null when unknown. */
  lang: string | null = null;
  private start = 0;
  private end = 0;
  private runBefore: string | null = null;
  private runAfter: string | null = null;

  constructor(
    private readonly units: TextUnits,
    private readonly wordIndex: WordIndex,
  ) {
    this.before = new WordRun(units, wordIndex, -1);
    this.after = new WordRun(units, wordIndex, 1);
  }

  /** Moves to the context of `[start, end)`. */
  moveTo(start: number, end: number): this {
    this.wordIndex.tidy();
    this.start = start;
    this.end = end;
    this.runBefore = this.runAfter = null;
    this.before.moveTo(start);
    this.after.moveTo(end);
    return this;
  }

  /** The unit at `offset` from the start of the alias or its prefix. */
  unit(offset: number): number {
    return CODES[this.start + offset]!;
  }

  get lastUnit(): number {
    return CODES[this.end - 1]!;
  }

  get endsAtBlank(): boolean {
    return CODES[this.end] === BLANK;
  }

  get endsAtComma(): boolean {
    return isComma(CODES[this.end]!);
  }

  /** The unit after the alias, skipping a blank, since French has one before a colon. */
  get unitBehind(): number {
    const unit = CODES[this.end]!;
    return (TRAITS[unit]! & FOLDED) === SEPARATOR ? CODES[this.end + 1]! : unit;
  }

  /** The characters directly before, folded, without blanks; empty without Chinese. Read on demand. */
  get hanBefore(): string {
    const { start } = this;
    return (this.runBefore ??= hanUnits(Math.max(0, start - HAN_UNITS_MAX), start, 'before'));
  }

  get hanAfter(): string {
    const { units, end } = this;
    const to = Math.min(units.length, end + HAN_UNITS_MAX);
    return (this.runAfter ??= hanUnits(end, to, 'after'));
  }
}

/** Folded units without blanks, up to a blank line; empty without Chinese. */
const hanUnits = (from: number, to: number, side: 'before' | 'after'): string => {
  let hasHan = false;
  let count = 0;
  for (let at = from; at < to; at++) {
    const unit = CODES[at]!;
    if (unit === NEWLINE && at + 1 < to && CODES[at + 1] === NEWLINE) {
      if (side === 'after') break;
      hasHan = false;
      count = 0;
      continue;
    }
    hasHan ||= (TRAITS[unit]! & IS_HAN) !== 0;
    const folded = TRAITS[unit]! & FOLDED;
    if (folded !== IGNORED && folded !== SEPARATOR) HAN_UNITS[count++] = folded;
  }
  if (!hasHan) return '';
  let folded = '';
  for (let at = 0; at < count; at++) folded += String.fromCharCode(HAN_UNITS[at]!);
  return folded;
};

const NEWLINE = 0x0a;
/** Reused buffer. */
const HAN_UNITS = new Uint16Array(HAN_UNITS_MAX);

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const GAP_OTHER = 2;
const BLANK_LINE = 3;

/** Blanks, hyphens, apostrophes, ignored units, the Persian non-joiner. */
const isSlight = (folded: number): boolean =>
  folded === IGNORED || folded === SEPARATOR || folded === APOSTROPHE || folded === ZWNJ;

const isComma = (unit: number): boolean => unit === 0x2c || unit === 0x060c || unit === 0x3001 || unit === 0xff0c;

/** 0 space or hyphen, 1 comma or quotation mark, 2 anything else, 3 a blank line, which ends the context. */
const gapOf = (from: number, to: number): number => {
  if (to - from === 1 && CODES[from] === BLANK) return 0;
  let gap = 0;
  let newlines = 0;
  for (let at = from; at < to; at++) {
    const unit = CODES[at]!;
    if (unit === NEWLINE && ++newlines === 2) return BLANK_LINE;
    if (unit === 0x2029) return BLANK_LINE;
    const folded = TRAITS[unit]! & FOLDED;
    if (isSlight(folded)) {
      // An en or em dash, or a hyphen between blanks, separates clauses; an apostrophe does not.
      if (unit >= 0x2012 && unit <= 0x2015) gap = GAP_OTHER;
      continue;
    }
    // A comma or a quotation mark separates less than a full stop.
    const light = folded === 0x22 || isComma(unit);
    gap = Math.max(gap, light ? 1 : 2);
  }
  return gap;
};

/** Maximum distance from a speaker to the next name. */
const SPEECH_UNITS_MAX = 120;

/** Whether a name at `start` is near a speaker that ended at `end`, and before a blank line. */
export const speechReaches = (end: number, start: number): boolean => {
  if (start - end > SPEECH_UNITS_MAX) return false;
  let newlines = 0;
  for (let at = Math.max(0, end); at < start; at++) {
    const unit = CODES[at]!;
    if ((TRAITS[unit]! & IS_LETTER) !== 0) newlines = 0;
    else if (unit === 0x2029 || (unit === NEWLINE && ++newlines === 2)) return false;
  }
  return true;
};

/** The words on one side of an alias, nearest first, read on demand. */
export class WordRun {
  /** Word numbers in the index, rows of their sets, and gaps. */
  private readonly numbers = new Int32Array(WORDS_MAX);
  private readonly rows = new Int32Array(WORDS_MAX);
  private readonly gaps = new Int32Array(WORDS_MAX);
  /** Words read; later array entries are stale. */
  private count = 0;
  private origin = 0;
  /** The edge of the last word read, where reading continues. */
  private edge = 0;
  private limit = 0;
  private ended = false;
  private suffix = false;

  constructor(
    private readonly units: TextUnits,
    private readonly wordIndex: WordIndex,
    private readonly step: 1 | -1,
  ) {}

  moveTo(origin: number): void {
    this.count = 0;
    this.ended = this.suffix = false;
    this.origin = this.edge = origin;
    this.limit = this.step === 1 ? Math.min(this.units.length, origin + UNITS_MAX) : Math.max(0, origin - UNITS_MAX);
  }

  /** Whether there is a word at `index`. Reads it; the other methods only look up. */
  has(index: number): boolean {
    while (this.count <= index && !this.ended) this.read();
    return index < this.count;
  }

  get(index: number): KnownWord | undefined {
    return this.has(index) ? this.wordIndex.word(this.numbers[index]!) : undefined;
  }

  /** Relation of the word at `index` to a set of the index: 0, `MEMBER`, `HEAD` or both. */
  standing(index: number, set: number): number {
    const row = this.rows[index]!;
    return row === 0 ? 0 : this.wordIndex.standing(row, set);
  }

  /** The gap before the word at `index`, on the alias's side: 0 space or hyphen, 1 comma, 2 other. */
  gap(index: number): number {
    return index < this.count ? this.gaps[index]! : GAP_OTHER;
  }

  /** Whether the alias has a suffix after an apostrophe; known once a word was read. */
  get suffixed(): boolean {
    return this.suffix;
  }

  private read(): void {
    const { edge, limit, origin } = this;
    const ahead = this.step === 1;
    const near = ahead ? behindGap(edge, limit) : beforeGap(edge, limit);
    const gap = ahead ? gapOf(edge, near) : gapOf(near, edge);
    if (near === limit || gap === BLANK_LINE) {
      this.ended = true;
      return;
    }
    const number = ahead ? this.wordBehind(near) : this.wordBefore(near);
    // Letters after an apostrophe at the alias's end are not a word: "Iran's", "İran'dan".
    if (ahead && this.count === 0 && near === origin + 1 && (TRAITS[CODES[origin]!]! & FOLDED) === APOSTROPHE) {
      this.suffix = true;
      return;
    }
    this.numbers[this.count] = number;
    this.rows[this.count] = this.wordIndex.row(number);
    this.gaps[this.count++] = gap;
    this.ended = this.count === WORDS_MAX;
  }

  /** Number of the word that begins at `from`; reading continues after it. */
  private wordBehind(from: number): number {
    const { limit } = this;
    let hash = 0;
    let to = from;
    while (to < limit && (TRAITS[CODES[to]!]! & (IS_LETTER | IS_MARK)) !== 0)
      hash = (Math.imul(hash, WORD_HASH_FACTOR) + CODES[to++]!) | 0;
    this.edge = to;
    return this.wordIndex.read(from, to, hash);
  }

  /** Number of the word that ends at `to`; reading continues before it. */
  private wordBefore(to: number): number {
    const { limit } = this;
    let hash = 0;
    let power = 1;
    let from = to;
    while (from > limit && (TRAITS[CODES[from - 1]!]! & (IS_LETTER | IS_MARK)) !== 0) {
      hash = (hash + Math.imul(CODES[--from]!, power)) | 0;
      power = Math.imul(power, WORD_HASH_FACTOR);
    }
    this.edge = from;
    return this.wordIndex.read(from, to, hash);
  }
}

const behindGap = (at: number, limit: number): number => {
  while (at < limit && (TRAITS[CODES[at]!]! & IS_LETTER) === 0) at++;
  return at;
};

const beforeGap = (at: number, limit: number): number => {
  while (at > limit && (TRAITS[CODES[at - 1]!]! & IS_LETTER) === 0) at--;
  return at;
};
