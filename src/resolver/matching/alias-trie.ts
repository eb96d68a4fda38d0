/* eslint-disable @typescript-eslint/no-non-null-assertion -- tables are read within their bounds */
/**
 * A double-array trie over folded names: a state's base plus a class is the next state, if the check there names the
 * first one. One lookup per unit and one cache line per step keep it fast with tens of thousands of names (J. Aoe, "An
 * efficient digital search algorithm by using a double-array structure", 1989).
 *
 * Units are mapped to small classes first; a table of 65,536 entries folds and classifies in one lookup.
 *
 * Only shared prefixes have states. The rest of a single name, two units in three, is stored folded in one array of
 * tails: a twelfth of the memory, read sequentially.
 */
import { FOLD, IGNORED, SEPARATOR, ZWNJ } from '../folding/fold-table';

/** Classes of units that are not letters of a name. */
export const CLASS_NONE = 0;
export const CLASS_SEPARATOR = 1;
export const CLASS_IGNORED = 2;
export const CLASS_ZWNJ = 3;
const FIRST_FREE_CLASS = 4;

export interface AliasTrie {
  /** UTF-16 unit → class. */
  readonly classes: Uint16Array;
  /** Two per state, adjacent for the cache: base with the flags {@link ENDS} and {@link TAIL}, then the parent. */
  readonly cells: Int32Array;
  /** State → number of the name that ends there or whose tail follows, or -1. */
  readonly ends: Int32Array;
  /** Tails, at the offset in a state's base: length, then folded units. */
  readonly tails: Uint16Array;
}

/** A name ends at the state. */
export const ENDS = 1;
/** A single name continues from the state: its base is the offset of the tail. */
export const TAIL = 2;
export const BASE_SHIFT = 2;

/** Builds the trie of distinct folded names with their numbers. */
export const buildAliasTrie = (names: readonly string[], numbers: Int32Array): AliasTrie => {
  const classes = classTable(names);
  const builder = new DoubleArrayBuilder(classes);
  const order = names.map((_, index) => index);
  order.sort((left, right) => ((names[left] ?? '') < (names[right] ?? '') ? -1 : 1));
  builder.build(
    order.map((index) => names[index] ?? ''),
    order.map((index) => numbers[index] ?? -1),
  );
  const alphabet = classes.reduce((most, symbol) => Math.max(most, symbol), 0);
  return { classes, ...builder.arrays(alphabet) };
};

/** Frequent letters get small classes, which packs the arrays. */
const classTable = (names: readonly string[]): Uint16Array => {
  const counts = new Uint32Array(65536);
  for (const name of names) for (let at = 0; at < name.length; at++) counts[name.charCodeAt(at)]!++;
  counts[SEPARATOR] = 0;
  const byFold = new Uint16Array(65536);
  byFold[SEPARATOR] = CLASS_SEPARATOR;
  byFold[ZWNJ] = CLASS_ZWNJ;
  byFold[IGNORED] = CLASS_IGNORED;
  Array.from(counts.keys())
    .filter((unit) => counts[unit] !== 0)
    .sort((left, right) => counts[right]! - counts[left]! || left - right)
    .forEach((unit, rank) => (byFold[unit] = FIRST_FREE_CLASS + rank));
  return FOLD.map((folded) => byFold[folded] ?? CLASS_NONE);
};

/** A run of sorted names that share their first `depth` units. */
interface Range {
  readonly state: number;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

interface Child {
  readonly label: number;
  readonly from: number;
  readonly to: number;
}

class DoubleArrayBuilder {
  private base = new Int32Array(0);
  private check = new Int32Array(0);
  private ends = new Int32Array(0);
  private flags = new Int32Array(0);
  private readonly tails: number[] = [];
  /** Linked list of free cells; 0 ends it. */
  private nextFree = new Int32Array(0);
  private previousFree = new Int32Array(0);
  private firstFree = 1;
  private lastFree = 0;
  private highest = 0;

  constructor(private readonly classes: Uint16Array) {}

