/* eslint-disable @typescript-eslint/no-non-null-assertion -- the walk reads typed arrays within their bounds */
/**
 * The walk: from one place of a text through the trie of folded names, as far as they agree. Folding
 * happens in the step, so that the ends it notes are offsets into the text as it stands.
 */
import {
  type AliasTrie,
  CLASS_IGNORED,
  CLASS_NONE,
  CLASS_SEPARATOR,
  CLASS_ZWNJ,
  buildAliasTrie,
} from './alias-trie';
import { FOLD, HAN, IGNORED, KIND, LETTER, MARK, UPPER } from './fold-table';
import type { TextUnits } from './text-units';

/** Names that end at a word's end during one walk; more are not looked at. */
const ENDS_MAX = 64;
const APOSTROPHE = 0x27;
const NEWLINE = 0x0a;

export class AliasWalk {
  /** What the last walk found, shortest first: numbers of names, and where each ends. */
  readonly names = new Int32Array(ENDS_MAX);
  readonly ends = new Int32Array(ENDS_MAX);
  private readonly trie: AliasTrie;

  /** @param names distinct folded names; the number of a name is its index */
  constructor(
    private readonly units: TextUnits,
    names: readonly string[],
  ) {
    this.trie = buildAliasTrie(names);
  }

  /** Whether some name begins with the two units at `at`. */
  begins(at: number): boolean {
    const { classes, cells } = this.trie;
    const { codes } = this.units;
    const first = (cells[0]! >> 1) + classes[codes[at]!]!;
    if (cells[first * 2 + 1] !== 0) return false;
    const symbol = classes[codes[at + 1]!]!;
    return symbol <= CLASS_ZWNJ || cells[((cells[first * 2]! >> 1) + symbol) * 2 + 1] === first;
  }

  /**
   * Notes in {@link names} and {@link ends} every name that stands at `start` and ends with a word;
   * returns how many. `humps`: a capital after a small letter begins a word, as in a hashtag.
   */
  from(start: number, humps: boolean): number {
    const { classes, cells, ends } = this.trie;
    const { codes, length } = this.units;
    let count = 0;
    let state = 0;
    let base = cells[0]! >> 1;
    for (let at = start; at < length;) {
      const unit = codes[at]!;
      const symbol = classes[unit]!;
      if (symbol <= CLASS_ZWNJ && symbol !== CLASS_SEPARATOR) {
        if (symbol === CLASS_NONE) break;
        at++;
        // A non-joiner parts words where the name has a blank there, else it is nothing, as other marks are.
        if (symbol === CLASS_IGNORED || cells[(base + CLASS_SEPARATOR) * 2 + 1] !== state) continue;
        state = base + CLASS_SEPARATOR;
        base = cells[state * 2]! >> 1;
        continue;
      }
      if (humps && at > start && isHump(codes, at)) {
        const parted = base + CLASS_SEPARATOR;
        if (cells[parted * 2 + 1] === state) {
          state = parted;
          base = cells[state * 2]! >> 1;
        }
      }
      const next = base + symbol;
      if (cells[next * 2 + 1] !== state) break;
      state = next;
      const cell = cells[next * 2]!;
      base = cell >> 1;
      at++;
      if (symbol === CLASS_SEPARATOR) at = behindSeparators(codes, at, classes);
      else if ((cell & 1) !== 0 && count < ENDS_MAX && endsWord(codes, at, humps)) {
        this.names[count] = ends[state]!;
        this.ends[count++] = at;
      }
    }
    return count;
  }

  /** Combining marks on a name's last letter belong to it. */
  behindMarks(end: number): number {
    const { codes, length } = this.units;
    while (end < length && FOLD[codes[end]!] === IGNORED) end++;
    return end;
  }
}

/** A run of separators is one, up to the end of a line. */
const behindSeparators = (codes: Uint16Array, at: number, classes: Uint16Array): number => {
  while (codes[at] !== NEWLINE && classes[codes[at]!] === CLASS_SEPARATOR) at++;
  return at;
};

/** Whether a name may end before `at`: no letter follows that would continue the word. */
const endsWord = (codes: Uint16Array, from: number, humps: boolean): boolean => {
  for (let at = from; ; at++) {
    const kind = KIND[codes[at]!]!;
    if ((kind & LETTER) !== 0) {
      const before = KIND[codes[at - 1]!]!;
      if (((kind | before) & HAN) !== 0) return true;
      return humps && isHump(codes, at);
    }
    if ((kind & MARK) === 0) return !isInnerApostrophe(codes, at);
  }
};

/** Whether a capital stands there behind none: where a word begins in "#TelAviv". */
const isHump = (codes: Uint16Array, at: number): boolean =>
  (KIND[codes[at]!]! & UPPER) !== 0 && (KIND[codes[at - 1]!]! & UPPER) === 0;

/** In Cyrillic an apostrophe is a letter of the word: "Крим'янка" is not Крим. */
const isInnerApostrophe = (codes: Uint16Array, at: number): boolean =>
  FOLD[codes[at]!] === APOSTROPHE && isCyrillic(codes[at - 1]!) && isCyrillic(codes[at + 1]!);

const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;
