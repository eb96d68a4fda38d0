/**
 * Copies of one story: an agency's text in many outlets, a headline lightly changed, one article in two
 * feeds. Not translations, and not two reports of one event in their own words.
 *
 * Texts are compared by folded character 3-grams. Two are copies when the grams that they share are at
 * least 69 % of the smaller set (measured: one error in 1,000 edited pairs against 19,900 others) and
 * either 90 % of it or 55 % of both together: two reporters of one event share its names, copies share
 * its sentence. They are of one language, within 48 hours, and neither states a number that the other's
 * contradict: "120 drones" today is no copy of "140 drones" yesterday. A long lead that is shared counts
 * like a shared headline.
 *
 * Cost per item is bounded: only its rarest grams are looked up, and only the newest places of each.
 */
import { HOUR_MS } from '../common/durations';

export interface StoryItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  /** ISO 639-1, or null; items of unknown language are compared among themselves. */
  readonly lang: string | null;
  /** Event time, UTC ms. */
  readonly at: number;
}

export interface StoryIndexOptions {
  readonly windowMs: number;
  /** Most items remembered; the oldest go first. */
  readonly itemsMax: number;
}

/** Share of the smaller gram set that copies have in common. */
export const containmentMin = 0.69;
const containmentSure = 0.9;
const overlapMin = 0.55;
/** A lead has boilerplate in it, a headline has not. */
const leadContainmentMin = 0.8;
const gramsMin = 12;
const leadCharsMin = 100;
const leadCharsMax = 400;
/** Of a lead, the grams whose hash is a multiple: a sample that both copies draw alike. */
const leadSampling = 4;
/** A short text inside a long one is no copy of it. */
const sizeRatioMin = 0.4;
const lookupsMax = 20;
const placesMax = 96;
/** Rare grams that a copy shares at least; strangers seldom share as many. */
const votesMin = 4;
const candidatesMax = 24;

interface Fingerprint {
  /** Distinct gram hashes, ascending. */
  readonly grams: Uint32Array;
  readonly numbers: ReadonlySet<string>;
}

interface Remembered {
  readonly story: string;
  readonly at: number;
  readonly title: Fingerprint;
  readonly lead: Fingerprint | null;
}

/**
 * Assigns items to stories as they come. The same items in the same order give the same stories; the
 * index is rebuilt after a restart from the items of the window with their stories.
 */
export class StoryIndex {
  private readonly options: StoryIndexOptions;
  /** Remembered items by running number; numbers below `oldest` are forgotten. */
  private readonly items = new Map<number, Remembered>();
  private readonly places = new Map<number, number[]>();
  private readonly seen = new Map<string, number>();
  private readonly idOf = new Map<number, string>();
  /** Votes for the item in each slot, all 0 between two searches; numbers that live together differ in it. */
  private readonly votes: Uint8Array;
  private readonly slots: number;
  private oldest = 0;
  private next = 0;
  private newestAt = 0;

  constructor(options: Partial<StoryIndexOptions> = {}) {
    this.options = { windowMs: 48 * HOUR_MS, itemsMax: 40_000, ...options };
    this.votes = new Uint8Array(2 ** Math.ceil(Math.log2(this.options.itemsMax + 2)));
    this.slots = this.votes.length - 1;
  }

  /** Number of items that are remembered. */
  get size(): number {
    return this.items.size;
  }

  /** Story of the item: that of its best copy in the window, else a new one named after the item. */
  assign(item: StoryItem): string {
    const known = this.items.get(this.seen.get(item.id) ?? -1);
    if (known !== undefined) return known.story;
    const title = fingerprint(item.title, item.lang);
    const lead = leadOf(item);
    const story = this.bestCopy(title, lead, item.at)?.story ?? storyId(item.id);
    this.remember(item.id, { story, at: item.at, title, lead });
    return story;
  }

  /** Remembers an item whose story is already decided. */
  restore(item: StoryItem, story: string): void {
    if (this.seen.has(item.id)) return;
    this.remember(item.id, {
      story,
      at: item.at,
      title: fingerprint(item.title, item.lang),
      lead: leadOf(item),
    });
  }

  private bestCopy(title: Fingerprint, lead: Fingerprint | null, at: number): Remembered | null {
    let best: Remembered | null = null;
    let most = 0;
    for (const candidate of this.candidates(title, lead)) {
      if (Math.abs(candidate.at - at) > this.options.windowMs) continue;
      const likeness = Math.max(
        likenessOf(title, candidate.title, containmentMin),
        lead === null || candidate.lead === null
          ? 0
          : likenessOf(lead, candidate.lead, leadContainmentMin),
      );
      if (likeness > most) [best, most] = [candidate, likeness];
    }
    return best;
  }

  /** Items that share most of the rarest grams, most shared first, older before newer. */
  private candidates(title: Fingerprint, lead: Fingerprint | null): Remembered[] {
    const { votes, slots } = this;
    const likely: number[] = [];
    const touched: number[] = [];
    for (const gram of [
      ...this.rarest(title.grams),
      ...(lead === null ? [] : this.rarest(lead.grams)),
    ]) {
      const places = this.places.get(gram) ?? [];
      for (let at = Math.max(0, places.length - placesMax); at < places.length; at += 1) {
        const place = places[at] ?? 0;
        const slot = place & slots;
        const count = (votes[slot] ?? 0) + 1;
        votes[slot] = count;
        if (count === 1) touched.push(slot);
        else if (count === votesMin) likely.push(place);
      }
    }
    const ranked = Float64Array.from(likely, (place) => rank(-(votes[place & slots] ?? 0), place));
    const best = [...ranked.sort().subarray(0, candidatesMax)].flatMap(
      (ranking) => this.items.get(unranked(ranking)) ?? [],
    );
    for (const slot of touched) votes[slot] = 0;
    return best;
  }

