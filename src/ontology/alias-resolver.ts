/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot loop reads typed arrays within their bounds */
/**
 * The alias resolver: a text in, the entities that it names out, with where and why.
 *
 * One pass over the text. At each word start (each character in Chinese) a trie of folded forms is
 * walked; the longest form that ends at a word's end and whose conditions hold is a mention, and the
 * scan goes on behind it. Folding happens in the walk, so offsets are those of the original text.
 * No model, no clock, no I/O: the same seed and text give the same answer everywhere.
 */
import {
  type AliasTrie,
  CLASS_IGNORED,
  CLASS_NONE,
  CLASS_SEPARATOR,
  CLASS_ZWNJ,
  buildAliasTrie,
} from './alias-trie';
import { type AliasForm, type AliasSeed, expandAliases } from './alias-seed';
import {
  type ContextRule,
  type Surroundings,
  compileRule,
  refusalOf,
  surroundings,
} from './context-rule';
import {
  ARABIC,
  COMPLEX,
  FOLD,
  HAN,
  HEBREW,
  KIND,
  LETTER,
  MARK,
  type Normalized,
  UPPER,
  normalize,
} from './fold-text';
import { guessLanguage } from './guess-language';
import { isPrefixUnit, letterPrefix, PREFIX_UNITS_MAX, type LetterPrefix } from './letter-prefix';
import type { Mention, Refusal, Resolution } from './mention';

/** A form with everything that evaluating it needs, looked up beforehand. */
interface CompiledForm extends AliasForm {
  /** Positions of the entity and its `also` in the sorted list of ids. */
  readonly entityNumbers: readonly number[];
  readonly contextRule: ContextRule | null;
  /** Other languages that write the same name on conditions of their own. */
  readonly rivals: ReadonlySet<string> | null;
  /** No condition at all: the usual case, decided at once. */
  readonly plain: boolean;
}

interface Found {
  readonly form: CompiledForm;
  readonly start: number;
  readonly end: number;
  readonly prefixed: boolean;
}

interface Turned extends Found {
  readonly reason: string;
}

/** A form that ended at a word's end during one walk. */
const CANDIDATES_MAX = 64;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const AT = 0x40;
const AMPERSAND = 0x26;
const NO_PREFIX: LetterPrefix = { length: 0, article: false, letters: '' };
const ENTITY_AHEAD = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/y;

export class AliasResolver {
  private readonly ids: readonly string[];
  private readonly trie: AliasTrie;
  private readonly formsAt: readonly (readonly CompiledForm[])[];

  // The state of one call; `scan` resets it.
  private text = '';
  private lang: string | null = null;
  private guessed: string | null = null;
  private found: Found[] = [];
  private turned: Turned[] | null = null;
  private camel = false;
  private readonly candidateState = new Int32Array(CANDIDATES_MAX);
  private readonly candidateEnd = new Int32Array(CANDIDATES_MAX);

  private constructor(forms: readonly AliasForm[], rules: ReadonlyMap<string, ContextRule>) {
    const ids = new Set<string>();
    for (const form of forms) {
      if (form.entity !== null) ids.add(form.entity);
      form.also.forEach((id) => ids.add(id));
    }
    this.ids = [...ids].sort();
    const numberOf = new Map(this.ids.map((id, index) => [id, index]));
    const byFolded = new Map<string, CompiledForm[]>();
    for (const form of forms) {
      const compiled = compileForm(form, numberOf, rules);
      const known = byFolded.get(form.folded);
      if (known === undefined) byFolded.set(form.folded, [compiled]);
      else known.push(compiled);
    }
    for (const [folded, same] of byFolded)
      byFolded.set(
        folded,
        same.map((form) => withRivals(form, same)),
      );
    this.trie = buildAliasTrie([...byFolded.keys()]);
    this.formsAt = [...byFolded.values()];
  }

  /** Compiles a seed. Throws where a rule, word list or class is named that does not exist. */
  static fromSeed(seed: AliasSeed): AliasResolver {
    return AliasResolver.fromForms(expandAliases(seed), seed);
  }

  /** The resolver over some forms only, with the rules and word lists of a seed. */
  static fromForms(forms: readonly AliasForm[], seed: AliasSeed): AliasResolver {
    const rules = new Map(
      Object.entries(seed.rules).map(([name, rule]) => [name, compileRule(name, rule, seed.words)]),
    );
    return new AliasResolver(forms, rules);
  }

  /** How many written forms it knows. */
  get formCount(): number {
    return this.formsAt.length;
  }

