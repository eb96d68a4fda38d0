/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads arrays within their bounds */
/** Decides whether a form counts at a place: language, case, article and prefixes, then context. */
import type { CompiledForm, CompiledForms } from './compiled-form';
import * as compiledForm from './compiled-form';
import type { ContextRule } from '../context/context-rule';
import * as rules from '../context/context-rule';
import * as guards from '../context/guard';
import * as foldTable from '../folding/fold-table';
import { guessLanguage } from '../folding/guess-language';
import type { HanBorder } from './han-border';
import type { LetterPrefix } from '../folding/letter-prefix';
import { speechReaches, Surroundings } from '../context/surroundings';
import type { TextUnits } from '../folding/text-units';
import * as textUnits from '../folding/text-units';
import type { WordIndex } from '../context/word-index';
import * as patterns from '../context/word-pattern';

/** For speed; see text-units.ts. */
const {
  ALL_UPPER,
  BY_LANGUAGE,
  CAPITAL,
  ENTITY,
  EXACT,
  LAST,
  NAMES,
  NO_ARTICLE,
  PLAIN,
  RECORD_INTS,
  SHARED,
  SURE,
  WITH_ARTICLE,
} = compiledForm;
const { awaitsName, refusalOf } = rules;
const { guardRefusal } = guards;
const { FOLDED, IS_DIGIT, IS_HAN, IS_LETTER, IS_UPPER, SEPARATOR, TRAITS } = foldTable;
const { CODES } = textUnits;
const { isNear, standsAfter, standsBefore } = patterns;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BRACKET_OPENS = 0x28;
const BRACKET_CLOSES = 0x29;
const SPELLED_OUT = 'an abbreviation of other words';
const TITLE_OPENS = 0x300a;
const TITLE_CLOSES = 0x300b;

export interface Found {
  readonly form: CompiledForm;
  readonly start: number;
  readonly end: number;
  readonly prefixed: boolean;
}

export interface Refused extends Found {
  readonly reason: string;
}

/** Called for each rule evaluated, with form and context. */
export type RuleObserver = (form: CompiledForm, rule: ContextRule | null, around: Surroundings) => void;

export class AliasJudge {
  /** Numbers of the entities found: distinct, ascending, {@link entityCount} of them. */
  readonly entities: Int32Array;
  entityCount = 0;
  /** Whether a guard caused the last refusal. */
  isGuarded = false;
  /** Null unless requested. */
  found: Found[] | null = null;
  refused: Refused[] | null = null;
  lang: string | null = null;
  observer: RuleObserver | null = null;
  private guessed: string | null = null;
  /** A speaker, "Katz: …", whose entity depends on the next name. */
  private waiting: Refused | null = null;
  /** Marks of the last quotation found. */
  private opens = NO_MARK;
  private closes = NO_MARK;

  private readonly forms: readonly CompiledForm[];
  private readonly records: Int32Array;
  private readonly around: Surroundings;

  /**
   * @param units the loaded text
   * @param wordIndex words of the rules
   * @param border common words of Chinese
   * @param namedThing words next to a name in quotation marks that make it the name of a thing
   * @param compiled all forms
   */
  constructor(
    private readonly units: TextUnits,
    wordIndex: WordIndex,
    private readonly border: HanBorder,
    private readonly namedThing: ContextRule | null,
    { ids, forms, records }: CompiledForms,
  ) {
    this.entities = new Int32Array(ids.length);
    this.forms = forms;
    this.records = records;
    this.around = new Surroundings(units, wordIndex);
  }

  begin(lang: string | null, explain: boolean): void {
    this.lang = this.around.lang = lang;
    this.guessed = null;
    this.waiting = null;
    this.entityCount = 0;
    this.found = explain ? [] : null;
    this.refused = explain ? [] : null;
  }

