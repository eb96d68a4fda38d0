/** Finds copies of one story by folded character 3-grams. Thresholds: `syndication.ts`. */
import type { NewItem } from '../event-log/item';

/** Items of unknown language are compared with each other. */
export type StoryItem = Pick<NewItem, 'id' | 'title' | 'summary' | 'lang' | 'at'>;

export interface Fingerprint {
  /** Distinct gram hashes, ascending. */
  readonly grams: Uint32Array;
  readonly numbers: ReadonlySet<string>;
}

/** Minimum shared part of the smaller gram set. */
export const CONTAINMENT_MIN = 0.69;
/** Higher, since leads contain boilerplate. */
export const LEAD_CONTAINMENT_MIN = 0.8;
const CONTAINMENT_SURE = 0.9;
const OVERLAP_MIN = 0.55;
const GRAM_LENGTH = 3;
const GRAMS_MIN = 12;
const LEAD_CHARS_MIN = 100;
const LEAD_CHARS_MAX = 400;
/** Keeps grams of a lead with a hash divisible by this: both copies yield the same sample. */
const LEAD_SAMPLING = 4;
/** A short text inside a long one is not a copy. */
const SIZE_RATIO_MIN = 0.4;

export const titleOf = (item: StoryItem): Fingerprint => fingerprint(foldStory(item.title), item.lang, 1);

/** The start of the summary, or null when too short. */
export const leadOf = (item: StoryItem): Fingerprint | null => {
  const lead = foldStory(item.summary ?? '').slice(0, LEAD_CHARS_MAX);
  return lead.length < LEAD_CHARS_MIN ? null : fingerprint(lead, item.lang, LEAD_SAMPLING);
};

const fingerprint = (folded: string, lang: string | null, sampling: number): Fingerprint => {
  const text = ` ${folded} `;
  const seed = hash(`${lang ?? ''}:`, 0x811c9dc5);
  const grams = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at + GRAM_LENGTH <= text.length; at += 1) {
    const gram = hash(text, seed, at, at + GRAM_LENGTH);
    if (gram % sampling === 0) grams[count++] = gram;
  }
  return { grams: distinct(grams.subarray(0, count).sort()), numbers: numbersOf(folded) };
};

const distinct = (sorted: Uint32Array): Uint32Array => {
  let kept = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const value = sorted[at] ?? 0;
    if (at === 0 || value !== sorted[kept - 1]) sorted[kept++] = value;
  }
  return sorted.slice(0, kept);
};

const NO_NUMBERS: ReadonlySet<string> = new Set();
const numbersOf = (folded: string): ReadonlySet<string> => {
  const found = folded.match(/\d+/g);
  return found === null ? NO_NUMBERS : new Set(found);
};

const SKETCH_WORDS = 8;
const SKETCH_BITS = 32 * SKETCH_WORDS;

/**
 * Bloom-like sketches of many texts, one per slot: each gram sets one of 256 bits. Comparing two sketches rules out
 * most pairs without reading the texts, which are scattered in memory.
 */
export class Sketches {
  private readonly bits: Uint32Array;
  private readonly counts: Uint32Array;

  constructor(slots: number) {
    this.bits = new Uint32Array(slots * SKETCH_WORDS);
    this.counts = new Uint32Array(slots);
  }

  /** Stores the sketch of a text in a slot; null clears it. */
  keep(slot: number, text: Fingerprint | null): void {
    const from = slot * SKETCH_WORDS;
    this.bits.fill(0, from, from + SKETCH_WORDS);
    this.counts[slot] = text?.grams.length ?? 0;
    for (const gram of text?.grams ?? []) {
      const word = from + ((gram % SKETCH_BITS) >>> 5);
      this.bits[word] = (this.bits[word] ?? 0) | (1 << (gram & 31));
    }
  }

  /** Whether the texts of two slots may share the minimum part; false is certain. */
  mayBeCopies(one: number, other: number, least: number): boolean {
    const ofOne = this.counts[one] ?? 0;
    const ofOther = this.counts[other] ?? 0;
    const smaller = Math.min(ofOne, ofOther);
    if (smaller < GRAMS_MIN || smaller < Math.max(ofOne, ofOther) * SIZE_RATIO_MIN) return false;
    let onlyOne = 0;
    let onlyOther = 0;
    for (let word = 0; word < SKETCH_WORDS; word += 1) {
      const a = this.bits[one * SKETCH_WORDS + word] ?? 0;
      const b = this.bits[other * SKETCH_WORDS + word] ?? 0;
      onlyOne += bitCount(a & ~b);
      onlyOther += bitCount(b & ~a);
    }
    // A bit set in one sketch only stands for at least one gram of that text only.
    return Math.min(ofOne - onlyOne, ofOther - onlyOther) / smaller >= least;
  }
}

/** Population count of 32 bits: sums over 2, 4 and 8 bits, then all bytes by one multiplication. */
const bitCount = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Jaccard overlap of two texts if they are copies, else 0. */
export const likenessOf = (a: Fingerprint | null, b: Fingerprint | null, least: number): number => {
  if (a === null || b === null) return 0;
  const shared = sharedCount(a.grams, b.grams);
  const containment = shared / Math.min(a.grams.length, b.grams.length);
  const overlap = shared / (a.grams.length + b.grams.length - shared);
  const isCopy = containment >= least && (containment >= CONTAINMENT_SURE || overlap >= OVERLAP_MIN);
  return isCopy && !contradict(a.numbers, b.numbers) ? overlap : 0;
};

/** Both have numbers, and each has one that the other lacks. */
const contradict = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return [...few].some((number) => !many.has(number));
};

const sharedCount = (a: Uint32Array, b: Uint32Array): number => {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left, right] = [a[i] ?? 0, b[j] ?? 0];
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return shared;
};

const AGENCY_PREFIX =
  /^(?:update|wrapup|refile|corrected|exclusive|breaking|urgent|watch|live)\s*(?:\d+\s*)?[-–—:|]\s*/i;

/** Lower case, without marks and agency prefixes; everything but letters and digits becomes a single blank. */
export const foldStory = (text: string): string =>
  text
    .replace(AGENCY_PREFIX, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** FNV-1a over UTF-16 code units, 32 bits. */
const hash = (text: string, seed: number, from = 0, to = text.length): number => {
  let value = seed;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
};
