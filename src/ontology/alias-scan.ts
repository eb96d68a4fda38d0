/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot loop reads typed arrays within their bounds */
/**
 * The scan: one pass over a text that brings every name in it before the judge.
 *
 * A name begins where a word begins, or behind the letters that Hebrew and Arabic write onto a word, or at
 * any character of Chinese. Nearly all words begin no name, so a word of plain letters is only hashed on
 * the way to its end; the trie is walked where the set of heads says that a name may begin so
 * ({@link AliasHeads}). A word with a mark or another odd unit in it is read by the walk itself, and so
 * are the words of a hashtag.
 */
import {
  type AliasHeads,
  HASHED_UNITS_MAX,
  HASH_FACTOR,
  buildAliasHeads,
  hashBehind,
  hashOn,
  isParting,
  mayHold,
} from './alias-heads';
import type { AliasJudge } from './alias-judge';
import { AliasWalk } from './alias-walk';
import type { CompiledForm, CompiledForms } from './compiled-form';
import {
  ARABIC,
  COMPLEX,
  FOLD,
  FOLDED,
  HAN,
  HEBREW,
  KIND,
  LETTER,
  MARK,
  SEPARATOR,
  TRAITS,
  IS_ARABIC,
  IS_HAN,
  IS_LETTER,
  IS_ODD,
  IS_PREFIX,
  IS_SIGN,
  UPPER,
  ZWNJ,
} from './fold-table';
import { type LetterPrefix, PREFIX_UNITS_MAX, isPrefixUnit, letterPrefix } from './letter-prefix';
import type { TextUnits } from './text-units';

const HASH = 0x23;
const AMPERSAND = 0x26;
const COLON = 0x3a;
const AT = 0x40;
const SMALL_H = 0x68;
const PERSIAN = 'fa';
const ENTITY_AHEAD = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/y;
/** No end of a name: none was found. */
const NONE = -1;
const NO_PREFIX: LetterPrefix = { length: 0, article: false, letters: '' };
/** A letter as plain as most: neither Chinese nor odd. */
const PLAIN_MASK = IS_LETTER | IS_HAN | IS_ODD;
/** What is no letter and no sign is passed over. */
const MEANS_MASK = IS_LETTER | IS_SIGN;

export class AliasScan {
  private readonly heads: AliasHeads;
  private readonly walk: AliasWalk;
  private readonly firstForms: readonly CompiledForm[];
  /** For each name the entity that it names without any condition, else -1: spares a look at the form. */
  private readonly sure: Int32Array;
  /** Of the text that is read: whether it has been rewritten, and whether the scan is in a hashtag. */
  private normalized = false;
  private humps = false;

  /** @param units where the text to read is loaded */
  constructor(
    private readonly units: TextUnits,
    private readonly judge: AliasJudge,
    { names, firstForms }: CompiledForms,
  ) {
    this.heads = buildAliasHeads(names);
    this.walk = new AliasWalk(units, names);
    this.firstForms = firstForms;
    this.sure = Int32Array.from(names, (name, index) => sureEntity(name, firstForms[index]));
  }

  /** False when a character turned up that has to be rewritten first (`normalize`). */
  read(normalized: boolean): boolean {
    this.normalized = normalized;
    const { codes, length } = this.units;
    const { bits, shift } = this.heads;
    const traits = TRAITS;
    let at = 0;
    while (at < length) {
      const first = traits[codes[at]!]!;
      if ((first & IS_LETTER) === 0) {
        at = (first & IS_SIGN) === 0 ? at + 1 : this.readSign(at);
        if (at < 0) return false;
        continue;
      }
      if ((first & IS_HAN) !== 0) {
        at = this.readHan(at, first);
        continue;
      }
      const start = at;
      let hash = 0;
      let unit = first;
      while ((unit & PLAIN_MASK) === IS_LETTER) {
        hash = (Math.imul(hash, HASH_FACTOR) + (unit & FOLDED)) | 0;
        unit = traits[codes[++at]!]!;
      }
      if ((unit & IS_ODD) !== 0 || at - start > HASHED_UNITS_MAX) {
        const behind = (unit & FOLDED) === ZWNJ ? this.behindJoined(start) : start;
        at = behind === start ? this.readWord(start) : behind;
        if (at < 0) return false;
        continue;
      }
      let end = NONE;
      const parted = (Math.imul(hash, HASH_FACTOR) + (unit & FOLDED)) | 0;
      if (
        mayHold(bits, shift, hash) ||
        (mayHold(bits, shift, parted) && isParting(unit & FOLDED) && this.mayGoOn(parted, at))
      )
        end = this.matchAt(start, NO_PREFIX, start);
      if (end === NONE && (first & IS_PREFIX) !== 0)
        end = this.matchPrefixed(start, (first & IS_ARABIC) !== 0, at, hash);
      if (end !== NONE) at = end;
      else if (codes[at] === COLON && (first & FOLDED) === SMALL_H)
        at = Math.max(at, this.skipAddress(start));
      else if ((unit & MEANS_MASK) === 0) at++;
    }
    return true;
  }

