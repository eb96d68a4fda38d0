/* eslint-disable @typescript-eslint/no-non-null-assertion -- the walk reads typed arrays within their bounds */
/**
 * The walk: from one place of a text through the trie of folded names, as far as they agree. Folding
 * happens in the step, so that the ends it notes are offsets into the text as it stands.
 */
import type { AliasTrie } from './alias-trie';
import * as tries from './alias-trie';
import * as foldTable from '../folding/fold-table';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';

/** Bound to this file, as text-units.ts explains. */
const { BASE_SHIFT, CLASS_IGNORED, CLASS_NONE, CLASS_SEPARATOR, CLASS_ZWNJ, ENDS, TAIL } = tries;
const { FOLDED, IGNORED, IS_HAN, IS_LETTER, IS_MARK, IS_UPPER, SEPARATOR, TRAITS, ZWNJ } = foldTable;
const { CODES } = textUnits;

/** Names that end at a word's end during one walk; more are not looked at. */
const ENDS_MAX = 64;
const APOSTROPHE = 0x27;
const BRACKET_CLOSES = 0x29;
const NONE = -1;
const NEWLINE = 0x0a;

export class AliasWalk {
  /** What the last walk found, shortest first: numbers of names, and where each ends. */
  readonly names = new Int32Array(ENDS_MAX);
  readonly ends = new Int32Array(ENDS_MAX);

  constructor(
    private readonly units: TextUnits,
    private readonly trie: AliasTrie,
  ) {}

  /** Whether some name begins with the two units at `at`. */
  begins(at: number): boolean {
    const { classes, cells, tails } = this.trie;
    if ((cells[0]! & TAIL) !== 0) return true;
    const first = (cells[0]! >> BASE_SHIFT) + classes[CODES[at]!]!;
    if (cells[first * 2 + 1] !== 0) return false;
    const symbol = classes[CODES[at + 1]!]!;
    if (symbol <= CLASS_ZWNJ) return true;
    const base = cells[first * 2]! >> BASE_SHIFT;
    if ((cells[first * 2]! & TAIL) !== 0) return tails[base + 1] === (TRAITS[CODES[at + 1]!]! & FOLDED);
    return cells[(base + symbol) * 2 + 1] === first;
  }

  /**
   * Notes in {@link names} and {@link ends} every name that stands at `start` and ends with a word;
   * returns how many. `camelCase`: a capital after a small letter begins a word, as in a hashtag.
   */
  from(start: number, camelCase: boolean): number {
    const { classes, cells, ends } = this.trie;
    const { length } = this.units;
    let count = 0;
    let state = 0;
    let cell = cells[0]!;
    let at = start;
    while (at < length && (cell & TAIL) === 0) {
      const base = cell >> BASE_SHIFT;
      const symbol = classes[CODES[at]!]!;
      if (symbol <= CLASS_ZWNJ && symbol !== CLASS_SEPARATOR) {
        if (symbol === CLASS_NONE) return count;
        at++;
        // A non-joiner parts words where the name has a blank there, else it is nothing, as other marks are.
        if (symbol === CLASS_IGNORED || cells[(base + CLASS_SEPARATOR) * 2 + 1] !== state) continue;
        state = base + CLASS_SEPARATOR;
        cell = cells[state * 2]!;
        continue;
      }
      if (camelCase && at > start && beginsCamelWord(at)) {
        const parted = base + CLASS_SEPARATOR;
        if (cells[parted * 2 + 1] === state) {
          state = parted;
          cell = cells[state * 2]!;
          continue;
        }
      }
      const next = base + symbol;
      if (cells[next * 2 + 1] !== state) return count;
      state = next;
      cell = cells[next * 2]!;
      at++;
      if (symbol === CLASS_SEPARATOR) at = behindSeparators(at);
      else if ((cell & ENDS) !== 0 && count < ENDS_MAX && endsWord(at, camelCase)) {
        this.names[count] = ends[state]!;
        this.ends[count++] = at;
      }
    }
    if ((cell & TAIL) === 0 || count === ENDS_MAX) return count;
    const end = this.endOfTail(cell >> BASE_SHIFT, start, at, camelCase);
    if (end === NONE || !endsWord(end, camelCase)) return count;
    this.names[count] = ends[state]!;
    this.ends[count] = end;
    return count + 1;
  }

  /** Where the tail ends that should stand at `at` of a walk from `start`; -1 where another text stands. */
  private endOfTail(tail: number, start: number, at: number, camelCase: boolean): number {
    const { tails } = this.trie;
    const { length } = this.units;
    const behind = tail + 1 + tails[tail]!;
    for (let left = tail + 1; at < length;) {
      const due = tails[left]!;
      const folded = TRAITS[CODES[at]!]! & FOLDED;
      if (folded === due) {
        at++;
        if (folded === SEPARATOR) at = behindSeparators(at);
        if (++left === behind) return at;
      } else if (folded === IGNORED || folded === ZWNJ) {
        at++;
        if (folded === ZWNJ && due === SEPARATOR) left++;
      } else if (camelCase && due === SEPARATOR && at > start && beginsCamelWord(at)) left++;
      else return NONE;
    }
    return NONE;
  }

  /** Combining marks on a name's last letter belong to it. */
  behindMarks(end: number): number {
    const { length } = this.units;
    while (end < length && (TRAITS[CODES[end]!]! & FOLDED) === IGNORED) end++;
    return end;
  }
}

/** A run of separators is one, up to the end of a line. */
const behindSeparators = (at: number): number => {
  while (CODES[at] !== NEWLINE && (TRAITS[CODES[at]!]! & FOLDED) === SEPARATOR) at++;
  return at;
};

/** Whether a name may end before `at`: no letter follows that would continue the word. */
const endsWord = (from: number, camelCase: boolean): boolean => {
  for (let at = from; ; at++) {
    const kind = TRAITS[CODES[at]!]!;
    if ((kind & IS_LETTER) !== 0) {
      const before = TRAITS[CODES[at - 1]!]!;
      // 刚果（金）M23: a bracket parts as a blank does.
      if (((kind | before) & IS_HAN) !== 0 || (before & FOLDED) === BRACKET_CLOSES) return true;
      return camelCase && beginsCamelWord(at);
    }
    if ((kind & IS_MARK) === 0) return !isInnerApostrophe(at);
  }
};

/** Whether a capital stands there behind none: where a word begins in "#TelAviv". */
const beginsCamelWord = (at: number): boolean =>
  (TRAITS[CODES[at]!]! & IS_UPPER) !== 0 && (TRAITS[CODES[at - 1]!]! & IS_UPPER) === 0;

/** In Cyrillic an apostrophe is a letter of the word: "Крим'янка" is not Крим. */
const isInnerApostrophe = (at: number): boolean =>
  (TRAITS[CODES[at]!]! & FOLDED) === APOSTROPHE && isCyrillic(CODES[at - 1]!) && isCyrillic(CODES[at + 1]!);

const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;
