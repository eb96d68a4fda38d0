/**
 * Detects copies of one story: an agency's text in many outlets, a slightly changed headline, one article in two feeds.
 * Translations and independent reports of one event are not copies.
 *
 * Texts are compared by folded character 3-grams. Copies share at least 69 % of the smaller set (measured: one error in
 * 1,000 edited pairs against 19,900 others) and either 90 % of it or 55 % of both together: two independent reports
 * share names, copies share sentences. Copies have one language, are within 48 hours, and their numbers do not
 * contradict: "120 drones" is not a copy of "140 drones". A long shared lead counts like a shared headline.
 *
 * Cost per item is bounded: only its rarest grams are looked up, and only the newest items of each.
 */
import { HOUR_MS } from '../platform/common/durations';
import { storyId } from '../event-log/item-id';
import {
  CONTAINMENT_MIN,
  LEAD_CONTAINMENT_MIN,
  leadOf,
  likenessOf,
  Sketches,
  titleOf,
  type Fingerprint,
  type StoryItem,
} from './story-text';

interface StoryIndexOptions {
  readonly windowMs: number;
  /** Maximum items; the oldest are dropped first. */
  readonly itemsMax: number;
}

const LOOKUPS_MAX = 20;
const PLACES_MAX = 96;
/** Minimum shared rare grams of a copy; unrelated texts seldom share as many. */
const VOTES_MIN = 4;
/** Above the maximum votes of an item: each gram looked up is one vote. */
const votesEnd = 2 * LOOKUPS_MAX + 1;
const CANDIDATES_MAX = 24;

/** Posting list of one gram: running numbers of items, ascending. Those before `first` are dropped. */
interface Places {
  readonly gram: number;
  items: number[];
  first: number;
}

interface Placed {
  readonly text: Fingerprint;
  readonly places: readonly Places[];
}

interface Remembered {
  readonly id: string;
  readonly story: string;
  readonly at: number;
  readonly title: Placed;
  readonly lead: Placed | null;
}

/** Assigns items to stories in order of arrival; deterministic. Rebuilt from the window's items after a restart. */
export class StoryIndex {
  private readonly options: StoryIndexOptions;
  /** Items by running number; numbers below `oldest` are dropped. */
  private readonly items = new Map<number, Remembered>();
  private readonly places = new Map<number, Places>();
  private readonly seen = new Map<string, number>();
  /** Votes per slot, all 0 between two searches; live numbers never share a slot. */
  private readonly votes: Uint8Array;
  private readonly slots: number;
  private readonly titles: Sketches;
  private readonly leads: Sketches;
  private oldest = 0;
  private next = 0;
  private newestAt = 0;

  constructor(options: Partial<StoryIndexOptions> = {}) {
    this.options = { windowMs: 48 * HOUR_MS, itemsMax: 40_000, ...options };
    this.votes = new Uint8Array(2 ** Math.ceil(Math.log2(this.options.itemsMax + 2)));
    this.slots = this.votes.length - 1;
    this.titles = new Sketches(this.votes.length);
    this.leads = new Sketches(this.votes.length);
  }

  get size(): number {
    return this.items.size;
  }

  /** Story of the item: that of its best copy in the window, else a new one named after the item. */
  assign(item: StoryItem): string {
    const known = this.items.get(this.seen.get(item.id) ?? -1);
    if (known !== undefined) return known.story;
    const [title, lead] = this.placed(item);
    this.sketch(title, lead);
    const story = this.bestCopy(title, lead, item.at)?.story ?? storyId(item.id);
    this.remember(item, story, title, lead);
    return story;
  }

  restore(item: StoryItem, story: string): void {
    if (this.seen.has(item.id)) return;
    const [title, lead] = this.placed(item);
    this.sketch(title, lead);
    this.remember(item, story, title, lead);
  }

  /** The slot of the next item is free: there is one more slot than items. */
  private sketch(title: Placed, lead: Placed | null): void {
    this.titles.keep(this.next & this.slots, title.text);
    this.leads.keep(this.next & this.slots, lead?.text ?? null);
  }

  /** Looked up once, for the search and the insertion. */
  private placed(item: StoryItem): [Placed, Placed | null] {
    const lead = leadOf(item);
    return [this.place(titleOf(item)), lead === null ? null : this.place(lead)];
  }

  private place(text: Fingerprint): Placed {
    const places: Places[] = [];
    for (let n = 0; n < text.grams.length; n += 1) places.push(this.placesOf(text.grams[n] ?? 0));
    return { text, places };
  }

  private placesOf(hash: number): Places {
    // As a signed 32-bit integer, which the engine stores without an allocation.
    const gram = hash | 0;
    const known = this.places.get(gram);
    if (known !== undefined) return known;
    const places = { gram, items: [], first: 0 };
    this.places.set(gram, places);
    return places;
  }

