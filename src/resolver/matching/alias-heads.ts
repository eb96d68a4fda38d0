/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads typed arrays within their bounds */
/**
 * The heads of all names, as a set of hashes: nearly every word of a text begins no name, and one or two
 * looks into this set tell so before the trie is asked.
 *
 * The head of a name is its first word, as far as it is letters; of a Chinese name, its first two
 * characters. A hash is a polynomial in the folded units modulo 2³², so that a reader computes it on the
 * way through a word, and the hash of a word behind its prefixes follows from the whole one
 * (R. Karp, M. Rabin, "Efficient randomized pattern-matching algorithms", 1987). The set keeps three
 * bits for each hash, all in one word of 32: where one is missing, no name begins; where all are there, one may,
 * and one look at the memory says which (F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient
 * Bloom filters", 2007).
 *
 * Words like "the" and "new" begin names and stand everywhere, and so does the "l" of "l'est". Besides each head the set
 * keeps therefore what follows it: {@link ALONE}, or, where the name goes on behind a blank or an apostrophe, that and
 * the next three letters. One look at the head answers for most words, a second one for the others.
 */
import * as foldTable from '../folding/fold-table';

/** Bound to this file, as text-units.ts explains. */
const { HAN, KIND, LETTER, SEPARATOR } = foldTable;

/** Odd, and a shift and a sum away from the hash: no multiplication stands between one unit and the next. */
const HASH_FACTOR = 33;
/** Spreads a hash: its high bits choose a word, others the bits in it. */
const SPREAD = 0x85ebca6b | 0;
/** Bits of the set for each hash in it, at least: one word in a hundred passes for nothing. */
const BITS_PER_HASH = 8;
const WORDS_MIN = 1 << 5;
const APOSTROPHE = 0x27;

interface AliasHeads {
  readonly bits: Int32Array;
  /** How far a spread hash is shifted to give its word. */
  readonly shift: number;
  /** A bit for each unit: whether it is Chinese and begins a name. */
  readonly hanFirst: Int32Array;
}

export const buildAliasHeads = (names: readonly string[]): AliasHeads => {
  const hashes = new Set<number>();
  for (const name of names) addHashes(name, hashes);
  let words = WORDS_MIN;
  while (words * 32 < hashes.size * BITS_PER_HASH) words *= 2;
  const shift = 32 - Math.log2(words);
  const bits = new Int32Array(words);
  for (const hash of hashes) {
    const spread = Math.imul(hash, SPREAD);
    bits[spread >>> shift]! |= pattern(spread);
  }
  const hanFirst = new Int32Array(65536 / 32);
  for (const name of names) {
    const unit = name.charCodeAt(0);
    if (((KIND[unit] ?? 0) & HAN) !== 0) hanFirst[unit >>> 5]! |= 1 << unit;
  }
  return { bits, shift, hanFirst };
};

/** The bits of a hash in its word. */
const pattern = (spread: number): number => (1 << spread) | (1 << (spread >>> 5)) | (1 << (spread >>> 10));

/** Whether the set of `bits` and `shift` may hold a hash. */
export const mayHold = (bits: Int32Array, shift: number, hash: number): boolean => {
  const spread = Math.imul(hash, SPREAD);
  const word = bits[spread >>> shift]!;
  return ((word >>> spread) & (word >>> (spread >>> 5)) & (word >>> (spread >>> 10)) & 1) !== 0;
};

/** Stands in a hash for the end of a name, or for what is neither a letter nor parts words. */
export const ALONE = 0;

const addHashes = (name: string, hashes: Set<number>): void => {
  const isHan = (kindAt(name, 0) & HAN) !== 0;
  let hash = 0;
  let at = 0;
  for (; at < name.length; at++) {
    const belongs = isHan ? at < 2 : isPlainLetter(kindAt(name, at));
    if (!belongs) break;
    hash = hashOn(hash, name.charCodeAt(at));
  }
  const next = name.charCodeAt(at);
  hashes.add(hash);
  if (isHan) return;
  if (!isParting(next)) {
    hashes.add(hashOn(hash, ALONE));
    return;
  }
  // The next three units, as far as they are letters; the first of them may be any.
  let further = hashOn(hashOn(hash, next), name.charCodeAt(at + 1));
  let isLetter = true;
  for (let ahead = at + 2; ahead <= at + 3; ahead++) {
    isLetter &&= isPlainLetter(kindAt(name, ahead));
    further = hashOn(further, isLetter ? name.charCodeAt(ahead) : SEPARATOR);
  }
  hashes.add(further);
};

/** Whether the folded unit behind a word may stand within a name. */
export const isParting = (folded: number): boolean => folded === SEPARATOR || folded === APOSTROPHE;

/** Of a unit's kind: what continues a word that is no Chinese. */
const isPlainLetter = (kind: number): boolean => (kind & (LETTER | HAN)) === LETTER;

const kindAt = (name: string, at: number): number => KIND[name.charCodeAt(at)] ?? 0;

/** The hash of what has been read and one more folded unit. */
export const hashOn = (hash: number, folded: number): number => ((hash << 5) + hash + folded) | 0;

/** A longer word is not looked at by its hash. */
export const HASHED_UNITS_MAX = 64;

const POWERS = new Int32Array(HASHED_UNITS_MAX + 1).fill(1);
for (let power = 1; power <= HASHED_UNITS_MAX; power++) POWERS[power] = Math.imul(POWERS[power - 1] ?? 0, HASH_FACTOR);

/** The hash of the last `length` units of a word, from that of the word and that of the units before. */
export const hashBehind = (hash: number, before: number, length: number): number =>
  (hash - Math.imul(before, POWERS[length] ?? 0)) | 0;