  /** Ids of the entities that a text names: sorted, distinct. The fast path of {@link resolve}. */
  tag(text: string, lang: string | null = null): string[] {
    this.scan(text, lang, false);
    return this.entitiesFound();
  }

  /** Everything found and refused, with offsets into `text`. `lang` is ISO 639-1, null when unknown. */
  resolve(text: string, lang: string | null = null): Resolution {
    const map = this.scan(text, lang, true);
    const counter = codePointCounter(text);
    const place = ({ start, end }: Found): { start: number; end: number } =>
      map === null
        ? { start, end }
        : { start: map.starts[start] ?? 0, end: map.ends[end - 1] ?? text.length };
    const mentions = this.found.flatMap((one): Mention[] => {
      const at = place(one);
      const offsets = { ...at, startCodePoint: counter(at.start), endCodePoint: counter(at.end) };
      return one.form.entityNumbers.map((number) => ({
        entity: this.ids[number] ?? '',
        alias: one.form.text,
        rule: ruleLabel(one),
        ...offsets,
      }));
    });
    const refused = (this.turned ?? []).map((one): Refusal => ({
      alias: one.form.text,
      entity: one.form.entity ?? one.form.instead ?? '',
      ...place(one),
      reason: one.reason,
    }));
    return { entities: this.entitiesFound(), mentions, refused };
  }

  private entitiesFound(): string[] {
    if (this.found.length === 0) return [];
    const numbers: number[] = [];
    for (const { form } of this.found) {
      for (const number of form.entityNumbers) if (!numbers.includes(number)) numbers.push(number);
    }
    return numbers.sort((left, right) => left - right).map((number) => this.ids[number] ?? '');
  }

  /** Fills `found` and `turned`. Returns the way back to the original where the text was rewritten. */
  private scan(text: string, lang: string | null, explain: boolean): Normalized | null {
    this.lang = lang;
    this.guessed = null;
    this.found = [];
    this.turned = explain ? [] : null;
    this.text = text;
    if (this.scanFolding(false)) return null;
    const map = normalize(text);
    this.found = [];
    this.turned = explain ? [] : null;
    this.text = map.text;
    this.scanFolding(true);
    return map;
  }

  /** The pass. False when a character turned up that only {@link normalize} can handle. */
  private scanFolding(normalized: boolean): boolean {
    const text = this.text;
    const length = text.length;
    this.camel = false;
    let at = 0;
    const { classes, base, check } = this.trie;
    const root = base[0]!;
    while (at < length) {
      const unit = text.charCodeAt(at);
      const kind = KIND[unit]!;
      if ((kind & LETTER) === 0) {
        if ((kind & COMPLEX) !== 0 && !normalized && isRewritten(text, at, unit)) return false;
        this.camel = unit === HASH;
        at = unit === AT ? skipHandle(text, at) : at + 1;
        continue;
      }
      if ((kind & HAN) !== 0) {
        const end = check[root + classes[unit]!] === 0 ? this.matchAt(at, NO_PREFIX, at) : -1;
        at = end === -1 ? at + 1 : end;
        continue;
      }
      const end =
        (kind & (HEBREW | ARABIC)) === 0
          ? this.matchAt(at, NO_PREFIX, at)
          : this.matchPrefixed(at, kind);
      if (end !== -1) {
        at = end;
        continue;
      }
      if (unit === 0x68 && text.startsWith('ttp', at + 1)) {
        const behind = skipAddress(text, at);
        if (behind !== at) {
          at = behind;
          continue;
        }
      }
      // On to the end of the word.
      let before = kind;
      while (++at < length) {
        const next = KIND[text.charCodeAt(at)]!;
        if ((next & (LETTER | MARK)) === 0 || (next & HAN) !== 0) break;
        if ((next & COMPLEX) !== 0 && !normalized) return false;
        if (this.camel && (next & UPPER) !== 0 && (before & UPPER) === 0) break;
        before = next;
      }
    }
    return true;
  }

  /** A Hebrew or Arabic word: as it stands, else behind its one-letter prefixes. */
  private matchPrefixed(at: number, kind: number): number {
    const whole = this.matchAt(at, NO_PREFIX, at);
    if (whole !== -1 || ((kind & ARABIC) !== 0 && this.lang === 'fa')) return whole;
    const text = this.text;
    for (let from = at + 1; from <= at + PREFIX_UNITS_MAX; from++) {
      if (isPrefixUnit[text.charCodeAt(from - 1)] !== 1) break;
      if (!this.beginsName(from)) continue;
      const prefix = letterPrefix(text, at, from);
      const end = prefix === undefined ? -1 : this.matchAt(from, prefix, at);
      if (end !== -1) return end;
    }
    return -1;
  }

