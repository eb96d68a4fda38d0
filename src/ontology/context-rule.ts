/**
 * Context rules: what must or must not stand near an alias for it to count. A rule is data
 * (seed/aliases/rules.json), written with word lists (seed/aliases/words.json); this file reads both
 * and says whether a place in a text satisfies them, with the reason where it does not.
 *
 * Only words within {@link WORDS_MAX} words of the alias are looked at, never beyond a blank line, so
 * that a rule costs the same in a headline and in a book.
 */
import { FOLD, HAN, IGNORED, KIND, LETTER, MARK, SEPARATOR, UPPER, foldText } from './fold-text';

/** A rule as the seed states it. Lists hold words, `stem*`, phrases, and `@name` of a word list. */
export interface ContextRuleSeed {
  /** The rule in words, shown with every refusal. */
  readonly say: string;
  /** At least one of these near … */
  readonly near?: readonly string[];
  /** … or directly before … */
  readonly before?: readonly string[];
  /** … or directly after. Where none of the three is given, nothing is needed. */
  readonly after?: readonly string[];
  /** None of these near, unless one of `unless_near` is. */
  readonly not_near?: readonly string[];
  readonly unless_near?: readonly string[];
  readonly not_before?: readonly string[];
  readonly not_after?: readonly string[];
  /** Refuse where a capitalised word follows that is none of `follow`: a given name and a surname. */
  readonly given_name?: {
    readonly follow: readonly string[];
    readonly evidence: readonly string[];
  };
  /** Refuse directly after a number: an amount is not a move. */
  readonly amount?: 'refused';
  /** Refuse in a text that is all capitals, unless directly before one of `after`. */
  readonly all_caps?: 'refused';
}

export type WordLists = Readonly<Record<string, readonly string[]>>;

/** How far a rule looks, in words to each side. */
export const WORDS_MAX = 14;
/** How far it looks in Chinese, and at most anywhere, in UTF-16 units to each side. */
const HAN_UNITS_MAX = 24;
const UNITS_MAX = 240;

interface PatternSet {
  /** Number in the book that compiled it. */
  readonly number: number;
  readonly empty: boolean;
  readonly exact: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
  readonly prefixLengths: readonly number[];
  /** First word → whole phrases. */
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Last word → whole phrases; null where the last word is a stem and any word may end one. */
  readonly phrasesByEnd: ReadonlyMap<string, readonly (readonly string[])[]> | null;
  /** Chinese, looked for anywhere; directly before; directly after. */
  readonly han: RegExp | null;
  readonly hanAtEnd: RegExp | null;
  readonly hanAtStart: RegExp | null;
}

export interface ContextRule {
  readonly name: string;
  readonly say: string;
  readonly needed: boolean;
  readonly near: PatternSet;
  readonly before: PatternSet;
  readonly after: PatternSet;
  readonly notNear: PatternSet;
  readonly unlessNear: PatternSet;
  readonly notBefore: PatternSet;
  readonly notAfter: PatternSet;
  readonly follow: PatternSet | null;
  readonly evidence: PatternSet;
  readonly amount: boolean;
  readonly allCaps: boolean;
}

/** A word as it is written, folded, with the pattern sets that it matches. Kept for the next time. */
interface KnownWord {
  readonly folded: string;
  readonly capital: boolean;
  readonly upper: boolean;
  /** Number of a set → whether the word matches it; filled as it is asked. */
  readonly matches: Map<number, boolean>;
}

/** A word near an alias. `gap` parts it from the alias's side: 0 space or hyphen, 1 comma, 2 other. */
interface NearWord {
  readonly word: KnownWord;
  readonly gap: number;
}

/** What stands around one place of a text: nearest word first on both sides. */
export interface Surroundings {
  readonly before: WordRun;
  readonly after: WordRun;
  readonly han: string;
  readonly hanBefore: string;
  readonly hanAfter: string;
}

