/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads arrays within their bounds */
/**
 * Whether a form that stands in a text counts there: its language, case, article and prefixes, then its
 * context. Keeps what it decides, in the order of the text: what was found, and what was turned down.
 */
import type { CompiledForm } from './compiled-form';
import type { ContextRule } from './context-rule';
import * as rules from './context-rule';
import * as foldTable from './fold-table';
import { guessLanguage } from './guess-language';
import type { HanBorder } from './han-border';
import type { LetterPrefix } from './letter-prefix';
import { Surroundings } from './surroundings';
import type { TextUnits } from './text-units';
import * as textUnits from './text-units';
import type { WordBook } from './word-book';
import * as patterns from './word-pattern';

/** Bound to this file, as text-units.ts explains. */
const { refusalOf } = rules;
const { FOLDED, IS_DIGIT, IS_HAN, IS_LETTER, IS_UPPER, SEPARATOR, TRAITS } = foldTable;
const { CODES } = textUnits;
const { standsAfter, standsBefore } = patterns;

const QUOTE = 0x22;
const TITLE_OPENS = 0x300a;
const TITLE_CLOSES = 0x300b;

/** A form at `[start, end)` of the whole text that was read. */
export interface Found {
  readonly form: CompiledForm;
  readonly start: number;
  readonly end: number;
  readonly prefixed: boolean;
}

export interface Turned extends Found {
  readonly reason: string;
}

export class AliasJudge {
  /** Numbers of the entities found: distinct, rising, so many as {@link entityCount} says. */
  readonly entities: Int32Array;
  entityCount = 0;
  /** Every mention, and what was turned down; null where nobody asks for them. */
  found: Found[] | null = null;
  turned: Turned[] | null = null;
  lang: string | null = null;
  private guessed: string | null = null;

  private readonly around: Surroundings;

  /**
   * @param units where the text that is read is loaded
   * @param book the words of the rules
   * @param border the common words of Chinese
   * @param namedThing which words before or behind a name in quotation marks make it that of a thing
   * @param entityMax how many entities there are
   */
  constructor(
    private readonly units: TextUnits,
    book: WordBook,
    private readonly border: HanBorder,
    private readonly namedThing: ContextRule | null,
    entityMax: number,
  ) {
    this.entities = new Int32Array(entityMax);
    this.around = new Surroundings(units, book);
  }

  /** A new text; what was kept of the last one is let go. */
  begin(lang: string | null, explain: boolean): void {
    this.lang = lang;
    this.guessed = null;
    this.entityCount = 0;
    this.found = explain ? [] : null;
    this.turned = explain ? [] : null;
  }

  /**
   * Whether one of the forms that share a name, of which `first` is the first, counts at `[start, end)`, or is a phrase that names
   * nothing. `wordStart` lies before `start` by the length of the prefix.
   */
  decide(
    first: CompiledForm,
    start: number,
    end: number,
    prefix: LetterPrefix,
    wordStart: number,
  ): boolean {
    if (first.entity !== null && (TRAITS[CODES[start]!]! & IS_HAN) !== 0) {
      const reason = this.brokenBorder(start, end);
      if (reason !== null) {
        this.turned?.push(this.turnedAt(first, start, end, false, reason));
        return false;
      }
    }
    if (first.entity !== null && this.isQuoted(start, end)) {
      const reason = this.thingNamed(start, end);
      if (reason !== null) {
        this.turned?.push(this.turnedAt(first, start, end, false, reason));
        return false;
      }
    }
    let around: Surroundings | null = null;
    let counted = false;
    const prefixed = prefix.length > 0;
    let refusals: Turned[] | null = null;
    for (let form: CompiledForm | null = first; form !== null; form = form.next) {
      if (!form.plain || prefixed) {
        if (!this.fits(form, start, end, prefix)) continue;
        if (form.contextRule !== null) {
          around ??= this.around.moveTo(wordStart, end);
          const reason = refusalOf(form.contextRule, around);
          if (reason !== null) {
            // A phrase that names nothing and does not apply here has refused nothing.
            if (this.turned !== null && form.entity !== null)
              (refusals ??= []).push(this.turnedAt(form, start, end, prefixed, reason));
            continue;
          }
        }
      }
      if (form.entity === null) {
        this.turned?.push(this.turnedAt(form, start, end, prefixed, form.reason ?? ''));
        return true;
      }
      if (counted && !form.shared) continue;
      for (const number of form.entityNumbers) this.note(number);
      this.found?.push(this.foundAt(form, start, end, prefixed));
      counted = true;
      if (!form.shared) break;
    }
    if (!counted && refusals !== null) this.turned?.push(...refusals);
    return counted;
  }

