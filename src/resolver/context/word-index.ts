/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads typed arrays within their bounds */
/**
 * Index of words for the context rules of one resolver: each word as written, folded once, with the sets of patterns
 * that contain it. Texts repeat words, so they are cached; records are in order of first use, words of one sentence
 * side by side.
 */
import { addTo } from '../../platform/common/group-by';
import * as foldTable from '../folding/fold-table';
import { foldText } from '../folding/fold-text';
import * as textUnits from '../folding/text-units';

/** For speed; see text-units.ts. */
const { KIND, UPPER } = foldTable;
const { CODES } = textUnits;

export interface KnownWord {
  readonly written: string;
  readonly folded: string;
  readonly capital: boolean;
  readonly upper: boolean;
}

interface WordPatterns {
  readonly whole: Iterable<string>;
  readonly stems: Iterable<string>;
  /** First words of phrases. */
  readonly heads: Iterable<string>;
  /** Last words of phrases, without stems. */
  readonly tails: Iterable<string>;
}

interface WordSet extends WordPatterns {
  readonly lists: readonly number[];
}

/** Hash table slots: a power of two. */
const PLACES = 1 << 15;
const PLACES_MASK = PLACES - 1;
/** Maximum words, including an unused first one: some slots stay free, so that searches end soon. */
const WORDS_MAX = PLACES * 0.75;
/**
 * A record has 32 bytes: the hash, the length above the row of its sets, and the first units. Words read are never
 * longer than 255 units.
 */
const RECORD_INTS = 8;
const FORM = 1;
const LENGTH_SHIFT = 24;
const ROW_MASK = (1 << LENGTH_SHIFT) - 1;
const RECORD_UNITS = RECORD_INTS * 2;
const FIRST_UNIT = 4;
const UNITS_KEPT = RECORD_UNITS - FIRST_UNIT;
/** The hash of a word is a polynomial in its units modulo 2³², so it can be computed from either end. */
export const WORD_HASH_FACTOR = 0x9e3779b1 | 0;

/**
 * Results of {@link WordIndex.standing}: the word is in the set; a phrase of the set begins with it; one ends with it.
 */
export const MEMBER = 1;
export const HEAD = 2;
export const TAIL = 4;

/** Short words attached in Hebrew and Arabic; patterns match after them. A bare ك begins too many Persian words. */
const ATTACHED = /^(?:[וףבלמשכה]{1,3}(?=[א-ת]{3})|[وف]?[بلك]?ال(?=..)|[وف]?لل(?=..)|[وفبل](?=...))/;

export class WordIndex {
  private readonly whole = new Map<string, number[]>();
  private readonly stems = new Map<string, number[]>();
  private readonly phrased = new Map<string, number[]>();
  private readonly stemLengths = new Set<number>();
  /** Word number by hash, with linear probing; 0 is free. */
  private readonly numbers = new Uint16Array(PLACES);
  private readonly records = new Int32Array(WORDS_MAX * RECORD_INTS);
  private readonly units = new Uint16Array(this.records.buffer);
  private words: KnownWord[] = [NO_WORD];
  private setCount = 0;
  private listCount = 0;
  /** List numbers of each set, from which a mask per set is computed once all are known. */
  private readonly listsOfSets: (readonly number[])[] = [];
  private masks: Int32Array | null = null;
  private maskLength = 0;
  /**
   * Rows: the lists of a word, those with a phrase that it begins or ends, and its relations to words of single sets.
   */
  private rows = new Int32Array(ROWS_MIN);
  /** Start of the next row; row 0 is shared by most words, which are in no set. */
  private rowsEnd = 1;
  private readonly rowNumbers = new Map<string, number>([['', 0]]);

  /** Adds a list and returns its number. Sets share lists, so their words are stored once. */
  addList(patterns: WordPatterns): number {
    const list = this.listCount++;
    this.note(patterns, (standing) => ofList(list, standing));
    return list;
  }

  /** Adds a set and returns its number. All sets must be added before the first word is read. */
  add({ lists, ...own }: WordSet): number {
    const set = this.setCount++;
    this.listsOfSets.push(lists);
    this.note(own, (standing) => ofSet(set, standing));
    return set;
  }

  private note(patterns: WordPatterns, code: (standing: number) => number): void {
    for (const word of patterns.whole) addTo(this.whole, word, code(MEMBER));
    for (const head of patterns.heads) addTo(this.phrased, head, code(HEAD));
    for (const tail of patterns.tails) addTo(this.phrased, tail, code(TAIL));
    for (const stem of patterns.stems) {
      addTo(this.stems, stem, code(MEMBER));
      this.stemLengths.add(stem.length);
    }
  }

  /** Clears the cache when nearly full. Earlier results of {@link read} become invalid. */
  tidy(): void {
    if (this.words.length < WORDS_MAX - WORDS_ASKED) return;
    this.numbers.fill(0);
    this.words = [NO_WORD];
  }

