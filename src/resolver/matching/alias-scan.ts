/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot loop reads typed arrays within their bounds */
/**
 * The scan: one pass over a text that passes every candidate name to the judge.
 *
 * A name begins at a word, after attached Hebrew and Arabic prefixes, or at any Chinese character. Nearly all words
 * begin no name, so words of plain letters are only hashed, and the trie is walked only if the filter of heads
 * (alias-heads.ts) allows it. Words with marks or other odd units, and words of a hashtag, always walk the trie.
 */
import * as heads from './alias-heads';
import type { AliasJudge } from './alias-judge';
import * as tries from './alias-trie';
import { AliasWalk } from './alias-walk';
import type { CompiledForms } from './compiled-form';
import * as foldTable from '../folding/fold-table';
import type { LetterPrefix } from '../folding/letter-prefix';
import * as prefixes from '../folding/letter-prefix';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';

/** For speed; see text-units.ts. */
const { ALONE, HASHED_UNITS_MAX, buildAliasHeads, hashBehind, hashOn, isParting, mayHold } = heads;
const {
  FOLDED,
  IS_ARABIC,
  IS_COMPLEX,
  IS_HAN,
  IS_HEBREW,
  IS_LETTER,
  IS_MARK,
  IS_ODD,
  IS_PREFIX,
  IS_SIGN,
  IS_UPPER,
  SEPARATOR,
  TRAITS,
  ZWNJ,
} = foldTable;
const { CHAIN_PLACE, ENDS_CHAIN, PREFIX_UNITS_MAX, letterPrefix } = prefixes;
const { buildAliasTrie } = tries;
const { CODES } = textUnits;

/** 国, and words that begin with it: 国防, 国家, 国会, 国务, 国旗, 国内, 国际. */
const STATE = 0x56fd;
const OF_STATES: ReadonlySet<number> = new Set(Array.from('防家会务旗内际', (sign) => sign.charCodeAt(0)));
const SHORT_HAN_UNITS = 3;
const HASH = 0x23;
const AMPERSAND = 0x26;
const COLON = 0x3a;
const AT = 0x40;
/** Opens the symbol of a share: "$RTX". */
const DOLLAR = 0x24;
const SMALL_H = 0x68;
const PERSIAN = 'fa';
const ENTITY_AHEAD = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/y;
const NONE = -1;
const NO_PREFIX: LetterPrefix = { length: 0, article: false, letters: '' };
/** Other units are skipped. */
const MEANS_MASK = IS_LETTER | IS_SIGN;
const HAN_LETTER = IS_HAN | IS_LETTER;

export class AliasScan {
  private readonly bits: Int32Array;
  private readonly shift: number;
  private readonly hanFirst: Int32Array;
  private readonly walk: AliasWalk;
  /** For the last character of a name that {@link walk} found. */
  private readonly ahead: AliasWalk;
  /** Whether the text is normalized, and whether the scan is in a hashtag. */
  private normalized = false;
  private camelCase = false;

  constructor(
    private readonly units: TextUnits,
    private readonly judge: AliasJudge,
    { names, firstForms }: CompiledForms,
  ) {
    const { bits, shift, hanFirst } = buildAliasHeads(names);
    this.bits = bits;
    this.shift = shift;
    this.hanFirst = hanFirst;
    const trie = buildAliasTrie(names, firstForms);
    this.walk = new AliasWalk(units, trie);
    this.ahead = new AliasWalk(units, trie);
  }

  /** Returns false at a character that must be normalized first. */
  read(normalized: boolean): boolean {
    this.normalized = normalized;
    const { length } = this.units;
    let at = 0;
    while (at < length && at >= 0) at = this.readNext(at);
    return at >= 0;
  }

  /**
   * Reads a word, a Chinese character or a sign: returns the next offset, or -1 when the text must be normalized. A
   * separate function instead of the loop's body: it is compiled soon as a whole, whereas a long loop is often compiled
   * from its middle, with less type information.
   */
  private readNext(at: number): number {
    const first = TRAITS[CODES[at]!]!;
    if (first >= 0) return (first & MEANS_MASK) === 0 ? at + 1 : this.readOther(at, first);
    const start = at;
    let hash = first & FOLDED;
    let unit = TRAITS[CODES[++at]!]!;
    while (unit < 0) {
      // `hashOn`, inlined: it runs for every letter.
      hash = ((hash << 5) + hash + (unit & FOLDED)) | 0;
      unit = TRAITS[CODES[++at]!]!;
    }
    if ((unit & IS_ODD) !== 0 || at - start > HASHED_UNITS_MAX) {
      const behind = (unit & FOLDED) === ZWNJ ? this.behindJoined(start) : start;
      return behind === start ? this.readWord(start) : behind;
    }
    let end = NONE;
    if (mayHold(this.bits, this.shift, hash) && this.mayFollow(hash, unit & FOLDED, at))
      end = this.matchAt(start, NO_PREFIX, start);
    if (end === NONE && (first & IS_PREFIX) !== 0) end = this.matchPrefixed(start, (first & IS_ARABIC) !== 0, at, hash);
    if (end !== NONE) return end;
    if (CODES[at] === COLON && (first & FOLDED) === SMALL_H) return Math.max(at, this.skipAddress(start));
    return (unit & MEANS_MASK) === 0 ? at + 1 : at;
  }

