/* eslint-disable @typescript-eslint/no-non-null-assertion -- typed arrays are read within their bounds */
/**
 * What stands around an alias in a text: its neighbours word by word, read only as far as a rule asks,
 * and the run of Chinese on either side, where words have no blanks between them. Nothing here looks
 * beyond a blank line or further than {@link WORDS_MAX} words.
 */
import * as foldTable from '../folding/fold-table';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';
import type { KnownWord, WordIndex } from './word-index';
import * as wordBook from './word-index';

/** Bound to this file, as text-units.ts explains. */
const { FOLDED, IGNORED, IS_HAN, IS_LETTER, IS_MARK, SEPARATOR, TRAITS, ZWNJ } = foldTable;
const { CODES } = textUnits;
const { WORD_HASH_FACTOR } = wordBook;

/** How far a rule looks, in words to each side. */
export const WORDS_MAX = 14;
/** How far it looks in Chinese, and at most anywhere, in UTF-16 units to each side. */
const HAN_UNITS_MAX = 24;
const UNITS_MAX = 240;

/**
 * What stands around one place of the text that is loaded. One object is moved from place to place: a text
 * asks too often to make a new one each time.
 */
export class Surroundings {
  readonly before: WordRun;
  readonly after: WordRun;
  /** Of the text; null where nobody knows. */
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

  /** To what stands around `[start, end)`. */
  moveTo(start: number, end: number): this {
    this.wordIndex.tidy();
    this.start = start;
    this.end = end;
    this.runBefore = this.runAfter = null;
    this.before.moveTo(start);
    this.after.moveTo(end);
    return this;
  }

  /** The unit of the text with which the alias, or the prefix before it, begins; of what follows by `offset`. */
  unit(offset: number): number {
    return CODES[this.start + offset]!;
  }

  /** The unit with which the alias ends. */
  get lastUnit(): number {
    return CODES[this.end - 1]!;
  }

  /** Whether a blank follows, and no hyphen. */
  get endsAtBlank(): boolean {
    return CODES[this.end] === BLANK;
  }

  /** The first unit behind the alias that is no blank: French sets one before a colon. */
  get unitBehind(): number {
    const unit = CODES[this.end]!;
    return (TRAITS[unit]! & FOLDED) === SEPARATOR ? CODES[this.end + 1]! : unit;
  }

  /** The run directly before, folded and without blanks; empty where no Chinese is in it. Read only where a rule asks. */
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

/** Folded units without blanks, up to a blank line; nothing where no Chinese is among them. */
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
/** Where they are gathered. */
const HAN_UNITS = new Uint16Array(HAN_UNITS_MAX);

const BLANK = 0x20;
const APOSTROPHE = 0x27;
const GAP_OTHER = 2;
const BLANK_LINE = 3;

/** Blanks, hyphens, apostrophes, what folds to nothing, the non-joiner of Persian. */
const isSlight = (folded: number): boolean =>
  folded === IGNORED || folded === SEPARATOR || folded === APOSTROPHE || folded === ZWNJ;

/** 0 space or hyphen, 1 comma or quotation mark, 2 anything else; 3 a blank line, which nothing crosses. */
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
      // An en or em dash, or a hyphen between blanks, parts clauses; an apostrophe does not.
      if (unit >= 0x2012 && unit <= 0x2015) gap = GAP_OTHER;
      continue;
    }
    // A comma or a quotation mark parts less than a full stop.
    const light = folded === 0x22 || unit === 0x2c || unit === 0x060c || unit === 0x3001 || unit === 0xff0c;
    gap = Math.max(gap, light ? 1 : 2);
  }
  return gap;
};

/** The words on one side of an alias, nearest first, read as far as they are asked for. */
export class WordRun {
  /** Numbers in the index, the rows of their sets, and what parts the words. */
  private readonly numbers = new Int32Array(WORDS_MAX);
  private readonly rows = new Int32Array(WORDS_MAX);
  private readonly gaps = new Int32Array(WORDS_MAX);
  /** How many words have been read; what the arrays hold behind them is left from an earlier place. */
  private count = 0;
  private origin = 0;
  /** The edge of the last word read, where reading goes on. */
  private edge = 0;
  private limit = 0;
  private ended = false;
  private suffix = false;
  private ending = '';

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

  /** Whether there is a word at `index`: what is read here, the other questions only look up. */
  has(index: number): boolean {
    while (this.count <= index && !this.ended) this.read();
    return index < this.count;
  }

  get(index: number): KnownWord | undefined {
    return this.has(index) ? this.wordIndex.word(this.numbers[index]!) : undefined;
  }

  /** How the word at `index` stands to a set of the index: 0, `MEMBER`, `HEAD` or both. */
  standing(index: number, set: number): number {
    const row = this.rows[index]!;
    return row === 0 ? 0 : this.wordIndex.standing(row, set);
  }

  /** What parts the word at `index` from the alias's side: 0 space or hyphen, 1 comma, 2 other. */
  gap(index: number): number {
    return index < this.count ? this.gaps[index]! : GAP_OTHER;
  }

  /** Whether letters behind an apostrophe end the alias; known once a word has been asked for. */
  get suffixed(): boolean {
    return this.suffix;
  }

  /** Whether these letters are an ending as Turkish sets it, and no 's. */
  get inflected(): boolean {
    return this.suffix && this.ending !== 's';
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
    // The letters after an apostrophe at the alias's end are no word: "Iran's", "İran'dan".
    if (ahead && this.count === 0 && near === origin + 1 && (TRAITS[CODES[origin]!]! & FOLDED) === APOSTROPHE) {
      this.suffix = true;
      this.ending = this.wordIndex.word(number).folded;
      return;
    }
    this.numbers[this.count] = number;
    this.rows[this.count] = this.wordIndex.row(number);
    this.gaps[this.count++] = gap;
    this.ended = this.count === WORDS_MAX;
  }

  /** The number of the word that begins at `from`; reading goes on behind it. */
  private wordBehind(from: number): number {
    const { limit } = this;
    let hash = 0;
    let to = from;
    while (to < limit && (TRAITS[CODES[to]!]! & (IS_LETTER | IS_MARK)) !== 0)
      hash = (Math.imul(hash, WORD_HASH_FACTOR) + CODES[to++]!) | 0;
    this.edge = to;
    return this.wordIndex.read(from, to, hash);
  }

  /** The number of the word that ends at `to`; reading goes on before it. */
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

/** Where the next letter stands at `at` or behind it. */
const behindGap = (at: number, limit: number): number => {
  while (at < limit && (TRAITS[CODES[at]!]! & IS_LETTER) === 0) at++;
  return at;
};

/** Behind the last letter before `at`. */
const beforeGap = (at: number, limit: number): number => {
  while (at > limit && (TRAITS[CODES[at - 1]!]! & IS_LETTER) === 0) at--;
  return at;
};
