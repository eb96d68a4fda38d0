/**
 * Guards: what keeps the names of a class apart from whatever else bears them. A template (seed/templates.yaml)
 * says where the words of a lexicon list stand beside a name of some classes, and what it is then: "a street named
 * after it", "a person of that name". A guard is all templates of one class over the words of one script, or of two.
 */
import type { Surroundings } from './surroundings';
import type { PatternCompiler, PatternSet, WordLists } from './word-pattern';
import * as patterns from './word-pattern';

/** Bound to this file, as text-units.ts explains. */
const { isNear, standsAfter, standsBefore } = patterns;

/** What kind of name an alias is: of a state, a place, a people, a leader's surname, a seat of power. */
export type NameClass = 'state' | 'place' | 'people' | 'surname' | 'seat';

/** Languages that share a script share its words: a name stands beside those of any of them. */
const SCRIPT_LANGUAGES = {
  latin: ['en', 'fr', 'tr'],
  cyrillic: ['ru', 'uk'],
  arabic: ['ar', 'fa'],
  hebrew: ['he'],
  han: ['zh'],
  /** Names of three characters and more: a single character behind one begins another word. */
  longHan: ['zh-long'],
} as const;
export type Script = keyof typeof SCRIPT_LANGUAGES;

export const scriptOf = (lang: string): Script | null =>
  (Object.keys(SCRIPT_LANGUAGES) as Script[]).find((script) =>
    (SCRIPT_LANGUAGES[script] as readonly string[]).includes(lang),
  ) ?? null;

/** `"@streets-before {state|place}"` or `"{surname} @sports-verbs"`: a list of the lexicon on one side of a name. */
export interface TemplateSeed {
  readonly template: string;
  /** What the name is then, in words: shown with the refusal. */
  readonly say: string;
  /** `"@conflict"`: beside these words it is the name after all. A restaurant that a missile hits is in the city. */
  readonly unless?: string;
}

interface Template {
  readonly side: 'before' | 'after';
  readonly list: string;
  readonly classes: readonly string[];
  readonly say: string;
  readonly unless: string | null;
}

/** Null for what is no template. */
export const readTemplate = ({ template, say, unless }: TemplateSeed): Template | null => {
  const read = /^(?:@([a-z-]+) )?\{([a-z|]+)\}(?: @([a-z-]+))?$/.exec(template);
  const [, before, classes = '', after] = read ?? [];
  const list = before ?? after;
  if (list === undefined || (before !== undefined && after !== undefined)) return null;
  if (unless !== undefined && !/^@[a-z-]+$/.test(unless)) return null;
  return {
    side: before === undefined ? 'after' : 'before',
    list,
    classes: classes.split('|'),
    say,
    unless: unless?.slice(1) ?? null,
  };
};

interface Side {
  /** The words of all templates, asked first; then which template says so. */
  readonly any: PatternSet;
  readonly templates: readonly { readonly set: PatternSet; readonly unless: PatternSet; readonly say: string }[];
}

export interface Guard {
  readonly before: Side;
  readonly after: Side;
  /** Folded names of Chinese: where one begins or ends beside the guarded name, a shorter word in it says nothing. */
  readonly hanNames: ReadonlySet<string>;
}

/** Units of the names that are looked for: shorter ones are as short as the words of the lists. */
const NAME_UNITS = { from: 3, to: 8 };

/** Name of a word list in one language: `sport/en`. */
export const listIn = (list: string, lang: string): string => `${list}/${lang}`;

export const compileGuard = (
  nameClass: string,
  scripts: readonly Script[],
  templates: readonly Template[],
  lists: WordLists,
  compiler: PatternCompiler,
  hanNames: ReadonlySet<string> = new Set(),
): Guard => {
  const wordsOf = (list: string): string[] =>
    scripts
      .flatMap((script): readonly string[] => SCRIPT_LANGUAGES[script])
      .map((lang) => listIn(list, lang))
      .filter((name) => lists[name] !== undefined)
      .map((name) => `@${name}`);
  const sideOf = (side: 'before' | 'after'): Side => {
    const stated = templates.filter((one) => one.side === side && one.classes.includes(nameClass));
    return {
      any: compiler.compile(stated.flatMap(({ list }) => wordsOf(list))),
      templates: stated.map(({ list, say, unless }) => ({
        say,
        set: compiler.compile(wordsOf(list)),
        unless: compiler.compile(unless === null ? [] : wordsOf(unless)),
      })),
    };
  };
  return { before: sideOf('before'), after: sideOf('after'), hanNames };
};

/** What the name is instead, in words; null where no template fits. */
export const guardRefusal = ({ before, after, hanNames }: Guard, around: Surroundings): string | null => {
  if (standsBefore(before.any, around, 0) && !isNameBeside(hanNames, around.hanBefore, 'before')) {
    const said = sayOf(before, around, (set) => standsBefore(set, around, 0));
    if (said !== null) return said;
  }
  // "Kiev'deki otel" is a hotel in Kyiv: an ending parts the name from what follows.
  if (standsAfter(after.any, around, 1) && !around.after.inflected && !isNameBeside(hanNames, around.hanAfter, 'after'))
    return sayOf(after, around, (set) => standsAfter(set, around, 1));
  return null;
};

/** 伊朗德黑兰: Tehran stands behind Iran, and none of the words with which it begins. */
const isNameBeside = (names: ReadonlySet<string>, run: string, side: 'before' | 'after'): boolean => {
  for (let length = NAME_UNITS.from; length <= Math.min(run.length, NAME_UNITS.to); length += 1)
    if (names.has(side === 'after' ? run.slice(0, length) : run.slice(-length))) return true;
  return false;
};

const sayOf = ({ templates }: Side, around: Surroundings, fits: (set: PatternSet) => boolean): string | null =>
  templates.find(({ set, unless }) => fits(set) && !isNear(unless, around))?.say ?? null;
