/**
 * The words of context rules, compiled: whole words, stems, phrases and Chinese, each matched against
 * the neighbours of an alias. A Hebrew or Arabic word is matched behind its one-letter prefixes too.
 */
import { HAN, KIND } from './fold-table';
import { foldText } from './fold-text';
import type { KnownWord, Surroundings, WordRun } from './surroundings';

/** Named lists of words that rules refer to as `@name`. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

export interface PatternSet {
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

export const compilePatterns = (patterns: readonly string[], lists: WordLists): PatternSet => {
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

export const matchesWord = (set: PatternSet, { folded, matches }: KnownWord): boolean => {
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

export const isNear = (set: PatternSet, around: Surroundings): boolean =>
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

export const standsAfter = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
  if (set.empty) return false;
  if (set.hanAtStart?.test(around.hanAfter) === true) return true;
  const first = around.after.get(0);
  if (first === undefined || first.gap > gapMax) return false;
  if (matchesWord(set, first.word)) return true;
  const phrases = set.phrases.get(first.word.folded);
  return phrases?.some((phrase) => readsAs(phrase, around.after, 0, 1)) ?? false;
};

export const standsBefore = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
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
