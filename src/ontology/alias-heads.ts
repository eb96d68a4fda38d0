/**
 * The heads of all names, as a set of hashes: nearly every word of a text begins no name, and one or two
 * looks into this set tell so before the trie is asked.
 *
 * The head of a name is its first word, as far as it is letters; of a Chinese name, its first two
 * characters. A hash is a polynomial in the folded units modulo 2³², so that a reader computes it on the
 * way through a word, and the hash of a word behind its prefixes follows from the whole one
 * (R. Karp, M. Rabin, "Efficient randomized pattern-matching algorithms", 1987). The set keeps three
 * bits for each hash: where one is missing, no name begins; where all are there, one may
 * (B. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970).
 *
 * Words like "the" and "new" begin names and stand everywhere, and so does the "l" of "l'est". Where a name
 * goes on behind a blank or an apostrophe, its head alone is therefore not in the set, but the head with
 * that, and this with the next two letters.
 */
import { HAN, KIND, LETTER, SEPARATOR } from './fold-table';

/** Odd, with random low bits: the low bits of a hash choose its place. */
export const HASH_FACTOR = 0x9e3779b1 | 0;
/** Bits of the set for each hash in it: with three of them taken, one word in two hundred passes for nothing. */
const BITS_PER_HASH = 16;
const BITS_MIN = 1 << 10;
const APOSTROPHE = 0x27;

export interface AliasHeads {
  /** Bit `hash & mask` is bit `hash & 31` of word `(hash & mask) >>> 5`. */
  readonly bits: Int32Array;
  readonly mask: number;
}

export const buildAliasHeads = (names: readonly string[]): AliasHeads => {
  const hashes = new Set(names.flatMap(hashesOf));
  let size = BITS_MIN;
  while (size < hashes.size * BITS_PER_HASH) size *= 2;
  const mask = size - 1;
  const bits = new Int32Array(size / 32);
  for (const hash of [...hashes].flatMap((first) => [first, secondHash(first), thirdHash(first)])) {
    const word = (hash & mask) >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << hash);
  }
  return { bits, mask };
};

const hashesOf = (name: string): number[] => {
  const isHan = (kindAt(name, 0) & HAN) !== 0;
  let hash = 0;
  let at = 0;
  for (; at < name.length; at++) {
    const belongs = isHan ? at < 2 : isPlainLetter(kindAt(name, at));
    if (!belongs) break;
    hash = hashOn(hash, name.charCodeAt(at));
  }
  const next = name.charCodeAt(at);
  if (isHan || !isParting(next)) return [hash];
  const parted = hashOn(hash, next);
  const second = isPlainLetter(kindAt(name, at + 2)) ? name.charCodeAt(at + 2) : SEPARATOR;
  return [parted, hashOn(hashOn(parted, name.charCodeAt(at + 1)), second)];
};

/** Whether the folded unit behind a word may stand within a name. */
export const isParting = (folded: number): boolean => folded === SEPARATOR || folded === APOSTROPHE;

/** Of a unit's kind: what continues a word that is no Chinese. */
export const isPlainLetter = (kind: number): boolean => (kind & (LETTER | HAN)) === LETTER;

const kindAt = (name: string, at: number): number => KIND[name.charCodeAt(at)] ?? 0;

/** The hash of what has been read and one more folded unit. */
export const hashOn = (hash: number, folded: number): number =>
  (Math.imul(hash, HASH_FACTOR) + folded) | 0;

/** These say where the second bit is, and the third. */
export const secondHash = (hash: number): number => hash >>> 13;
export const thirdHash = (hash: number): number => hash >>> 7;

/** A longer word is not looked at by its hash. */
export const HASHED_UNITS_MAX = 64;

const POWERS = new Int32Array(HASHED_UNITS_MAX + 1).fill(1);
for (let power = 1; power <= HASHED_UNITS_MAX; power++)
  POWERS[power] = Math.imul(POWERS[power - 1] ?? 0, HASH_FACTOR);

/** The hash of the last `length` units of a word, from that of the word and that of the units before. */
export const hashBehind = (hash: number, before: number, length: number): number =>
  (hash - Math.imul(before, POWERS[length] ?? 0)) | 0;