  private bestCopy(title: Placed, lead: Placed | null, at: number): Remembered | null {
    const own = this.next & this.slots;
    let best: Remembered | null = null;
    let most = 0;
    for (const place of this.candidates(title, lead)) {
      const slot = place & this.slots;
      const byTitle = this.titles.mayBeCopies(own, slot, CONTAINMENT_MIN);
      const byLead = this.leads.mayBeCopies(own, slot, LEAD_CONTAINMENT_MIN);
      const candidate = byTitle || byLead ? this.items.get(place) : undefined;
      if (candidate === undefined || Math.abs(candidate.at - at) > this.options.windowMs) continue;
      const likeness = Math.max(
        byTitle ? likenessOf(title.text, candidate.title.text, CONTAINMENT_MIN) : 0,
        byLead ? likenessOf(lead?.text ?? null, candidate.lead?.text ?? null, LEAD_CONTAINMENT_MIN) : 0,
      );
      if (likeness > most) [best, most] = [candidate, likeness];
    }
    return best;
  }

  /** Items that share most of the rarest grams, most shared first, then oldest. */
  private candidates(title: Placed, lead: Placed | null): number[] {
    const likely: number[] = [];
    this.vote(title, likely);
    if (lead !== null) this.vote(lead, likely);
    const best = this.mostVoted(likely);
    this.votes.fill(0);
    return best;
  }

  /** Each of a text's rarest grams votes for its newest items; those with enough votes are added. */
  private vote(placed: Placed, likely: number[]): void {
    const { votes, slots } = this;
    for (const { items, first } of rarest(placed))
      for (let at = Math.max(first, items.length - PLACES_MAX); at < items.length; at += 1) {
        const place = items[at] ?? 0;
        const slot = place & slots;
        const count = (votes[slot] ?? 0) + 1;
        votes[slot] = count;
        if (count === VOTES_MIN) likely.push(place);
      }
  }

  /** Those with most votes, ties by age, oldest first. */
  private mostVoted(places: readonly number[]): number[] {
    const votesOf = (place: number): number => this.votes[place & this.slots] ?? 0;
    // Counts votes first, so that only likely candidates are sorted.
    const having = new Array<number>(votesEnd).fill(0);
    for (const place of places) having[votesOf(place)] = (having[votesOf(place)] ?? 0) + 1;
    let least = votesEnd;
    for (let found = 0; least > VOTES_MIN && found < CANDIDATES_MAX;) found += having[--least] ?? 0;
    return places
      .filter((place) => votesOf(place) >= least)
      .sort((a, b) => votesOf(b) - votesOf(a) || a - b)
      .slice(0, CANDIDATES_MAX);
  }

  private remember(item: StoryItem, story: string, title: Placed, lead: Placed | null): void {
    const number = this.next;
    this.next += 1;
    this.items.set(number, { id: item.id, story, at: item.at, title, lead });
    this.seen.set(item.id, number);
    for (const places of title.places) stand(places, number);
    for (const places of lead?.places ?? []) stand(places, number);
    this.newestAt = Math.max(this.newestAt, item.at);
    this.forget();
  }

  /** Drops items outside the window and above the limit, oldest first. */
  private forget(): void {
    for (let item = this.items.get(this.oldest); item !== undefined; item = this.items.get(this.oldest)) {
      const expired = item.at < this.newestAt - this.options.windowMs;
      if (!expired && this.items.size <= this.options.itemsMax) return;
      for (const places of item.title.places) this.leave(places);
      for (const places of item.lead?.places ?? []) this.leave(places);
      this.items.delete(this.oldest);
      this.seen.delete(item.id);
      this.oldest += 1;
    }
  }

  /** The oldest item is first in each posting list. */
  private leave(places: Places): void {
    if (places.items[places.first] === this.oldest) dropFirst(places, 1);
    if (countOf(places) === 0) this.places.delete(places.gram);
  }
}

const countOf = ({ items, first }: Places): number => items.length - first;

/** An item with a gram in both texts is added once. */
const stand = (places: Places, number: number): void => {
  if (places.items.at(-1) === number) return;
  places.items.push(number);
  // Only the newest items are looked up, and a very common gram is not distinctive.
  if (countOf(places) > 2 * PLACES_MAX) dropFirst(places, PLACES_MAX);
};

/** The list is compacted only now and then. */
const dropFirst = (places: Places, count: number): void => {
  places.first += count;
  if (places.first < PLACES_MAX) return;
  places.items = places.items.slice(places.first);
  places.first = 0;
};

/** Posting lists of the rarest known grams of a text, ties by order. */
const rarest = ({ places }: Placed): Places[] => {
  const ranked: number[] = [];
  places.forEach((each, n) => {
    if (countOf(each) > 0) ranked.push(countOf(each) * places.length + n);
  });
  return Array.from(
    Float64Array.from(ranked).sort().subarray(0, LOOKUPS_MAX),
    (rank) => places[rank % places.length],
  ).filter((each) => each !== undefined);
};