  /** The rarest of the grams that stand somewhere, the lower of two that are equally rare. */
  private rarest(grams: Uint32Array): number[] {
    const ranked = new Float64Array(grams.length);
    let found = 0;
    for (const gram of grams) {
      const count = this.places.get(gram)?.length ?? 0;
      if (count > 0) ranked[found++] = rank(count, gram);
    }
    return Array.from(ranked.subarray(0, found).sort().subarray(0, lookupsMax), unranked);
  }

  private remember(id: string, item: Remembered): void {
    const number = this.next;
    this.next += 1;
    this.items.set(number, item);
    this.seen.set(id, number);
    this.idOf.set(number, id);
    for (const gram of gramsOf(item)) {
      const places = this.places.get(gram);
      if (places === undefined) this.places.set(gram, [number]);
      else {
        places.push(number);
        // Only the newest places are looked up, and a gram that stands everywhere says little.
        if (places.length > 2 * placesMax) places.splice(0, placesMax);
      }
    }
    this.newestAt = Math.max(this.newestAt, item.at);
    this.forget();
  }

  /** Drops what has left the window, oldest arrivals first, and whatever exceeds the limit. */
  private forget(): void {
    for (
      let item = this.items.get(this.oldest);
      item !== undefined;
      item = this.items.get(this.oldest)
    ) {
      const expired = item.at < this.newestAt - this.options.windowMs;
      if (!expired && this.items.size <= this.options.itemsMax) return;
      for (const gram of gramsOf(item)) this.leave(gram);
      this.items.delete(this.oldest);
      this.seen.delete(this.idOf.get(this.oldest) ?? '');
      this.idOf.delete(this.oldest);
      this.oldest += 1;
    }
  }

  /** The oldest item stands first in each of its places. */
  private leave(gram: number): void {
    const places = this.places.get(gram);
    if (places === undefined) return;
    if (places[0] === this.oldest) places.shift();
    if (places.length === 0) this.places.delete(gram);
  }
}

/** What to sort by first, and a whole number below 2^32 to sort by then, as one number: those sort fastest. */
const rank = (first: number, then: number): number => first * 2 ** 32 + then;
const unranked = (ranking: number): number => ranking - Math.floor(ranking / 2 ** 32) * 2 ** 32;

/** Distinct: those of one text are. */
const gramsOf = ({ title, lead }: Remembered): Iterable<number> =>
  lead === null ? title.grams : new Set([...title.grams, ...lead.grams]);

/** A story is called after its first item, so that a replay gives the same name. */
const storyId = (itemId: string): string => `s-${itemId.replace(/^[a-z]-/, '')}`;

/** Shared part of both texts together when they are copies, else 0. */
function likenessOf(a: Fingerprint, b: Fingerprint, least: number): number {
  const smaller = Math.min(a.grams.length, b.grams.length);
  const larger = Math.max(a.grams.length, b.grams.length);
  if (smaller < gramsMin || smaller < larger * sizeRatioMin) return 0;
  const shared = sharedCount(a.grams, b.grams, Math.floor(smaller * (1 - least)) + 1);
  const containment = shared / smaller;
  const overlap = shared / (smaller + larger - shared);
  const isCopy = containment >= least && (containment >= containmentSure || overlap >= overlapMin);
  return isCopy && !contradict(a.numbers, b.numbers) ? overlap : 0;
}

/** Both state numbers, and neither only repeats the other's. */
function contradict(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return [...few].some((number) => !many.has(number));
}

/** Grams that both have; fewer as soon as more than `missingMax` of the smaller set are not in the other. */
function sharedCount(a: Uint32Array, b: Uint32Array, missingMax: number): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  let shared = 0;
  for (let i = 0, j = 0; i < few.length && j < many.length && i - shared <= missingMax;) {
    const [left, right] = [few[i] ?? 0, many[j] ?? 0];
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return shared;
}

function leadOf(item: StoryItem): Fingerprint | null {
  const lead = foldStory(item.summary ?? '').slice(0, leadCharsMax);
  return lead.length < leadCharsMin ? null : fingerprintOfFolded(lead, item.lang, leadSampling);
}

const fingerprint = (text: string, lang: string | null): Fingerprint =>
  fingerprintOfFolded(foldStory(text), lang, 1);

function fingerprintOfFolded(folded: string, lang: string | null, sampling: number): Fingerprint {
  const grams = new Set<number>();
  const text = ` ${folded} `;
  const seed = hash(`${lang ?? ''}:`, 0x811c9dc5);
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const gram = hash(text.slice(at, at + 3), seed);
    if (gram % sampling === 0) grams.add(gram);
  }
  return { grams: Uint32Array.from(grams).sort(), numbers: new Set(folded.match(/\d+/g) ?? []) };
}

const agencyPrefix =
  /^(?:update|wrapup|refile|corrected|exclusive|breaking|urgent|watch|live)\s*\d*\s*[-–—:|]\s*/i;

/** Letters and digits in one case and without marks or agency prefixes, everything else a single blank. */
export const foldStory = (text: string): string =>
  text
    .replace(agencyPrefix, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** FNV-1a over UTF-16 code units, 32 bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
