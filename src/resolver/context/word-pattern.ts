/* eslint-disable @typescript-eslint/no-non-null-assertion -- the hot path reads arrays within their bounds */
/** Compiled word lists of context rules (words, stems, phrases, Chinese), matched against an alias's neighbours. */
import { groupBy, once } from '../../platform/common/group-by';
import * as foldTable from '../folding/fold-table';
import { foldText } from '../folding/fold-text';
import type { Surroundings, WordRun } from './surroundings';
import type { WordIndex } from './word-index';
import * as wordBook from './word-index';

/** For speed; see text-units.ts. */
const { HAN, KIND } = foldTable;
const { HEAD, MEMBER, TAIL } = wordBook;

/** Named word lists, used in rules as `@name`. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

export interface PatternSet {
  /** Number in the word index; -1 for an empty set. */
  readonly number: number;
  readonly empty: boolean;
  /** First word → whole phrases. */
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Last word → whole phrases, except those that end with a stem. */
  readonly phrasesByEnd: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly endingInStem: readonly (readonly string[])[];
  /** Chinese: anywhere; directly before; directly after. */
  readonly han: RegExp | null;
  readonly hanAtEnd: RegExp | null;
  readonly hanAtStart: RegExp | null;
}

/** Parsed patterns: single words, phrases word by word, Chinese. */
interface ReadPatterns {
  readonly whole: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
  readonly han: readonly string[];
}

interface NamedList extends ReadPatterns {
  readonly number: number;
}

/** Compiles the sets of one resolver's rules; named lists and equal sets are compiled once. */
export class PatternCompiler {
  private readonly named = new Map<string, NamedList>();
  private readonly sets = new Map<string, PatternSet>();

  constructor(
    private readonly lists: WordLists,
    private readonly wordIndex: WordIndex,
  ) {}

  /** Throws for an unknown word list. */
  compile(patterns: readonly string[]): PatternSet {
    if (patterns.length === 0) return EMPTY;
    return once(this.sets, JSON.stringify(patterns), () => this.compileNew(patterns));
  }