  /** A character of Chinese: a name of one or of more begins there, or none. */
  private readHan(at: number, first: number): number {
    const second = TRAITS[this.units.codes[at + 1]!]!;
    const one = first & FOLDED;
    const may =
      ((first | second) & IS_ODD) !== 0 ||
      this.mayBegin(one) ||
      this.mayBegin(hashOn(one, second & FOLDED));
    const end = may ? this.matchAt(at, NO_PREFIX, at) : NONE;
    return end === NONE ? at + 1 : end;
  }

  /** A sign that means something: returns where the scan goes on, -1 where the text must be rewritten. */
  private readSign(at: number): number {
    const { codes } = this.units;
    const unit = codes[at]!;
    if (unit === AT) return this.skipHandle(at + 1);
    if (unit !== HASH) return this.normalized || !this.isRewritten(at, unit) ? at + 1 : -1;
    this.humps = true;
    at++;
    while (at >= 0 && (KIND[codes[at]!]! & LETTER) !== 0) at = this.readWord(at);
    this.humps = false;
    return at;
  }

  /** Any word, without the help of a hash. Returns where the scan goes on, -1 for a rewrite. */
  private readWord(start: number): number {
    const kind = KIND[this.units.codes[start]!]!;
    let end = this.matchAt(start, NO_PREFIX, start);
    if ((kind & HAN) !== 0) return end === NONE ? start + 1 : end;
    if (end === NONE && (kind & (HEBREW | ARABIC)) !== 0)
      end = this.matchPrefixed(start, (kind & ARABIC) !== 0, NONE, 0);
    if (end !== NONE) return end;
    const behind = this.skipAddress(start);
    return behind === start ? this.endOfWord(start, kind) : behind;
  }

  /**
   * Where the first part of a Persian word with non-joiners ends, if no name begins with the word, else
   * `start`. A non-joiner ends a name, is a blank in it, or is nothing.
   */
  private behindJoined(start: number): number {
    const { codes } = this.units;
    if (this.judge.lang !== PERSIAN || (TRAITS[codes[start]!]! & IS_ARABIC) === 0) return start;
    let first = NONE;
    let hash = 0;
    for (let at = start; at < start + HASHED_UNITS_MAX; at++) {
      const unit = TRAITS[codes[at]!]!;
      const folded = unit & FOLDED;
      if ((unit & PLAIN_MASK) === IS_LETTER) {
        hash = hashOn(hash, folded);
        continue;
      }
      const isJoined = folded === ZWNJ;
      if ((unit & IS_ODD) !== 0 && !isJoined) return start;
      if (this.mayBegin(hash)) return start;
      const parting = isJoined ? SEPARATOR : folded;
      const parted = hashOn(hash, parting);
      if (isParting(parting) && this.mayBegin(parted) && this.mayGoOn(parted, at)) return start;
      if (first === NONE) first = at;
      if (!isJoined) return first;
    }
    return start;
  }

  private endOfWord(start: number, kind: number): number {
    const { codes, length } = this.units;
    let before = kind;
    let at = start + 1;
    for (; at < length; at++) {
      const next = KIND[codes[at]!]!;
      if ((next & (LETTER | MARK)) === 0 || (next & HAN) !== 0) break;
      if ((next & COMPLEX) !== 0 && !this.normalized) return -1;
      if (this.humps && (next & UPPER) !== 0 && (before & UPPER) === 0) break;
      before = next;
    }
    return at;
  }

