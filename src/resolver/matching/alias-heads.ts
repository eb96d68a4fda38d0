/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads typed arrays within their bounds */
/**
 * A set of hashes of name heads: nearly every word of a text begins no name, and one or two lookups here show it before
 * the trie is walked.
 *
 * The head of a name is the letters of its first word; of a Chinese name its first two characters. A hash is a
 * polynomial in the folded units modulo 2³², computed while reading a word; the hash of a word without its prefixes
 * follows from the whole (R. Karp, M. Rabin, "Efficient randomized pattern-matching algorithms", 1987). The set is a
 * blocked Bloom filter with three bits per hash in one 32-bit word, so a test is one memory access (F. Putze, P.
 * Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", 2007).
 *
 * Words like "the" and "new" begin names but occur everywhere, as does the "l" of "l'est". So the set also has each
 * head with its continuation: {@link ALONE}, or, if the name continues after a blank or an apostrophe, the separator
 * and the next three letters. The first lookup rejects most words, a second one the others.
 */
import * as foldTable from '../folding/fold-table';

/** For speed; see text-units.ts. */
const { HAN, KIND, LETTER, SEPARATOR } = foldTable;

/** Odd, and computable by a shift and a sum instead of a multiplication per unit. */
const HASH_FACTOR = 33;
/** Mixes a hash: its high bits select a word, others the bits in it. */
const SPREAD = 0x85ebca6b | 0;
/** Minimum filter bits per hash: about one percent false positives. */
const BITS_PER_HASH = 8;
const WORDS_MIN = 1 << 5;
const APOSTROPHE = 0x27;

interface AliasHeads {
  readonly bits: Int32Array;
  /** Shift of a mixed hash to its word index. */
  readonly shift: number;
  /** One bit per unit: a Chinese character that begins a name. */
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

const pattern = (spread: number): number => (1 << spread) | (1 << (spread >>> 5)) | (1 << (spread >>> 10));

/** Whether the filter may contain a hash. */
export const mayHold = (bits: Int32Array, shift: number, hash: number): boolean => {
  const spread = Math.imul(hash, SPREAD);
  const word = bits[spread >>> shift]!;
  return ((word >>> spread) & (word >>> (spread >>> 5)) & (word >>> (spread >>> 10)) & 1) !== 0;
};

/** Hashed for the end of a name, or for a unit that is neither letter nor separator. */
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
  // The next three units, up to the last letter; the first may be any unit.
  let further = hashOn(hashOn(hash, next), name.charCodeAt(at + 1));
  let isLetter = true;
  for (let ahead = at + 2; ahead <= at + 3; ahead++) {
    isLetter &&= isPlainLetter(kindAt(name, ahead));
    further = hashOn(further, isLetter ? name.charCodeAt(ahead) : SEPARATOR);
  }
  hashes.add(further);
};

/** Whether the folded unit after a word may be inside a name. */
export const isParting = (folded: number): boolean => folded === SEPARATOR || folded === APOSTROPHE;

const isPlainLetter = (kind: number): boolean => (kind & (LETTER | HAN)) === LETTER;

const kindAt = (name: string, at: number): number => KIND[name.charCodeAt(at)] ?? 0;

export const hashOn = (hash: number, folded: number): number => ((hash << 5) + hash + folded) | 0;

/** Longer words are not hashed. */
export const HASHED_UNITS_MAX = 64;

const POWERS = new Int32Array(HASHED_UNITS_MAX + 1).fill(1);
for (let power = 1; power <= HASHED_UNITS_MAX; power++) POWERS[power] = Math.imul(POWERS[power - 1] ?? 0, HASH_FACTOR);

/** The hash of a word's last `length` units, from the hashes of the word and of the units before them. */
export const hashBehind = (hash: number, before: number, length: number): number =>
  (hash - Math.imul(before, POWERS[length] ?? 0)) | 0;