  private compileNew(patterns: readonly string[]): PatternSet {
    const { whole, stems, phrases: own, han: ownHan } = readPatterns(patterns.filter(isOwn));
    const lists = [...new Set(this.namesIn(patterns))].map((name) => this.listOf(name));
    const every = distinctPhrases([own, ...lists.map((list) => list.phrases)].flat());
    const han = [...new Set([ownHan, ...lists.map((list) => list.han)].flat())];
    const alternatives = han.map((pattern) => pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    const regex = (before: string, after: string): RegExp | null =>
      han.length === 0 ? null : new RegExp(`${before}(?:${alternatives})${after}`);
    return {
      number: this.wordIndex.add({ whole, stems, ...endsOf(own), lists: lists.map(({ number }) => number) }),
      empty: false,
      phrases: groupBy(every, headOf),
      phrasesByEnd: groupBy(every.filter(endsWhole), lastOf),
      endingInStem: every.filter((phrase) => !endsWhole(phrase)),
      han: regex('', ''),
      hanAtEnd: regex('', '$'),
      hanAtStart: regex('^', ''),
    };
  }

  private namesIn(patterns: readonly string[]): string[] {
    return patterns.filter(isName).flatMap((entry) => {
      const name = entry.slice(1);
      const list = this.lists[name];
      if (list === undefined) throw new Error(`No word list ${entry}`);
      return [name, ...this.namesIn(list)];
    });
  }

  private listOf(name: string): NamedList {
    return once(this.named, name, () => {
      const read = readPatterns((this.lists[name] ?? []).filter(isOwn));
      const { whole, stems, phrases } = read;
      return { ...read, number: this.wordIndex.addList({ whole, stems, ...endsOf(phrases) }) };
    });
  }
}

const isName = (entry: string): boolean => entry.startsWith('@');
const isOwn = (entry: string): boolean => !isName(entry);
const headOf = (phrase: readonly string[]): string => phrase[0] ?? '';
const lastOf = (phrase: readonly string[]): string => phrase[phrase.length - 1] ?? '';
const endsWhole = (phrase: readonly string[]): boolean => !lastOf(phrase).endsWith('*');

const endsOf = (
  phrases: readonly (readonly string[])[],
): { heads: ReadonlySet<string>; tails: ReadonlySet<string> } => ({
  heads: new Set(phrases.map(headOf)),
  tails: new Set(phrases.filter(endsWhole).map(lastOf)),
});

const readPatterns = (patterns: readonly string[]): ReadPatterns => {
  const whole = new Set<string>();
  const stems = new Set<string>();
  const phrases: string[][] = [];
  const han: string[] = [];
  for (const pattern of patterns) {
    // Texts are read letter by letter: parts around an apostrophe or an acronym's quote are two words.
    const folded = foldText(foldText(pattern.replace(/\*$/, '')).replace(/['"]/g, ' '));
    if (folded === '') continue;
    if (((KIND[folded.charCodeAt(0)] ?? 0) & HAN) !== 0) han.push(folded);
    else if (folded.includes(' ')) {
      phrases.push(`${folded}${pattern.endsWith('*') ? '*' : ''}`.split(' '));
    } else if (pattern.endsWith('*')) stems.add(folded);
    else whole.add(folded);
  }
  return { whole, stems, phrases, han };
};

const distinctPhrases = (phrases: readonly (readonly string[])[]): (readonly string[])[] => [
  ...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values(),
];

/** The most common case. */
const EMPTY: PatternSet = {
  number: -1,
  empty: true,
  phrases: new Map(),
  phrasesByEnd: new Map(),
  endingInStem: [],
  han: null,
  hanAtEnd: null,
  hanAtStart: null,
};

/** Whether the word at `at`, already read, is in the set. */
export const matchesWord = (set: PatternSet, words: WordRun, at: number): boolean =>
  !set.empty && (words.standing(at, set.number) & MEMBER) !== 0;

/** @param reach maximum words on each side */
export const isNear = (set: PatternSet, around: Surroundings, reach = Infinity): boolean =>
  !set.empty &&
  (hasNear(set, around.after, false, reach) ||
    hasNear(set, around.before, true, reach) ||
    (set.han !== null && (holds(set.han, around.hanBefore) || holds(set.han, around.hanAfter))));

const holds = (pattern: RegExp, run: string): boolean => run !== '' && pattern.test(run);

/** `backwards`: the words run away from the alias, so phrases are read in reverse. */
const hasNear = (set: PatternSet, words: WordRun, backwards: boolean, reach: number): boolean => {
  for (let at = 0; at < reach && words.has(at); at++) {
    const standing = words.standing(at, set.number);
    if ((standing & MEMBER) !== 0) return true;
    if (standing !== 0 && beginsPhrase(set, words, at, backwards ? -1 : 1)) return true;
  }
  return false;
};

const beginsPhrase = (set: PatternSet, words: WordRun, at: number, step: number): boolean => {
  if ((words.standing(at, set.number) & HEAD) === 0) return false;
  const phrases = set.phrases.get(words.get(at)?.folded ?? '');
  if (phrases === undefined) return false;
  for (let index = 0; index < phrases.length; index++) if (readsAs(phrases[index]!, words, at, step)) return true;
  return false;
};

/** Whether the words from `at` on, in direction `step`, are the phrase; its last may be a stem. */
const readsAs = (phrase: readonly string[], words: WordRun, at: number, step: number): boolean => {
  for (let offset = 0; offset < phrase.length; offset++) {
    const part = phrase[offset]!;
    const folded = words.get(at + step * offset)?.folded;
    if (folded === undefined) return false;
    if (part.endsWith('*') ? !folded.startsWith(part.slice(0, -1)) : folded !== part) return false;
  }
  return true;
};

export const standsAfter = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
  if (set.empty) return false;
  if (set.hanAtStart !== null && around.hanAfter !== '' && set.hanAtStart.test(around.hanAfter)) return true;
  const { after } = around;
  if (!after.has(0) || after.gap(0) > gapMax) return false;
  return matchesWord(set, after, 0) || beginsPhrase(set, after, 0, 1);
};

export const standsBefore = (set: PatternSet, around: Surroundings, gapMax: number): boolean => {
  if (set.empty) return false;
  if (set.hanAtEnd !== null && around.hanBefore !== '' && set.hanAtEnd.test(around.hanBefore)) return true;
  const { before } = around;
  if (!before.has(0) || before.gap(0) > gapMax) return false;
  const standing = before.standing(0, set.number);
  if ((standing & MEMBER) !== 0) return true;
  if ((standing & TAIL) !== 0 && endsPhrase(set.phrasesByEnd.get(before.get(0)?.folded ?? ''), before)) return true;
  return set.endingInStem.length > 0 && endsPhrase(set.endingInStem, before);
};

/** Whether a phrase ends directly before the alias. */
const endsPhrase = (phrases: readonly (readonly string[])[] | undefined, before: WordRun): boolean =>
  phrases?.some((phrase) => readsAs(phrase, before, phrase.length - 1, -1)) ?? false;