export const compileRule = (name: string, seed: ContextRuleSeed, lists: WordLists): ContextRule => {
  const set = (patterns: readonly string[] | undefined): PatternSet =>
    compilePatterns(patterns ?? [], lists);
  return {
    name,
    say: seed.say,
    needed: seed.near !== undefined || seed.before !== undefined || seed.after !== undefined,
    near: set(seed.near),
    before: set(seed.before),
    after: set(seed.after),
    notNear: set(seed.not_near),
    unlessNear: set(seed.unless_near),
    notBefore: set(seed.not_before),
    notAfter: set(seed.not_after),
    follow: seed.given_name === undefined ? null : set(seed.given_name.follow),
    evidence: set(seed.given_name?.evidence),
    amount: seed.amount === 'refused',
    allCaps: seed.all_caps === 'refused',
  };
};

/** Null when the rule is satisfied, else what is missing or in the way. */
export const refusalOf = (rule: ContextRule, around: Surroundings): string | null => {
  const first = around.after.get(0);
  if (
    rule.needed &&
    !isNear(rule.near, around) &&
    !standsBefore(rule.before, around, 0) &&
    !standsAfter(rule.after, around, 0)
  ) {
    return `${rule.say} (nothing near says so)`;
  }
  if (standsBefore(rule.notBefore, around, 0)) return `${rule.say} (the word before)`;
  if (standsAfter(rule.notAfter, around, 1)) return `${rule.say} (the word after)`;
  if (rule.amount && followsAmount(around)) return `${rule.say} (an amount)`;
  if (rule.follow !== null && first !== undefined && isSurname(first, rule, around)) {
    return `${rule.say} (a given name before a surname)`;
  }
  if (rule.allCaps && allCapitals(around) && !standsAfter(rule.after, around, 0)) {
    return `${rule.say} (all capitals)`;
  }
  if (isNear(rule.notNear, around) && !isNear(rule.unlessNear, around)) {
    return `${rule.say} (a word near it)`;
  }
  return null;
};

const compilePatterns = (patterns: readonly string[], lists: WordLists): PatternSet => {
  const exact = new Set<string>();
  const prefixes = new Set<string>();
  const phrases = new Map<string, string[][]>();
  const han: string[] = [];
  for (const pattern of patterns.flatMap((entry) => expandList(entry, lists))) {
    const folded = foldText(pattern.replace(/\*$/, ''));
    if (folded === '') continue;
    const isPhrase = folded.includes(' ');
    if (((KIND[folded.charCodeAt(0)] ?? 0) & HAN) !== 0) han.push(folded);
    else if (isPhrase) {
      const words = `${folded}${pattern.endsWith('*') ? '*' : ''}`.split(' ');
      const head = words[0] ?? '';
      phrases.set(head, [...(phrases.get(head) ?? []), words]);
    } else if (pattern.endsWith('*')) prefixes.add(folded);
    else exact.add(folded);
  }
  const prefixLengths = [...new Set([...prefixes].map((prefix) => prefix.length))].sort(
    (a, b) => a - b,
  );
  const every = [...phrases.values()].flat();
  const alternatives = han
    .map((pattern) => pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const regex = (before: string, after: string): RegExp | null =>
    han.length === 0 ? null : new RegExp(`${before}(?:${alternatives})${after}`);
  return {
    number: compiledSets++,
    empty: exact.size + prefixes.size + phrases.size + han.length === 0,
    exact,
    prefixes,
    prefixLengths,
    phrases,
    phrasesByEnd: every.some((phrase) => phrase[phrase.length - 1]?.endsWith('*') === true)
      ? null
      : groupByLast(every),
    han: regex('', ''),
    hanAtEnd: regex('', '$'),
    hanAtStart: regex('^', ''),
  };
};

const groupByLast = (
  phrases: readonly (readonly string[])[],
): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const groups = new Map<string, (readonly string[])[]>();
  for (const phrase of phrases) {
    const last = phrase[phrase.length - 1] ?? '';
    groups.set(last, [...(groups.get(last) ?? []), phrase]);
  }
  return groups;
};