  /**
   * A Hebrew or Arabic word behind its one-letter prefixes. `end` and `hash` are those of a plain word;
   * of an odd one neither is known, and `end` is -1.
   */
  private matchPrefixed(start: number, arabic: boolean, end: number, hash: number): number {
    if (arabic && this.judge.lang === PERSIAN) return NONE;
    const { codes, text } = this.units;
    let before = 0;
    for (let from = start + 1; from <= start + PREFIX_UNITS_MAX; from++) {
      const unit = codes[from - 1]!;
      if (isPrefixUnit[unit] !== 1) break;
      before = hashOn(before, FOLD[unit]!);
      if (end === NONE ? !this.walk.begins(from) : !this.mayStand(hash, before, from, end))
        continue;
      const prefix = letterPrefix(text, start, from);
      const matched = prefix === undefined ? NONE : this.matchAt(from, prefix, start);
      if (matched !== NONE) return matched;
    }
    return NONE;
  }

  /** The same of the word behind `from`, from the hash of the whole word and of what is before `from`. */
  private mayStand(whole: number, before: number, from: number, end: number): boolean {
    const hash = hashBehind(whole, before, end - from);
    if (this.mayBegin(hash)) return true;
    const behind = FOLD[this.units.codes[end]!]!;
    const parted = hashOn(hash, behind);
    return isParting(behind) && this.mayBegin(parted) && this.mayGoOn(parted, end);
  }

  /** The longest name at `start` that counts, or refused phrase: its end, else -1. */
  private matchAt(start: number, prefix: LetterPrefix, wordStart: number): number {
    const { walk } = this;
    for (let index = walk.from(start, this.humps) - 1; index >= 0; index--) {
      const end = walk.behindMarks(walk.ends[index]!);
      const sure = this.sure[walk.names[index]!]!;
      if (
        sure !== NONE &&
        prefix === NO_PREFIX &&
        this.judge.found === null &&
        !this.judge.isQuoted(start, end)
      ) {
        this.judge.note(sure);
        return end;
      }
      const first = this.firstForms[walk.names[index]!]!;
      if (this.judge.decide(first, start, end, prefix, wordStart)) return end;
    }
    return NONE;
  }

  /**
   * Whether a name may go on behind what parts, which stands at `at`; `parted` is the hash of the word before it and of that,
   * which the heads hold.
   */
  private mayGoOn(parted: number, at: number): boolean {
    const { codes } = this.units;
    const first = TRAITS[codes[at + 1]!]!;
    const second = TRAITS[codes[at + 2]!]!;
    if (((first | second) & IS_ODD) !== 0 || (first & FOLDED) === SEPARATOR) return true;
    const behind = (second & (IS_LETTER | IS_HAN)) === IS_LETTER ? second & FOLDED : SEPARATOR;
    return this.mayBegin(hashOn(hashOn(parted, first & FOLDED), behind));
  }

  /** Whether a name may begin with a word of this hash. */
  private mayBegin(hash: number): boolean {
    return mayHold(this.heads.bits, this.heads.shift, hash);
  }

  /** Whether the unit at `at` really needs rewriting: most ampersands begin no entity. */
  private isRewritten(at: number, unit: number): boolean {
    if (unit !== AMPERSAND) return true;
    ENTITY_AHEAD.lastIndex = at;
    return ENTITY_AHEAD.test(this.units.text);
  }

  /** Behind the rest of "@handle": the name of an account, not a mention. */
  private skipHandle(at: number): number {
    const { codes } = this.units;
    while (isHandleUnit(codes[at]!)) at++;
    return at;
  }

  /** Behind an address that begins at `at`, else `at`: its words are not the text's. */
  private skipAddress(at: number): number {
    const { codes, text, length } = this.units;
    if (codes[at] !== SMALL_H || !text.startsWith('http', at)) return at;
    if (!text.startsWith('://', at + 4) && !text.startsWith('s://', at + 4)) return at;
    while (at < length && codes[at]! > 0x20 && codes[at]! < 0x7f) at++;
    return at;
  }
}

const sureEntity = (name: string, form: CompiledForm | undefined): number => {
  if (form?.plain !== true || form.entity === null || form.shared) return NONE;
  if (form.entityNumbers.length !== 1 || (KIND[name.charCodeAt(0)]! & HAN) !== 0) return NONE;
  return form.entityNumbers[0]!;
};

/** A letter, digit or underscore of ASCII. */
const isHandleUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  unit === 0x5f ||
  (unit >= 0x61 && unit <= 0x7a);