  private foundAt(form: CompiledForm, start: number, end: number, prefixed: boolean): Found {
    const { origin } = this.units;
    return { form, start: origin + start, end: origin + end, prefixed };
  }

  private turnedAt(
    form: CompiledForm,
    start: number,
    end: number,
    prefixed: boolean,
    reason: string,
  ): Turned {
    const { origin } = this.units;
    return { form, start: origin + start, end: origin + end, prefixed, reason };
  }

  /** Whether quotation marks enclose `[start, end)`, French ones with their blanks too, or those of a Chinese title. */
  isQuoted(start: number, end: number): boolean {
    if (start < 2) return start === 1 && isMark(CODES[0]!) && isMark(CODES[end]!);
    const from = (TRAITS[CODES[start - 1]!]! & FOLDED) === SEPARATOR ? start - 2 : start - 1;
    if (!isMark(CODES[from]!)) return false;
    return (
      isMark(CODES[end]!) ||
      ((TRAITS[CODES[end]!]! & FOLDED) === SEPARATOR && isMark(CODES[end + 1]!))
    );
  }

  /** Why a quoted name is that of a house, a ship, a film or a ware; null where it is none. */
  private thingNamed(start: number, end: number): string | null {
    const { namedThing } = this;
    if (namedThing === null) return null;
    if (CODES[end] === TITLE_CLOSES) return namedThing.reasons.before;
    const around = this.around.moveTo(start, end);
    if (standsBefore(namedThing.before, around, 1)) return namedThing.reasons.before;
    return standsAfter(namedThing.after, around, 1) ? namedThing.reasons.after : null;
  }

  /** Puts an entity in its place among those found. */
  note(number: number): void {
    const { entities } = this;
    let at = this.entityCount;
    while (at > 0 && entities[at - 1]! > number) at--;
    if (at > 0 && entities[at - 1] === number) return;
    entities.copyWithin(at + 1, at, this.entityCount++);
    entities[at] = number;
  }

  /** Why the letters of a Chinese name are no name here; null where they are. */
  private brokenBorder(start: number, end: number): string | null {
    if (this.border.joins(CODES, start, end)) return "a part of a person's name";
    return this.border.parts(CODES, start, end) ? 'across the border of two words' : null;
  }

  /** Language, case, article and prefixes. */
  private fits(form: CompiledForm, start: number, end: number, prefix: LetterPrefix): boolean {
    if (form.byLanguage) {
      const lang = this.lang ?? (this.guessed ??= guessLanguage(this.units.text));
      if (lang !== form.lang && (form.only || form.rivals?.has(lang) === true)) return false;
      if (form.except.includes(lang)) return false;
    }
    if (form.article === 'must' && !prefix.article) return false;
    if (form.article === 'never' && prefix.article) return false;
    if (prefix.length > 0 && form.prefixes !== null) {
      for (const letter of prefix.letters) if (!form.prefixes.includes(letter)) return false;
    }
    switch (form.caseRule) {
      case 'any':
        return true;
      case 'capital':
        return (TRAITS[CODES[start]!]! & IS_UPPER) !== 0;
      case 'upper':
        return isUpper(start, end);
      case 'exact':
        return this.units.text.slice(start, end) === form.text;
    }
  }
}

const isMark = (unit: number): boolean =>
  (TRAITS[unit]! & FOLDED) === QUOTE || unit === TITLE_OPENS || unit === TITLE_CLOSES;

const isUpper = (start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const kind = TRAITS[CODES[at]!]!;
    if ((kind & IS_LETTER) !== 0 && (kind & (IS_UPPER | IS_HAN | IS_DIGIT)) === 0) return false;
  }
  return true;
};
