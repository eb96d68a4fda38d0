/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads typed arrays within their bounds */
/**
 * What the context rules of one resolver know of words: a word as a text writes it, folded once, with
 * the sets of patterns that it belongs to. Texts repeat their words, so they are kept; their
 * records lie in the order in which they were met, words of one sentence side by side.
 */
import * as foldTable from './fold-table';
import { foldText } from './fold-text';
import * as textUnits from './text-units';

/** Bound to this file, as text-units.ts explains. */
const { KIND, UPPER } = foldTable;
const { CODES } = textUnits;

export interface KnownWord {
  readonly written: string;
  readonly folded: string;
  readonly capital: boolean;
  readonly upper: boolean;
}

/** What one set of patterns says of single words, folded. */
export interface WordPatterns {
  readonly whole: Iterable<string>;
  readonly stems: Iterable<string>;
  /** First words of phrases. */
  readonly heads: Iterable<string>;
}

/** Places for the words that are kept: a power of two. */
const PLACES = 1 << 15;
const PLACES_MASK = PLACES - 1;
/** So many words at most, of which the first is none: the other places stay free, so that a search ends soon. */
const WORDS_MAX = PLACES * 0.75;
/** A record has 32 bytes: the hash, the length above the row of its sets, and the first units. */
const RECORD_INTS = 8;
const FORM = 1;
const LENGTH_SHIFT = 16;
const ROW_MASK = (1 << LENGTH_SHIFT) - 1;
const RECORD_UNITS = RECORD_INTS * 2;
const FIRST_UNIT = 4;
const UNITS_KEPT = RECORD_UNITS - FIRST_UNIT;
/** The hash of a word is a polynomial in its units modulo 2³², so that it can be read from either end. */
export const WORD_HASH_FACTOR = 0x9e3779b1 | 0;

/** What {@link WordBook.standing} says: the word is of the set; a phrase of the set begins with it. */
export const MEMBER = 1;
export const HEAD = 2;

/** Hebrew and Arabic write small words onto the next one; a pattern matches behind them too. */
const ATTACHED =
  /^(?:[וףבלמשכה]{1,3}(?=[א-ת]{3})|[وف]?[بلك]?ال(?=..)|[وف]?لل(?=..)|[وفبلك](?=...))/;

export class WordBook {
  private readonly whole = new Map<string, number[]>();
  private readonly stems = new Map<string, number[]>();
  private readonly heads = new Map<string, number[]>();
  private readonly stemLengths = new Set<number>();
  /** By hash the number of a word, there or at the next places; 0 where there is none. */
  private readonly numbers = new Uint16Array(PLACES);
  private readonly records = new Int32Array(WORDS_MAX * RECORD_INTS);
  private readonly units = new Uint16Array(this.records.buffer);
  private words: KnownWord[] = [NO_WORD];
  private setCount = 0;
  /** Two bits for each set in each row; the first row is that of most words, which belong to none. */
  private rows = new Int32Array(0);
  private rowLength = 0;
  private readonly rowNumbers = new Map<string, number>();

  /** A set's number. Every set is added before the first word is read. */
  add({ whole, stems, heads }: WordPatterns): number {
    const set = this.setCount++;
    for (const word of whole) note(this.whole, word, set * 2);
    for (const head of heads) note(this.heads, head, set * 2 + 1);
    for (const stem of stems) {
      note(this.stems, stem, set * 2);
      this.stemLengths.add(stem.length);
    }
    return set;
  }

  /** Lets all words go where they may become too many. What {@link read} has answered means nothing then. */
  tidy(): void {
    if (this.words.length < WORDS_MAX - WORDS_ASKED) return;
    this.numbers.fill(0);
    this.words = [NO_WORD];
  }

  /**
   * The number of the word that is written at `[from, to)` of the text that is loaded; `hash` is that of its units as written. Holds until
   * the next {@link tidy}, before which no more than 64 words may be read.
   */
  read(from: number, to: number, hash: number): number {
    const { records, numbers } = this;
    const length = to - from;
    for (let place = hash & PLACES_MASK; ; place = (place + 1) & PLACES_MASK) {
      const number = numbers[place]!;
      if (number === 0) return (numbers[place] = this.learn(from, to, hash));
      const record = number * RECORD_INTS;
      if (
        records[record] === hash &&
        records[record + FORM]! >>> LENGTH_SHIFT === length &&
        this.isWritten(number, from, length)
      )
        return number;
    }
  }