  build(names: readonly string[], numbers: readonly number[]): void {
    this.grow();
    this.check[0] = 0;
    // Breadth first, so that frequently visited states are close together.
    const queue: Range[] = [{ state: 0, depth: 0, from: 0, to: names.length }];
    for (const range of queue) {
      let { from } = range;
      const isLast = range.to - from === 1;
      if (isLast || names[from]?.length === range.depth) this.ends[range.state] = numbers[from] ?? -1;
      if (names[from]?.length === range.depth) {
        this.flags[range.state] = ENDS;
        from++;
      } else if (isLast) {
        this.lay(range.state, names[from]?.slice(range.depth) ?? '');
        continue;
      }
      const children = this.childrenOf(names, from, range);
      if (children.length === 0) continue;
      const base = this.place(children.map((child) => child.label));
      this.base[range.state] = base;
      for (const child of children) {
        const state = base + child.label;
        this.check[state] = range.state;
        queue.push({ state, depth: range.depth + 1, from: child.from, to: child.to });
      }
    }
  }

  /** Runs of names by their next class. */
  private childrenOf(names: readonly string[], start: number, { depth, to: end }: Range): Child[] {
    const children: Child[] = [];
    for (let from = start, to = start; from < end; from = to) {
      const unit = names[from]?.charCodeAt(depth) ?? 0;
      while (to < end && names[to]?.charCodeAt(depth) === unit) to++;
      children.push({ label: this.classes[unit] ?? CLASS_NONE, from, to });
    }
    return children.sort((left, right) => left.label - right.label);
  }

  private lay(state: number, tail: string): void {
    this.flags[state] = TAIL;
    this.base[state] = this.tails.length;
    this.tails.push(tail.length);
    for (let at = 0; at < tail.length; at++) this.tails.push(tail.charCodeAt(at));
  }

  arrays(alphabet: number): Omit<AliasTrie, 'classes'> {
    // A lookup may read one alphabet beyond the last state.
    const cut = this.highest + alphabet + 1;
    while (this.check.length < cut) this.grow();
    const cells = new Int32Array(cut * 2);
    for (let state = 0; state < cut; state++) {
      cells[state * 2] = ((this.base[state] ?? 0) << BASE_SHIFT) | (this.flags[state] ?? 0);
      cells[state * 2 + 1] = this.check[state] ?? FREE;
    }
    return { cells, ends: this.ends.slice(0, cut), tails: Uint16Array.from(this.tails) };
  }

  /** A low base under which every label falls on a free cell. */
  private place(labels: readonly number[]): number {
    const first = labels[0] ?? 0;
    const last = labels[labels.length - 1] ?? 0;
    let cell = this.firstFree;
    // Skipped cells are often in a dense part: later searches start after them.
    for (let tries = 0; ; cell = this.nextFree[cell] ?? 0, tries++) {
      if (cell === 0) cell = this.grow();
      const base = cell - first;
      if (base < 1) continue;
      while (base + last >= this.check.length) this.grow();
      if (tries === TRIES_MAX) this.firstFree = cell;
      if (labels.every((label) => this.check[base + label] === FREE)) {
        for (const label of labels) this.take(base + label);
        this.highest = Math.max(this.highest, base + last);
        return base;
      }
    }
  }

  private take(cell: number): void {
    const before = this.previousFree[cell] ?? 0;
    const after = this.nextFree[cell] ?? 0;
    this.nextFree[before] = after;
    if (after === 0) this.lastFree = before;
    else this.previousFree[after] = before;
    if (this.firstFree === cell) this.firstFree = after === 0 ? this.grow() : after;
    this.check[cell] = TAKEN;
  }

  private grow(): number {
    const from = this.check.length;
    const to = Math.max(from * 2, 1 << 12);
    this.base = grown(this.base, to, 0);
    this.check = grown(this.check, to, FREE);
    this.ends = grown(this.ends, to, -1);
    this.flags = grown(this.flags, to, 0);
    this.nextFree = grown(this.nextFree, to, 0);
    this.previousFree = grown(this.previousFree, to, 0);
    for (let cell = Math.max(from, 1); cell < to; cell++) {
      this.nextFree[this.lastFree] = cell;
      this.previousFree[cell] = this.lastFree;
      this.lastFree = cell;
    }
    return Math.max(from, 1);
  }
}

/** Values in `check`: free, and reserved until its parent is set. */
const FREE = -1;
const TAKEN = -2;
const TRIES_MAX = 200;

const grown = (array: Int32Array<ArrayBuffer>, length: number, fill: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(length).fill(fill);
  larger.set(array);
  return larger;
};