  /** Whether some name begins with the two units at `at`: most places end here. */
  private beginsName(at: number): boolean {
    const { classes, base, check } = this.trie;
    const first = base[0]! + (classes[this.text.charCodeAt(at)] ?? 0);
    if (check[first] !== 0) return false;
    const symbol = classes[this.text.charCodeAt(at + 1)] ?? 0;
    return symbol <= CLASS_ZWNJ || check[base[first]! + symbol] === first;
  }

  /** Walks the trie from `start`; where a form counts (or is a refused phrase) its end, else -1. */
  private matchAt(start: number, prefix: LetterPrefix, wordStart: number): number {
    const { classes, base, check, ends } = this.trie;
    const text = this.text;
    const length = text.length;
    let candidates = 0;
    let state = 0;
    let at = start;
    let unit = 0;
    while (at < length) {
      unit = text.charCodeAt(at);
      const symbol = classes[unit]!;
      if (symbol <= CLASS_ZWNJ && symbol !== CLASS_SEPARATOR) {
        if (symbol === CLASS_NONE) break;
        at++;
        if (symbol === CLASS_IGNORED) continue;
        // A non-joiner parts words where the name has a blank there, else it is nothing.
        const parted = base[state]! + CLASS_SEPARATOR;
        if (check[parted] === state) state = parted;
        continue;
      }
      if (this.camel && at > start && (KIND[unit]! & UPPER) !== 0) {
        const parted = base[state]! + CLASS_SEPARATOR;
        if (check[parted] === state && (KIND[text.charCodeAt(at - 1)]! & UPPER) === 0)
          state = parted;
      }
      const next = base[state]! + symbol;
      if (check[next] !== state) break;
      state = next;
      at++;
      if (symbol === CLASS_SEPARATOR) {
        while (
          at < length &&
          classes[text.charCodeAt(at)] === CLASS_SEPARATOR &&
          text.charCodeAt(at) !== 0x0a
        )
          at++;
        continue;
      }
      if (ends[state]! >= 0 && candidates < CANDIDATES_MAX && this.endsWord(at)) {
        this.candidateState[candidates] = state;
        this.candidateEnd[candidates++] = at;
      }
    }
    if (candidates === 0) return -1;
    return this.longestThatCounts(candidates, start, prefix, wordStart);
  }

  private longestThatCounts(
    candidates: number,
    start: number,
    prefix: LetterPrefix,
    wordStart: number,
  ): number {
    for (let index = candidates - 1; index >= 0; index--) {
      const end = behindMarks(this.text, this.candidateEnd[index]!);
      const forms = this.formsAt[this.trie.ends[this.candidateState[index]!]!]!;
      if (this.evaluate(forms, start, end, prefix, wordStart)) return end;
    }
    return -1;
  }

  /** Whether one of the forms counts here; the mention or the refusal is kept. */
  private evaluate(
    forms: readonly CompiledForm[],
    start: number,
    end: number,
    prefix: LetterPrefix,
    wordStart: number,
  ): boolean {
    let around: Surroundings | null = null;
    let counted = false;
    const prefixed = prefix.length > 0;
    let refusals: Turned[] | null = null;
    for (let index = 0; index < forms.length; index++) {
      const form = forms[index]!;
      if (!form.plain || prefixed) {
        if (!this.fits(form, start, end, prefix)) continue;
        if (form.contextRule !== null) {
          around ??= surroundings(this.text, wordStart, end);
          const reason = refusalOf(form.contextRule, around);
          if (reason !== null) {
            if (this.turned !== null)
              (refusals ??= []).push({ form, start, end, prefixed, reason });
            continue;
          }
        }
      }
      if (form.entity === null) {
        this.turned?.push({ form, start, end, prefixed, reason: form.reason ?? '' });
        return true;
      }
      if (counted && !form.shared) continue;
      this.found.push({ form, start, end, prefixed });
      counted = true;
      if (!form.shared) break;
    }
    if (!counted && refusals !== null) this.turned?.push(...refusals);
    return counted;
  }

  /** Language, case, article and prefixes. */
  private fits(form: CompiledForm, start: number, end: number, prefix: LetterPrefix): boolean {
    if (form.rivals !== null || form.only || form.except.length > 0) {
      const lang = this.lang ?? (this.guessed ??= guessLanguage(this.text));
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
        return (KIND[this.text.charCodeAt(start)]! & UPPER) !== 0;
      case 'upper':
        return isUpper(this.text, start, end);
      case 'exact':
        return this.text.slice(start, end) === form.text;
    }
  }