  /**
   * Whether one of the forms of a name counts at `[start, end)`, or is a refused phrase. `first` is the number of its
   * first form; `wordStart` precedes `start` by the prefix length.
   */
  decide(first: number, start: number, end: number, prefix: LetterPrefix, wordStart: number): boolean {
    const { records } = this;
    this.isGuarded = false;
    const flags = records[first * RECORD_INTS]!;
    const prefixed = prefix.length > 0;
    const isQuoted = this.seekQuotation(start, end);
    const isBracketed = inBrackets(start, end);
    if ((flags & SURE) !== 0 && !prefixed && !isQuoted && !isBracketed && this.found === null) {
      this.note(records[first * RECORD_INTS + ENTITY]!);
      if (this.waiting !== null) this.hear(start);
      return true;
    }
    const isHan = (TRAITS[CODES[start]!]! & IS_HAN) !== 0;
    if (isHan || isQuoted || isBracketed) {
      // Refused phrases of the same letters may come first.
      let naming = first;
      while (!this.names(naming) && (records[naming * RECORD_INTS]! & LAST) === 0) naming++;
      const reason = this.names(naming) ? this.misread(naming, start, end, isHan, isQuoted) : null;
      if (reason !== null) {
        this.refused?.push(this.refusedAt(naming, start, end, false, reason));
        return false;
      }
    }
    return this.decideForms(first, start, end, prefix, wordStart);
  }

  /** Why the characters or the marks around a name make it something else, or null. */
  private misread(first: number, start: number, end: number, isHan: boolean, isQuoted: boolean): string | null {
    const reason =
      (isHan ? this.brokenBorder(first, start, end) : null) ?? (isQuoted ? this.thingNamed(first, start, end) : null);
    return reason ?? (isSpelledOut(start, end) ? SPELLED_OUT : null);
  }

  /** Whether a name's first form names an entity. */
  names(first: number): boolean {
    return (this.records[first * RECORD_INTS]! & NAMES) !== 0;
  }

  /** Whether it is an unconditional name of a state or a place. */
  namesPlainly(first: number): boolean {
    return this.forms[first]!.plainly;
  }

  /** {@link decide} for conditional forms. */
  private decideForms(first: number, start: number, end: number, prefix: LetterPrefix, wordStart: number): boolean {
    const prefixed = prefix.length > 0;
    let around: Surroundings | null = null;
    let counted = false;
    let refusals: Refused[] | null = null;
    for (let number = first, isLast = false; !isLast; number++) {
      const flags = this.records[number * RECORD_INTS]!;
      isLast = (flags & LAST) !== 0;
      if (this.observer !== null) this.observe(number, flags, start, end, prefix, wordStart);
      if ((flags & PLAIN) === 0 || prefixed) {
        const form = this.forms[number]!;
        if (!this.fits(form, flags, start, end, prefix)) continue;
        const { contextRule, guard, company } = form;
        const asksRule = contextRule !== null && !(prefixed && contextRule.prefixedCounts);
        const asksGuard = guard !== null && prefix.letters === '';
        if (asksRule || asksGuard) {
          around ??= this.around.moveTo(wordStart, end);
          const unruly = asksRule ? refusalOf(contextRule, around, company) : null;
          const reason = unruly ?? (asksGuard ? guardRefusal(guard, around) : null);
          this.isGuarded = unruly === null && reason !== null;
          if (reason !== null) {
            if (reason === contextRule?.reasons.near && awaitsName(contextRule, around, company))
              if (guard === null || guardRefusal(guard, around) === null)
                this.waiting = this.refusedAt(number, start, end, prefixed, reason);
            // A refused phrase that does not apply here is not reported.
            if (this.refused !== null && (flags & NAMES) !== 0)
              (refusals ??= []).push(this.refusedAt(number, start, end, prefixed, reason));
            continue;
          }
        }
      }
      if ((flags & NAMES) === 0) {
        const reason = this.forms[number]!.reason ?? '';
        this.refused?.push(this.refusedAt(number, start, end, prefixed, reason));
        return true;
      }
      if (counted && (flags & SHARED) === 0) continue;
      if (this.waiting !== null) this.hear(start);
      this.noteAll(number);
      this.found?.push(this.foundAt(number, start, end, prefixed));
      counted = true;
      if ((flags & SHARED) === 0) break;
    }
    if (!counted && refusals !== null) this.refused?.push(...refusals);
    return counted;
  }

  private observe(
    number: number,
    flags: number,
    start: number,
    end: number,
    prefix: LetterPrefix,
    wordStart: number,
  ): void {
    const form = this.forms[number]!;
    if (this.fits(form, flags, start, end, prefix))
      this.observer?.(form, form.contextRule, this.around.moveTo(wordStart, end));
  }

  private noteAll(number: number): void {
    const entity = this.records[number * RECORD_INTS + ENTITY]!;
    if (entity >= 0) this.note(entity);
    else for (const one of this.forms[number]!.entityNumbers) this.note(one);
  }

