/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads typed arrays within their bounds */
/**
 * What the context rules of one resolver know of words: a word as a text writes it, folded once, with
 * the sets of patterns that it belongs to. Texts repeat their words, so the last ones are kept, and to ask
 * whether a word belongs to a set is to look at one bit.
 */
import { KIND, UPPER } from './fold-table';
import { foldText } from './fold-text';

export interface KnownWord {
  readonly written: string;
  readonly folded: string;
  readonly capital: boolean;
  readonly upper: boolean;
  /** Bit for bit the sets that it belongs to or begins a phrase of; null for most words: in none. */
  readonly sets: Uint32Array | null;
  /** Of the units as written. */
  readonly hash: number;
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
/** A word is kept at one of so many places; where all are taken, it takes the first. */
const PROBES_MAX = 8;
/** The hash of a word is a polynomial in its units modulo 2³², so that it can be read from either end. */
export const WORD_HASH_FACTOR = 0x9e3779b1 | 0;

/** Hebrew and Arabic write small words onto the next one; a pattern matches behind them too. */
const ATTACHED =
  /^(?:[וףבלמשכה]{1,3}(?=[א-ת]{3})|[وف]?[بلك]?ال(?=..)|[وف]?لل(?=..)|[وفبلك](?=...))/;

export class WordBook {
  private readonly whole = new Map<string, number[]>();
  private readonly stems = new Map<string, number[]>();
  private readonly heads = new Map<string, number[]>();
  private readonly stemLengths = new Set<number>();
  private readonly kept: (KnownWord | null)[] = new Array<KnownWord | null>(PLACES).fill(null);
  private sets = 0;

  /** A set's number. Every set is added before the first word is read. */
  add({ whole, stems, heads }: WordPatterns): number {
    const set = this.sets++;
    for (const word of whole) note(this.whole, word, memberBit(set));
    for (const head of heads) note(this.heads, head, headBit(set));
    for (const stem of stems) {
      note(this.stems, stem, memberBit(set));
      this.stemLengths.add(stem.length);
    }
    return set;
  }

  /** The word that `codes[from, to)` writes; `hash` is that of its units as written. */
  read(codes: Uint16Array, from: number, to: number, hash: number): KnownWord {
    const { kept } = this;
    let free = hash & PLACES_MASK;
    for (let probe = 0; probe < PROBES_MAX; probe++) {
      const place = (hash + probe) & PLACES_MASK;
      const word = kept[place] ?? null;
      if (word === null) {
        free = place;
        break;
      }
      if (word.hash === hash && isWritten(word.written, codes, from, to)) return word;
    }
    return (kept[free] = this.learn(String.fromCharCode(...codes.subarray(from, to)), hash));
  }

  private learn(written: string, hash: number): KnownWord {
    const folded = foldText(written);
    return {
      written,
      folded,
      capital: (KIND[written.charCodeAt(0)]! & UPPER) !== 0,
      upper: written === written.toUpperCase() && written !== written.toLowerCase(),
      sets: this.setsOf(folded),
      hash,
    };
  }

  private setsOf(folded: string): Uint32Array | null {
    const bits = formsOf(folded).flatMap((form) => this.membershipsOf(form));
    bits.push(...(this.heads.get(folded) ?? []));
    if (bits.length === 0) return null;
    const sets = new Uint32Array(Math.ceil((this.sets * 2) / 32));
    for (const bit of bits) sets[bit >>> 5]! |= 1 << (bit & 31);
    return sets;
  }

  private membershipsOf(form: string): number[] {
    const found = [...(this.whole.get(form) ?? [])];
    for (const length of this.stemLengths) {
      if (length <= form.length) found.push(...(this.stems.get(form.slice(0, length)) ?? []));
    }
    return found;
  }
}

/** Whether the word belongs to the set of this number. */
export const isMember = ({ sets }: KnownWord, set: number): boolean =>
  sets !== null && hasBit(sets, memberBit(set));

/** Whether a phrase of the set begins with the word. */
export const isHead = ({ sets }: KnownWord, set: number): boolean =>
  sets !== null && hasBit(sets, headBit(set));

const memberBit = (set: number): number => set * 2;
const headBit = (set: number): number => set * 2 + 1;
const hasBit = (sets: Uint32Array, bit: number): boolean =>
  (sets[bit >>> 5]! & (1 << (bit & 31))) !== 0;

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

const isWritten = (word: string, codes: Uint16Array, from: number, to: number): boolean => {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== codes[from + at]) return false;
  return true;
};