/** Sets are numbered through the process: the words that are kept know them by number. */
let compiledSets = 0;

const expandList = (entry: string, lists: WordLists): readonly string[] => {
  if (!entry.startsWith('@')) return [entry];
  const list = lists[entry.slice(1)];
  if (list === undefined) throw new Error(`No word list ${entry}`);
  return list.flatMap((inner) => expandList(inner, lists));
};

/** Hebrew and Arabic write small words onto the next one; a pattern matches behind them too. */
const ATTACHED =
  /^(?:[וףבלמשכה]{1,3}(?=[א-ת]{3})|[وف]?[بلك]?ال(?=..)|[وف]?لل(?=..)|[وفبلك](?=...))/;

const matchesWord = (set: PatternSet, { folded, matches }: KnownWord): boolean => {
  if (set.exact.size === 0 && set.prefixes.size === 0) return false;
  const known = matches.get(set.number);
  if (known !== undefined) return known;
  const found = matchesText(set, folded);
  matches.set(set.number, found);
  return found;
};

const matchesText = (set: PatternSet, word: string): boolean => {
  if (matchesForm(set, word)) return true;
  const unit = word.charCodeAt(0);
  if (unit < 0x590 || unit > 0x6ff) return false;
  const bare = word.replace(ATTACHED, '');
  return bare !== word && (matchesForm(set, bare) || matchesForm(set, word.slice(1)));
};

const matchesForm = (set: PatternSet, word: string): boolean =>
  set.exact.has(word) ||
  set.prefixLengths.some(
    (length) =>
      length <= word.length &&
      set.prefixes.has(length === word.length ? word : word.slice(0, length)),
  );

const isNear = (set: PatternSet, around: Surroundings): boolean =>
  !set.empty &&
  (hasNear(set, around.after, false) ||
    hasNear(set, around.before, true) ||
    (set.han !== null && around.han !== '' && set.han.test(around.han)));

/** `backwards`: the words run away from the alias, so a phrase is read the other way. */
const hasNear = (set: PatternSet, words: WordRun, backwards: boolean): boolean => {
  for (let at = 0, near = words.get(0); near !== undefined; near = words.get(++at)) {
    if (matchesWord(set, near.word)) return true;
    if (set.phrases.size === 0) continue;
    const phrases = set.phrases.get(near.word.folded);
    const step = backwards ? -1 : 1;
    if (phrases?.some((phrase) => readsAs(phrase, words, at, step)) === true) return true;
  }
  return false;
};

/** Whether the words from `at` on, in the direction of `step`, are the phrase; its last may be a stem. */
const readsAs = (phrase: readonly string[], words: WordRun, at: number, step: number): boolean =>
  phrase.every((part, offset) => {
    const folded = words.get(at + step * offset)?.word.folded;
    if (folded === undefined) return false;
    return part.endsWith('*') ? folded.startsWith(part.slice(0, -1)) : folded === part;
  });

const standsAfter = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
  if (set.empty) return false;
  if (set.hanAtStart?.test(around.hanAfter) === true) return true;
  const first = around.after.get(0);
  if (first === undefined || first.gap > gapMax) return false;
  if (matchesWord(set, first.word)) return true;
  const phrases = set.phrases.get(first.word.folded);
  return phrases?.some((phrase) => readsAs(phrase, around.after, 0, 1)) ?? false;
};

const standsBefore = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
  if (set.empty) return false;
  if (set.hanAtEnd?.test(around.hanBefore) === true) return true;
  const first = around.before.get(0);
  if (first === undefined || first.gap > gapMax) return false;
  if (matchesWord(set, first.word)) return true;
  const candidates =
    set.phrasesByEnd === null
      ? [...set.phrases.values()].flat()
      : set.phrasesByEnd.get(first.word.folded);
  return (
    candidates?.some((phrase) => readsAs(phrase, around.before, phrase.length - 1, -1)) ?? false
  );
};