  /** Neither a plain letter nor a blank: returns the next offset, or -1 when the text must be normalized. */
  private readOther(at: number, unit: number): number {
    if ((unit & IS_LETTER) === 0) return this.readSign(at);
    return (unit & IS_HAN) === 0 ? this.readWord(at) : this.readHan(at, unit);
  }

  /** Reads Chinese up to the first name; a name may begin at each character. */
  private readHan(at: number, first: number): number {
    const { bits, shift, hanFirst } = this;
    for (let unit = first; ;) {
      const next = TRAITS[CODES[at + 1]!]!;
      const one = unit & FOLDED;
      const may =
        ((unit | next) & IS_ODD) !== 0 ||
        (((hanFirst[one >>> 5]! >>> one) & 1) !== 0 &&
          (mayHold(bits, shift, hashOn(one, next & FOLDED)) || mayHold(bits, shift, one)));
      const end = may ? this.matchAt(at, NO_PREFIX, at) : NONE;
      if (end !== NONE) return end;
      at++;
      if ((next & HAN_LETTER) !== HAN_LETTER) return at;
      unit = next;
    }
  }

  /** A significant sign: returns the next offset, or -1 when the text must be normalized. */
  private readSign(at: number): number {
    const unit = CODES[at]!;
    if (unit === AT) return this.skipHandle(at + 1);
    if (unit === DOLLAR) return Math.max(at + 1, this.matchAt(at, NO_PREFIX, at));
    if (unit !== HASH) return this.normalized || !this.isRewritten(at, unit) ? at + 1 : -1;
    this.camelCase = true;
    at++;
    while (at >= 0 && (TRAITS[CODES[at]!]! & IS_LETTER) !== 0) at = this.readWord(at);
    this.camelCase = false;
    return at;
  }

  /** Reads any word without a hash. Returns the next offset, or -1 when the text must be normalized. */
  private readWord(start: number): number {
    const kind = TRAITS[CODES[start]!]!;
    let end = this.matchAt(start, NO_PREFIX, start);
    if ((kind & IS_HAN) !== 0) return end === NONE ? start + 1 : end;
    if (end === NONE && (kind & (IS_HEBREW | IS_ARABIC)) !== 0)
      end = this.matchPrefixed(start, (kind & IS_ARABIC) !== 0, NONE, 0);
    if (end !== NONE) return end;
    const behind = this.skipAddress(start);
    return behind === start ? this.endOfWord(start, kind) : behind;
  }

  /**
   * End of the first part of a Persian word with non-joiners, if no name begins with it, else `start`. A non-joiner
   * ends a name, is a blank in it, or is ignored.
   */
  private behindJoined(start: number): number {
    if (this.judge.lang !== PERSIAN || (TRAITS[CODES[start]!]! & IS_ARABIC) === 0) return start;
    let first = NONE;
    let hash = 0;
    for (let at = start; at < start + HASHED_UNITS_MAX; at++) {
      const unit = TRAITS[CODES[at]!]!;
      const folded = unit & FOLDED;
      if (unit < 0) {
        hash = hashOn(hash, folded);
        continue;
      }
      const isJoined = folded === ZWNJ;
      if ((unit & IS_ODD) !== 0 && !isJoined) return start;
      if (this.mayBegin(hash) && this.mayFollow(hash, isJoined ? SEPARATOR : folded, at)) return start;
      if (first === NONE) first = at;
      if (!isJoined) return first;
    }
    return start;
  }

  private endOfWord(start: number, kind: number): number {
    const { length } = this.units;
    let before = kind;
    let at = start + 1;
    for (; at < length; at++) {
      const next = TRAITS[CODES[at]!]!;
      if ((next & (IS_LETTER | IS_MARK)) === 0 || (next & IS_HAN) !== 0) break;
      if ((next & IS_COMPLEX) !== 0 && !this.normalized) return -1;
      if (this.camelCase && (next & IS_UPPER) !== 0 && (before & IS_UPPER) === 0) break;
      before = next;
    }
    return at;
  }