  /**
   * Number of the word at `[from, to)` of the loaded text; `hash` is that of its units as written. Valid until the next
   * {@link tidy}, before which at most 64 words may be read.
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

  word(number: number): KnownWord {
    return this.words[number]!;
  }

  /** Row of a word's sets; 0 for none. */
  row(number: number): number {
    return this.records[number * RECORD_INTS + FORM]! & ROW_MASK;
  }

  /** Relation of a row's words to a set: 0, or a combination of {@link MEMBER}, {@link HEAD} and {@link TAIL}. */
  standing(row: number, set: number): number {
    if (row === 0) return 0;
    const { rows, maskLength } = this;
    const masks = this.masks!;
    const mask = set * maskLength;
    const heads = row + maskLength;
    const tails = heads + maskLength;
    let member = 0;
    let head = 0;
    let tail = 0;
    for (let at = 0; at < maskLength; at++) {
      member |= rows[row + at]! & masks[mask + at]!;
      head |= rows[heads + at]! & masks[mask + at]!;
      tail |= rows[tails + at]! & masks[mask + at]!;
    }
    let standing = (member === 0 ? 0 : MEMBER) | (head === 0 ? 0 : HEAD) | (tail === 0 ? 0 : TAIL);
    // Few words are in more than four sets directly.
    for (let at = tails + maskLength; rows[at]! !== 0; at++)
      if (rows[at]! >>> STANDING_BITS === set + 1) standing |= rows[at]! & STANDING_MASK;
    return standing;
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

  /** Words of the same lists and sets share a row. */
  private rowOf(folded: string): number {
    const codes = formsOfWord(folded).flatMap((form) => this.membershipsOf(form));
    codes.push(...(this.phrased.get(folded) ?? []));
    const distinct = [...new Set(codes)].sort((left, right) => left - right);
    const key = distinct.join();
    const known = this.rowNumbers.get(key);
    if (known !== undefined) return known;
    this.masks ??= this.maskSets();
    const { maskLength } = this;
    const row = this.rowsEnd;
    const end = row + SEGMENTS * maskLength + distinct.length + 1;
    while (end > this.rows.length) this.rows = doubled(this.rows);
    let at = row + SEGMENTS * maskLength;
    for (const code of distinct) {
      if (code > 0) this.rows[at++] = code;
      else {
        const list = -1 - (code >> STANDING_BITS);
        const segment = SEGMENT_OF[code & STANDING_MASK]!;
        this.rows[row + segment * maskLength + (list >>> 5)]! |= 1 << (list & 31);
      }
    }
    this.rowsEnd = at + 1;
    this.rowNumbers.set(key, row);
    return row;
  }

  private maskSets(): Int32Array {
    this.maskLength = Math.ceil(this.listCount / 32);
    const masks = new Int32Array(this.setCount * this.maskLength);
    this.listsOfSets.forEach((lists, set) => {
      for (const list of lists) masks[set * this.maskLength + (list >>> 5)]! |= 1 << (list & 31);
    });
    return masks;
  }

  private membershipsOf(form: string): number[] {
    const found = [...(this.whole.get(form) ?? [])];
    for (const length of this.stemLengths) {
      if (length <= form.length) found.push(...(this.stems.get(form.slice(0, length)) ?? []));
    }
    return found;
  }
}

/** A membership is one number: relation in the low bits, above them the set's number, or a negative list number. */
const STANDING_BITS = 3;
const STANDING_MASK = (1 << STANDING_BITS) - 1;
/** A row begins with three masks of lists: of members, of heads, of tails. */
const SEGMENTS = 3;
const SEGMENT_OF = [0, 0, 1, 0, 2];
const ofSet = (set: number, standing: number): number => ((set + 1) << STANDING_BITS) | standing;
const ofList = (list: number, standing: number): number => ((-1 - list) << STANDING_BITS) | standing;

/** The word, and a Hebrew or Arabic one without its prefixes. */
export const formsOfWord = (folded: string): string[] => {
  const unit = folded.charCodeAt(0);
  if (!(unit >= 0x590 && unit <= 0x6ff)) return [folded];
  const bare = folded.replace(ATTACHED, '');
  return bare === folded ? [folded] : [folded, bare, folded.slice(1)];
};

const isSame = (word: string, from: number): boolean => {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== CODES[from + at]) return false;
  return true;
};

const NO_WORD: KnownWord = { written: '', folded: '', capital: false, upper: false };
/** More than the context of one alias has. */
const WORDS_ASKED = 64;
const ROWS_MIN = 1 << 12;

const doubled = (rows: Int32Array): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(Math.max(ROWS_MIN, rows.length * 2));
  larger.set(rows);
  return larger;
};