const AMOUNT_WORDS = new Set(
  'hundred thousand million billion trillion mln bln mn bn тыс тысяч тысячи тысяча млн миллион миллиона миллионов млрд миллиард миллиарда миллиардов сто мільйон мільйона мільйонів мільярд мільярда мільярдів тисяч тисячі אלף אלפי מיליון מיליוני מיליארד מאות הון הזار milyon milyar bin yuz trilyon مليون مليار ملايين مليارات الف آلاف هزار میلیون میلیارد mille million millions milliard milliards cents deux trois dix cent vingt'
    .split(' ')
    .map((word) => foldText(word)),
);

const followsAmount = (around: Surroundings): boolean => {
  if (around.hanBefore !== '' && /[\d万亿千百]$/.test(around.hanBefore)) return true;
  const first = around.before.get(0);
  const second = around.before.get(1);
  if (first === undefined || first.gap > 0) return false;
  if (AMOUNT_WORDS.has(first.word.folded) || isNumber(first.word.folded)) return true;
  // "5 billion de dollars", "100 US dollars"
  return (
    second !== undefined &&
    second.gap === 0 &&
    first.word.folded.length <= 8 &&
    (AMOUNT_WORDS.has(second.word.folded) || isNumber(second.word.folded)) &&
    !isNumber(first.word.folded)
  );
};

const isNumber = (word: string): boolean => /^\d+[kmb]?$/.test(word);

/** Judged by the nearest words: one in lower case settles it. */
const allCapitals = ({ before, after }: Surroundings): boolean => {
  let long = false;
  for (let at = 0; at < CAPITALS_MAX; at++) {
    for (const near of [before.get(at), after.get(at)]) {
      if (near === undefined || near.word.folded.length <= 1 || isNumber(near.word.folded))
        continue;
      if (!near.word.upper) return false;
      long ||= near.word.folded.length > 3;
    }
  }
  return long;
};

const CAPITALS_MAX = 6;

/** Most longer words near are capitalised: a title-case headline, where capitals say little. */
const titleCase = (around: Surroundings): boolean => {
  const words = [...around.before.all(), ...around.after.all()]
    .map(({ word }) => word)
    .filter(({ folded }) => folded.length >= 4);
  return words.length >= 2 && words.filter(({ capital }) => capital).length >= words.length * 0.75;
};

const isSurname = (next: NearWord, rule: ContextRule, around: Surroundings): boolean => {
  const { word } = next;
  if (next.gap > 0 || !word.capital || rule.follow === null || isNumber(word.folded)) return false;
  if (matchesWord(rule.follow, word)) return false;
  if (!titleCase(around)) return true;
  return !/(?:[a-z]{3}s|ed|ing)$/.test(word.folded) && !isNear(rule.evidence, around);
};

/** Reads what stands around `text[start, end)`. */
export const surroundings = (text: string, start: number, end: number): Surroundings => {
  const hanBefore = hanUnits(text, Math.max(0, start - HAN_UNITS_MAX), start, 'before');
  const hanAfter = hanUnits(text, end, Math.min(text.length, end + HAN_UNITS_MAX), 'after');
  return {
    before: new WordRun(text, start, -1),
    after: new WordRun(text, end, 1),
    hanBefore,
    hanAfter,
    han: hanBefore === '' && hanAfter === '' ? '' : `${hanBefore}\n${hanAfter}`,
  };
};

const kindAt = (text: string, at: number): number => KIND[text.charCodeAt(at)] ?? 0;

/** Folded units without blanks, up to a blank line; nothing where no Chinese is among them. */
const hanUnits = (text: string, from: number, to: number, side: 'before' | 'after'): string => {
  let hasHan = false;
  for (let at = from; at < to && !hasHan; at++) hasHan = (kindAt(text, at) & HAN) !== 0;
  if (!hasHan) return '';
  const parts = text.slice(from, to).split('\n\n');
  const part = (side === 'before' ? parts[parts.length - 1] : parts[0]) ?? '';
  let folded = '';
  for (let at = 0; at < part.length; at++) {
    const unit = FOLD[part.charCodeAt(at)] ?? IGNORED;
    if (unit !== IGNORED && unit !== SEPARATOR) folded += String.fromCharCode(unit);
  }
  return folded;
};

