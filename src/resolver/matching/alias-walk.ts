/* eslint-disable @typescript-eslint/no-non-null-assertion -- the walk reads typed arrays within their bounds */
/** Walks the trie from one place in a text. It folds at each step, so that ends are offsets into the original text. */
import type { AliasTrie } from './alias-trie';
import * as tries from './alias-trie';
import * as foldTable from '../folding/fold-table';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';

/** For speed; see text-units.ts. */
const { BASE_SHIFT, CLASS_IGNORED, CLASS_NONE, CLASS_SEPARATOR, CLASS_ZWNJ, ENDS, TAIL } = tries;
const { FOLDED, IGNORED, IS_HAN, IS_LETTER, IS_MARK, IS_UPPER, SEPARATOR, TRAITS, ZWNJ } = foldTable;
const { CODES } = textUnits;

/** Maximum matches of one walk. */
const ENDS_MAX = 64;
const APOSTROPHE = 0x27;
const BRACKET_CLOSES = 0x29;
const NONE = -1;
const NEWLINE = 0x0a;

export class AliasWalk {
  /** Results of the last walk, shortest first: name numbers and ends. */
  readonly names = new Int32Array(ENDS_MAX);
  readonly ends = new Int32Array(ENDS_MAX);

  constructor(
    private readonly units: TextUnits,
    private readonly trie: AliasTrie,
  ) {}

  /** Whether a name begins with the two units at `at`. */
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
   * Stores in {@link names} and {@link ends} every name from `start` that ends with a word; returns their number.
   * `camelCase`: a capital after a small letter begins a word, as in a hashtag.
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
        // A non-joiner separates words where the name has a blank, else it is ignored like other marks.
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

  /** End of the tail at `at` in a walk from `start`; -1 when the text differs. */
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

/** Skips a run of separators, up to the end of a line. */
const behindSeparators = (at: number): number => {
  while (CODES[at] !== NEWLINE && (TRAITS[CODES[at]!]! & FOLDED) === SEPARATOR) at++;
  return at;
};

/** Whether a name may end before `at`: the word does not continue. */
const endsWord = (from: number, camelCase: boolean): boolean => {
  for (let at = from; ; at++) {
    const kind = TRAITS[CODES[at]!]!;
    if ((kind & IS_LETTER) !== 0) {
      const before = TRAITS[CODES[at - 1]!]!;
      // 刚果（金）M23: a bracket separates like a blank.
      if (((kind | before) & IS_HAN) !== 0 || (before & FOLDED) === BRACKET_CLOSES) return true;
      return camelCase && beginsCamelWord(at);
    }
    if ((kind & IS_MARK) === 0) return !isInnerApostrophe(at);
  }
};

/** Whether a word begins at a capital, as in "#TelAviv". */
const beginsCamelWord = (at: number): boolean =>
  (TRAITS[CODES[at]!]! & IS_UPPER) !== 0 && (TRAITS[CODES[at - 1]!]! & IS_UPPER) === 0;

/** In Cyrillic an apostrophe is a letter of the word: "Крим'янка" is not Крим. */
const isInnerApostrophe = (at: number): boolean =>
  (TRAITS[CODES[at]!]! & FOLDED) === APOSTROPHE && isCyrillic(CODES[at - 1]!) && isCyrillic(CODES[at + 1]!);

const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;