  /** The word of a number. */
  word(number: number): KnownWord {
    return this.words[number]!;
  }

  /** The row of a word's sets; 0 where it belongs to none. */
  row(number: number): number {
    return this.records[number * RECORD_INTS + FORM]! & ROW_MASK;
  }

  /** How the words of a row stand to a set: 0, {@link MEMBER}, {@link HEAD} or both. */
  standing(row: number, set: number): number {
    return (this.rows[row * this.rowLength + (set >>> 4)]! >>> ((set & 15) * 2)) & (MEMBER | HEAD);
  }

  private isWritten(number: number, from: number, length: number): boolean {
    const { units } = this;
    if (length > UNITS_KEPT) return isSame(this.word(number).written, from);
    const first = number * RECORD_UNITS + FIRST_UNIT;
    for (let at = 0; at < length; at++) if (units[first + at] !== CODES[from + at]) return false;
    return true;
  }

  private learn(from: number, to: number, hash: number): number {
    const written = String.fromCharCode(...CODES.subarray(from, to));
    const folded = foldText(written);
    const number = this.words.length;
    this.words.push({
      written,
      folded,
      capital: (KIND[written.charCodeAt(0)]! & UPPER) !== 0,
      upper: written === written.toUpperCase() && written !== written.toLowerCase(),
    });
    const record = number * RECORD_INTS;
    this.records[record] = hash;
    this.records[record + FORM] = ((to - from) << LENGTH_SHIFT) | this.rowOf(folded);
    const kept = Math.min(to, from + UNITS_KEPT);
    this.units.set(CODES.subarray(from, kept), number * RECORD_UNITS + FIRST_UNIT);
    return number;
  }

  /** Words of the same sets share a row. */
  private rowOf(folded: string): number {
    const bits = formsOf(folded).flatMap((form) => this.membershipsOf(form));
    bits.push(...(this.heads.get(folded) ?? []));
    const key = [...new Set(bits)].sort((left, right) => left - right).join();
    const known = this.rowNumbers.get(key);
    if (known !== undefined) return known;
    if (this.rowNumbers.size === 0) {
      this.rowLength = Math.ceil((this.setCount * 2) / 32);
      if (key !== '') this.rowNumbers.set('', 0);
    }
    const row = this.rowNumbers.size;
    this.rowNumbers.set(key, row);
    const first = row * this.rowLength;
    while (first + this.rowLength > this.rows.length) this.rows = doubled(this.rows);
    for (const bit of bits) this.rows[first + (bit >>> 5)]! |= 1 << (bit & 31);
    return row;
  }

  private membershipsOf(form: string): number[] {
    const found = [...(this.whole.get(form) ?? [])];
    for (const length of this.stemLengths) {
      if (length <= form.length) found.push(...(this.stems.get(form.slice(0, length)) ?? []));
    }
    return found;
  }
}

const note = (sets: Map<string, number[]>, word: string, bit: number): void => {
  const known = sets.get(word);
  if (known === undefined) sets.set(word, [bit]);
  else known.push(bit);
};

/** The word, and what is left of a Hebrew or Arabic one behind its prefixes. */
const formsOf = (folded: string): string[] => {
  const unit = folded.charCodeAt(0);
  if (!(unit >= 0x590 && unit <= 0x6ff)) return [folded];
  const bare = folded.replace(ATTACHED, '');
  return bare === folded ? [folded] : [folded, bare, folded.slice(1)];
};

const isSame = (word: string, from: number): boolean => {
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== CODES[from + at]) return false;
  return true;
};

const NO_WORD: KnownWord = { written: '', folded: '', capital: false, upper: false };
/** More than stand around one alias, on both sides. */
const WORDS_ASKED = 64;
const ROWS_MIN = 1 << 12;

const doubled = (rows: Int32Array): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(Math.max(ROWS_MIN, rows.length * 2));
  larger.set(rows);
  return larger;
};