  /** A name at `start` supports a waiting speaker, if close enough. */
  private hear(start: number): void {
    const speaker = this.waiting;
    this.waiting = null;
    if (speaker === null || !speechReaches(speaker.end - this.units.origin, start)) return;
    for (const one of speaker.form.entityNumbers) this.note(one);
    this.found?.push(speaker);
    if (this.refused !== null) this.refused = this.refused.filter((one) => one.start !== speaker.start);
  }

  private foundAt(number: number, start: number, end: number, prefixed: boolean): Found {
    const { origin } = this.units;
    return { form: this.forms[number]!, start: origin + start, end: origin + end, prefixed };
  }

  private refusedAt(number: number, start: number, end: number, prefixed: boolean, reason: string): Refused {
    const { origin } = this.units;
    const form = this.forms[number]!;
    return { form, start: origin + start, end: origin + end, prefixed, reason };
  }

  /** Whether a short quotation encloses `[start, end)`; stores the positions of its marks. */
  private seekQuotation(start: number, end: number): boolean {
    if (isQuoted(start, end)) {
      // Without blanks, marks directly enclose the name.
      this.opens = start - 1;
      this.closes = end;
      return true;
    }
    this.opens = markBefore(start);
    this.closes = this.opens === NO_MARK ? NO_MARK : markBehind(end, this.units.length);
    return this.closes !== NO_MARK;
  }

  /** Why the quotation names a house, a ship, a film or a product, or null. */
  private thingNamed(first: number, start: number, end: number): string | null {
    const { namedThing, opens, closes } = this;
    if (namedThing === null) return null;
    if (CODES[closes] === TITLE_CLOSES) return namedThing.reasons.before;
    // In Cyrillic these marks enclose a hall or a watch named after a state; Arabic papers may enclose Israel itself.
    const isWhole = closes === end || CODES[end] === HYPHEN;
    const isMarked = CODES[start - 1] === GUILLEMET && isWhole && isCyrillic(CODES[start]!);
    if (isMarked && this.forms[first]!.guard !== null) return namedThing.say;
    const around = this.around.moveTo(opens, closes + 1);
    this.observer?.(this.forms[first]!, namedThing, around);
    if (standsBefore(namedThing.before, around, 1)) return namedThing.reasons.before;
    if (standsAfter(namedThing.after, around, 1)) return namedThing.reasons.after;
    if (!isNear(namedThing.notNear, around) || isNear(namedThing.unlessNear, around)) return null;
    return namedThing.reasons.notNear;
  }

  note(number: number): void {
    const { entities } = this;
    let at = this.entityCount;
    while (at > 0 && entities[at - 1]! > number) at--;
    if (at > 0 && entities[at - 1] === number) return;
    entities.copyWithin(at + 1, at, this.entityCount++);
    entities[at] = number;
  }

  /** Why the characters of a Chinese name are not a name here, or null. */
  private brokenBorder(first: number, start: number, end: number): string | null {
    const signs = end - start === 2 && this.forms[first]!.signs;
    if (this.border.endsBefore(CODES, start, signs)) return 'across the border of two words';
    if (this.border.joins(CODES, start, end)) return "a part of a person's name";
    return this.border.parts(CODES, start, end) ? 'across the border of two words' : null;
  }

  private fits(form: CompiledForm, flags: number, start: number, end: number, prefix: LetterPrefix): boolean {
    if ((flags & BY_LANGUAGE) !== 0) {
      const lang = this.lang ?? (this.guessed ??= guessLanguage(this.units.text));
      if (lang !== form.lang && (form.only || form.rivals?.has(lang) === true)) return false;
      if (form.except.includes(lang)) return false;
    }
    if ((flags & (prefix.article ? NO_ARTICLE : WITH_ARTICLE)) !== 0) return false;
    if (prefix.length > 0 && form.prefixes !== null) {
      for (const letter of prefix.letters) if (!form.prefixes.includes(letter)) return false;
    }
    if ((flags & CAPITAL) !== 0) return (TRAITS[CODES[start]!]! & IS_UPPER) !== 0;
    if ((flags & ALL_UPPER) !== 0) return isUpper(start, end);
    return (flags & EXACT) === 0 || this.units.text.slice(start, end) === form.text;
  }
}