  /** Whether a name may end before `at`: no letter follows that would continue the word. */
  private endsWord(at: number): boolean {
    const text = this.text;
    while (at < text.length) {
      const kind = KIND[text.charCodeAt(at)]!;
      if ((kind & LETTER) === 0) {
        if ((kind & MARK) === 0 || text.charCodeAt(at) === 0x200c)
          return !isInnerApostrophe(text, at);
        at++;
        continue;
      }
      const before = KIND[text.charCodeAt(at - 1)]!;
      if ((kind & HAN) !== 0 || (before & HAN) !== 0) return true;
      return this.camel && (kind & UPPER) !== 0 && (before & UPPER) === 0;
    }
    return true;
  }
}

const compileForm = (
  form: AliasForm,
  numberOf: ReadonlyMap<string, number>,
  rules: ReadonlyMap<string, ContextRule>,
): CompiledForm => {
  const contextRule = form.rule === null ? null : (rules.get(form.rule) ?? null);
  if (form.rule !== null && contextRule === null) {
    throw new Error(`Alias ${form.text} names the rule ${form.rule}, which does not exist`);
  }
  return {
    ...form,
    entityNumbers: [form.entity, ...form.also].flatMap((id) =>
      id === null ? [] : [numberOf.get(id) ?? 0],
    ),
    contextRule,
    rivals: null,
    plain:
      contextRule === null &&
      form.caseRule === 'any' &&
      !form.only &&
      form.except.length === 0 &&
      form.article !== 'must',
  };
};

/** A language's own conditions go before those of another language that shares the spelling. */
const withRivals = (form: CompiledForm, same: readonly CompiledForm[]): CompiledForm => {
  const rivals = new Set(
    same
      .filter((other) => other.lang !== form.lang && other.entity === form.entity && !other.plain)
      .map((other) => other.lang),
  );
  return rivals.size === 0 ? form : { ...form, rivals, plain: false };
};

const ruleLabel = ({ form, prefixed }: Found): string =>
  [
    form.label,
    form.caseRule === 'any' ? '' : `case ${form.caseRule}`,
    form.rule === null ? '' : `context ${form.rule}`,
    prefixed ? 'prefix' : '',
  ]
    .filter((part) => part !== '')
    .join('; ');

/** Whether the character at `at` really needs rewriting: most ampersands begin no entity. */
const isRewritten = (text: string, at: number, unit: number): boolean => {
  if (unit !== AMPERSAND) return true;
  ENTITY_AHEAD.lastIndex = at;
  return ENTITY_AHEAD.test(text);
};

const isUpper = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const kind = KIND[text.charCodeAt(at)]!;
    if ((kind & LETTER) !== 0 && (kind & (UPPER | HAN)) === 0 && !/\p{N}/u.test(text.charAt(at)))
      return false;
  }
  return true;
};

/** In Cyrillic an apostrophe is a letter of the word: "Крим'янка" is not Крим. */
const isInnerApostrophe = (text: string, at: number): boolean =>
  FOLD[text.charCodeAt(at)] === APOSTROPHE &&
  isCyrillic(text.charCodeAt(at - 1)) &&
  isCyrillic(text.charCodeAt(at + 1));

const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;

/** Combining marks on a name's last letter belong to it. */
const behindMarks = (text: string, end: number): number => {
  while (end < text.length && FOLD[text.charCodeAt(end)] === 0) end++;
  return end;
};

/** Behind "@handle": the name of an account, not a mention. */
const skipHandle = (text: string, at: number): number => {
  at++;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const word =
      (unit >= 0x30 && unit <= 0x39) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      unit === 0x5f ||
      (unit >= 0x61 && unit <= 0x7a);
    if (!word) break;
    at++;
  }
  return at;
};

/** Behind an address: its words are not the text's. */
const skipAddress = (text: string, at: number): number => {
  if (!text.startsWith('http://', at) && !text.startsWith('https://', at)) return at;
  while (at < text.length && text.charCodeAt(at) > 0x20 && text.charCodeAt(at) < 0x7f) at++;
  return at;
};

/** Offsets in code points of rising offsets in UTF-16 units. */
const codePointCounter = (text: string): ((offset: number) => number) => {
  let at = 0;
  let count = 0;
  return (offset) => {
    if (offset < at) at = count = 0;
    while (at < offset) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      count++;
    }
    return count;
  };
};