/** 0 space or hyphen, 1 comma, 2 anything else; 3 a blank line, which nothing crosses. */
const gapOf = (text: string, from: number, to: number): number => {
  let gap = 0;
  let newlines = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a && ++newlines === 2) return 3;
    if (unit === 0x2029) return 3;
    const folded = FOLD[unit] ?? IGNORED;
    if (folded === IGNORED || folded === SEPARATOR || folded === 0x27) {
      // An en or em dash, or a hyphen between blanks, parts clauses; an apostrophe does not.
      if (unit >= 0x2012 && unit <= 0x2015) gap = Math.max(gap, 2);
      continue;
    }
    gap = Math.max(
      gap,
      unit === 0x2c || unit === 0x060c || unit === 0x3001 || unit === 0xff0c ? 1 : 2,
    );
  }
  return gap;
};

/** The words on one side of an alias, nearest first, read as far as they are asked for. */
class WordRun {
  private readonly words: NearWord[] = [];
  /** Where reading goes on, and the edge of the last word read. */
  private at: number;
  private edge: number;
  private readonly limit: number;
  private ended = false;

  constructor(
    private readonly text: string,
    private readonly origin: number,
    private readonly step: 1 | -1,
  ) {
    this.at = this.edge = origin;
    this.limit =
      step === 1 ? Math.min(text.length, origin + UNITS_MAX) : Math.max(0, origin - UNITS_MAX);
  }

  get(index: number): NearWord | undefined {
    while (this.words.length <= index && !this.ended) this.read();
    return this.words[index];
  }

  all(): readonly NearWord[] {
    while (!this.ended) this.read();
    return this.words;
  }

  private read(): void {
    if (this.words.length >= WORDS_MAX) {
      this.ended = true;
      return;
    }
    const { text, step, limit } = this;
    // The unit in front of the reader, in its direction.
    const ahead = step === 1 ? 0 : -1;
    while (this.at !== limit && (kindAt(text, this.at + ahead) & LETTER) === 0) this.at += step;
    if (this.at === limit) {
      this.ended = true;
      return;
    }
    const from = this.at;
    while (this.at !== limit && (kindAt(text, this.at + ahead) & (LETTER | MARK)) !== 0)
      this.at += step;
    const gap = step === 1 ? gapOf(text, this.edge, from) : gapOf(text, from, this.edge);
    if (gap === 3) {
      this.ended = true;
      return;
    }
    this.edge = this.at;
    // The letters after an apostrophe at the alias's end are no word: "Iran's", "İran'dan".
    const suffix =
      step === 1 &&
      this.words.length === 0 &&
      from === this.origin + 1 &&
      FOLD[text.charCodeAt(this.origin)] === 0x27;
    if (!suffix)
      this.words.push({
        word: knownWord(step === 1 ? text.slice(from, this.at) : text.slice(this.at, from)),
        gap,
      });
  }
}

/** Words seen before, by their spelling: texts repeat them. Emptied when full; what it says is fixed. */
const KNOWN_WORDS_MAX = 20_000;
const knownWords = new Map<string, KnownWord>();

const knownWord = (written: string): KnownWord => {
  let word = knownWords.get(written);
  if (word === undefined) {
    const capital = ((KIND[written.charCodeAt(0)] ?? 0) & UPPER) !== 0;
    word = {
      folded: foldText(written),
      capital,
      upper: written === written.toUpperCase() && written !== written.toLowerCase(),
      matches: new Map(),
    };
    if (knownWords.size >= KNOWN_WORDS_MAX) knownWords.clear();
    knownWords.set(written, word);
  }
  return word;
};