/** Whether the words before the abbreviation in brackets spell it out: "the Wildlife Trust of India (WTI)". */
const isSpelledOut = (start: number, end: number): boolean => {
  if (!inBrackets(start, end) || end - start < 3 || end - start > 6 || !isUpper(start, end)) return false;
  let letter = end - 1;
  let at = start - 2;
  for (let words = 0; words < SPELLED_WORDS_MAX; words++) {
    while (at >= 0 && !isLetter(CODES[at]!)) {
      const folded = TRAITS[CODES[at]!]! & FOLDED;
      if (folded !== SEPARATOR && folded !== QUOTE) return false;
      at--;
    }
    const last = at;
    while (at >= 0 && isLetter(CODES[at]!)) at--;
    if (last < 0) return false;
    const initial = TRAITS[CODES[at + 1]!]! & FOLDED;
    if (initial === (TRAITS[CODES[letter]!]! & FOLDED)) {
      if (letter-- === start) return true;
    } else if (last - at > SMALL_WORD_MAX) return false;
  }
  return false;
};

const inBrackets = (start: number, end: number): boolean =>
  start > 1 && CODES[start - 1] === BRACKET_OPENS && CODES[end] === BRACKET_CLOSES;

/** of, and, for, des, und, для. */
const SMALL_WORD_MAX = 3;
const SPELLED_WORDS_MAX = 10;
const GUILLEMET = 0xab;
const HYPHEN = 0x2d;
const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;
const isLetter = (unit: number): boolean => (TRAITS[unit]! & IS_LETTER) !== 0;
const isApostrophe = (unit: number): boolean => (TRAITS[unit]! & FOLDED) === APOSTROPHE;
const isMark = (unit: number): boolean =>
  (TRAITS[unit]! & FOLDED) === QUOTE || unit === TITLE_OPENS || unit === TITLE_CLOSES;

/** Whether marks enclose `[start, end)`: quotation marks, also single and French with blanks, or Chinese title marks. */
const isQuoted = (start: number, end: number): boolean => {
  if (start > 0 && isApostrophe(CODES[start - 1]!) && isApostrophe(CODES[end]!))
    return !isLetter(CODES[end + 1]!) && (start < 2 || !isLetter(CODES[start - 2]!));
  if (start < 2) return start === 1 && isMark(CODES[0]!) && isMark(CODES[end]!);
  const from = (TRAITS[CODES[start - 1]!]! & FOLDED) === SEPARATOR ? start - 2 : start - 1;
  if (!isMark(CODES[from]!)) return false;
  return isMark(CODES[end]!) || ((TRAITS[CODES[end]!]! & FOLDED) === SEPARATOR && isMark(CODES[end + 1]!));
};

/** The opening mark of a title of several words around `start`. */
const markBefore = (start: number): number => {
  const limit = Math.max(0, start - TITLE_UNITS_MAX);
  for (let at = start - 1; at >= limit; at--) {
    const unit = CODES[at]!;
    if (isLetter(unit)) continue;
    if (isMark(unit)) return CLOSING.includes(unit) ? NO_MARK : at;
    if (unit !== BLANK && ENDS_SENTENCE.includes(unit)) return NO_MARK;
  }
  return NO_MARK;
};

/** The closing mark after `end`. */
const markBehind = (end: number, length: number): number => {
  const limit = Math.min(length, end + TITLE_UNITS_MAX);
  for (let at = end; at < limit; at++) {
    const unit = CODES[at]!;
    if (isLetter(unit)) continue;
    if (isMark(unit)) return OPENING.includes(unit) ? NO_MARK : at;
    if (unit !== BLANK && ENDS_SENTENCE.includes(unit)) return NO_MARK;
  }
  return NO_MARK;
};

const NO_MARK = -1;
const BLANK = 0x20;
/** Longer quotations are speech. */
const TITLE_UNITS_MAX = 24;
/** Marks that only close and only open: » ” 》, « „ 《. */
const CLOSING: readonly number[] = [0xbb, 0x201d, TITLE_CLOSES];
const OPENING: readonly number[] = [0xab, 0x201e, TITLE_OPENS];
/** A line break and . ! ? ؟ 。 */
const ENDS_SENTENCE: readonly number[] = [0x0a, 0x2e, 0x21, 0x3f, 0x061f, 0x3002];

const isUpper = (start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const kind = TRAITS[CODES[at]!]!;
    if ((kind & IS_LETTER) !== 0 && (kind & (IS_UPPER | IS_HAN | IS_DIGIT)) === 0) return false;
  }
  return true;
};