  /** Matches a Hebrew or Arabic word after its prefixes. `end` is -1 for an odd word. */
  private matchPrefixed(start: number, arabic: boolean, end: number, hash: number): number {
    if (arabic && this.judge.lang === PERSIAN) return NONE;
    const { text } = this.units;
    let before = 0;
    const last = Math.min(start + PREFIX_UNITS_MAX, end === NONE ? Infinity : end - 1);
    for (let from = start + 1; from <= last; from++) {
      const unit = CODES[from - 1]!;
      const place = CHAIN_PLACE[unit]!;
      if (place === 0) break;
      before = hashOn(before, TRAITS[unit]! & FOLDED);
      if ((place & ENDS_CHAIN) === 0) continue;
      if (end === NONE ? !this.walk.begins(from) : !this.mayStand(hash, before, from, end)) continue;
      const prefix = letterPrefix(text, start, from);
      const matched = prefix === undefined ? NONE : this.matchAt(from, prefix, start);
      if (matched !== NONE) return matched;
    }
    return NONE;
  }

  /** The same for the word from `from`, by the hashes of the whole word and of its prefix. */
  private mayStand(whole: number, before: number, from: number, end: number): boolean {
    const hash = hashBehind(whole, before, end - from);
    return this.mayBegin(hash) && this.mayFollow(hash, TRAITS[CODES[end]!]! & FOLDED, end);
  }

  /** End of the longest name at `start` that counts, or of a refused phrase, else -1. */
  private matchAt(start: number, prefix: LetterPrefix, wordStart: number): number {
    const { walk, judge } = this;
    for (let index = walk.from(start, this.camelCase) - 1; index >= 0; index--) {
      const end = walk.behindMarks(walk.ends[index]!);
      if ((TRAITS[CODES[start]!]! & IS_HAN) !== 0 && judge.names(walk.names[index]!) && this.runsInto(start, end))
        continue;
      if (judge.decide(walk.names[index]!, start, end, prefix, wordStart)) return end;
      // "Kuwait City Grill" is not a grill of Kuwait either.
      if (judge.isGuarded) return NONE;
    }
    return NONE;
  }

  /**
   * Whether the last character of a short Chinese name begins another: 中伊朗 is "in which Iran", not China and Iran. Not
   * before a word of states: 中美国防部长.
   */
  private runsInto(start: number, end: number): boolean {
    if (end - start > SHORT_HAN_UNITS || end - start < 2) return false;
    if (CODES[end] === STATE && OF_STATES.has(CODES[end + 1]!)) return false;
    const { ahead, judge } = this;
    for (let index = ahead.from(end - 1, false) - 1; index >= 0; index--) {
      if (ahead.ends[index]! > end && judge.namesPlainly(ahead.names[index]!)) return true;
    }
    return false;
  }

  /** Whether a name may begin with a word of hash `head`; `behind` is the folded unit after it, at `end`. */
  private mayFollow(head: number, behind: number, end: number): boolean {
    if (this.mayBegin(hashOn(head, ALONE))) return true;
    return isParting(behind) && this.mayGoOn(hashOn(head, behind), end);
  }

  /** Whether a name may continue after the separator at `at`; `parted` is the hash of the word and the separator. */
  private mayGoOn(parted: number, at: number): boolean {
    const first = TRAITS[CODES[at + 1]!]!;
    const second = TRAITS[CODES[at + 2]!]!;
    const third = TRAITS[CODES[at + 3]!]!;
    if (((first | second | third) & IS_ODD) !== 0 || (first & FOLDED) === SEPARATOR) return true;
    const hash = hashOn(hashOn(parted, first & FOLDED), second < 0 ? second & FOLDED : SEPARATOR);
    return this.mayBegin(hashOn(hash, (second & third) < 0 ? third & FOLDED : SEPARATOR));
  }

  private mayBegin(hash: number): boolean {
    return mayHold(this.bits, this.shift, hash);
  }

  /** Whether the unit at `at` really needs normalization: most ampersands begin no entity. */
  private isRewritten(at: number, unit: number): boolean {
    if (unit !== AMPERSAND) return true;
    ENTITY_AHEAD.lastIndex = at;
    return ENTITY_AHEAD.test(this.units.text);
  }

  /** Skips the rest of "@handle", which is not a mention. */
  private skipHandle(at: number): number {
    while (isHandleUnit(CODES[at]!)) at++;
    return at;
  }

  /** Skips an address at `at`, which is not text. */
  private skipAddress(at: number): number {
    const { text, length } = this.units;
    if (CODES[at] !== SMALL_H || !text.startsWith('http', at)) return at;
    if (!text.startsWith('://', at + 4) && !text.startsWith('s://', at + 4)) return at;
    while (at < length && CODES[at]! > 0x20 && CODES[at]! < 0x7f) at++;
    return at;
  }
}

const isHandleUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || (unit >= 0x61 && unit <= 0x7a);
