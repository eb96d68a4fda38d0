/**
 * Guards: what keeps the names of a class apart from whatever else bears them. A template (seed/templates.yaml)
 * says where the words of a lexicon list stand beside a name of some classes, and what it is then: "a street named
 * after it", "a person of that name". A guard is all templates of one class over the words of one script, or of two.
 */
import * as conditions from './near-conditions';
import type { Surroundings } from './surroundings';
import type { PatternCompiler, PatternSet, WordLists } from './word-pattern';
import * as patterns from './word-pattern';

/** Bound to this file, as text-units.ts explains. */
const { endsRun, isAge, isNamesake, opensSentence } = conditions;
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

/**
 * `"@streets-before {state|place}"` or `"{surname} @sports-verbs"`: a list of the lexicon on one side of a name.
 * `"{place} … @houses-after"` allows up to two capitalised words between, `"{place}, 34 @years"` says how old someone is,
 * `"{people} ~ @leisure"` asks whether one of the words is near, `"{state} Xy @follow"` whether a capitalised word follows
 * that is none of them.
 */
export interface TemplateSeed {
  readonly template: string;
  /** What the name is then, in words: shown with the refusal. */
  readonly say: string;
  /** `"@conflict"`: beside these words it is the name after all. A restaurant that a missile hits is in the city. */
  readonly unless?: string;
  /** Only where the name opens a sentence: there no title stands before it, "the governor of Aden Ahmed". */
  readonly opens?: true;
  /** `"@shows"`: only where one of these words is near. */
  readonly beside?: string;
  /** Only in texts that are known to be in this language: Turkish sets "İsrail Gazze'yi vurdu" as English does no sentence. */
  readonly lang?: string;
}

/** Where the words of a list stand: directly before or after, behind a capitalised run, behind a number of years, near, not behind. */
type Side = 'before' | 'after' | 'run' | 'age' | 'near' | 'surname';

interface Template {
  readonly side: Side;
  readonly opens: boolean;
  readonly lang: string | null;
  readonly list: string;
  readonly classes: readonly string[];
  readonly say: string;
  readonly unless: string | null;
  readonly beside: string | null;
}

/** Null for what is no template. */
export const readTemplate = ({ template, say, unless, beside, opens, lang }: TemplateSeed): Template | null => {
  const read = /^(?:@([a-z-]+) )?\{([a-z|]+)\}(?:( …|, 34| ~| Xy|) @([a-z-]+))?$/.exec(template);
  const [, before, classes = '', between = '', after] = read ?? [];
  const list = before ?? after;
  if (list === undefined || (before !== undefined && after !== undefined)) return null;
  if ([unless, beside].some((name) => name !== undefined && !/^@[a-z-]+$/.test(name))) return null;
  return {
    side: before === undefined ? (BETWEEN[between] ?? 'after') : 'before',
    opens: opens === true,
    lang: lang ?? null,
    list,
    classes: classes.split('|'),
    say,
    unless: unless?.slice(1) ?? null,
    beside: beside?.slice(1) ?? null,
  };
};

const BETWEEN: Readonly<Record<string, Side>> = { ' …': 'run', ', 34': 'age', ' ~': 'near', ' Xy': 'surname' };

interface TemplateSet {
  readonly set: PatternSet;
  readonly unless: PatternSet;
  /** Null where nothing is needed. */
  readonly beside: PatternSet | null;
  readonly opens: boolean;
  readonly lang: string | null;
  readonly say: string;
}

interface Templates {
  /** The words of all templates, asked first; then which template says so. */
  readonly any: PatternSet;
  readonly templates: readonly TemplateSet[];
}

export interface Guard extends Readonly<Record<Side, Templates>> {
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
  /** What else a template asks for may be said in any language. */
  const listsOf = (list: string | null): string[] => (list === null || lists[list] === undefined ? [] : [`@${list}`]);
  const sideOf = (side: Side): Templates => {
    const stated = templates.filter((one) => one.side === side && one.classes.includes(nameClass));
    return {
      any: compiler.compile(stated.flatMap(({ list }) => wordsOf(list))),
      templates: stated.map(({ list, say, unless, beside, opens, lang }) => ({
        say,
        opens,
        lang,
        set: compiler.compile(wordsOf(list)),
        unless: compiler.compile(listsOf(unless)),
        beside: beside === null ? null : compiler.compile(listsOf(beside)),
      })),
    };
  };
  return {
    before: sideOf('before'),
    after: sideOf('after'),
    run: sideOf('run'),
    age: sideOf('age'),
    near: sideOf('near'),
    surname: sideOf('surname'),
    hanNames,
  };
};

/** What the name is instead, in words; null where no template fits. */
export const guardRefusal = (guard: Guard, around: Surroundings): string | null => {
  const { before, after, run, age, near, surname, hanNames } = guard;
  if (standsBefore(before.any, around, 0) && !isNameBeside(hanNames, around.hanBefore, 'before')) {
    const said = sayOf(before, around, (set) => standsBefore(set, around, 0));
    if (said !== null) return said;
  }
  // "Kiev'deki otel" is a hotel in Kyiv: an ending parts the name from what follows.
  if (standsAfter(after.any, around, 1) && !around.after.inflected && !isNameBeside(hanNames, around.hanAfter, 'after'))
    return sayOf(after, around, (set) => standsAfter(set, around, 1));
  if (!run.any.empty && around.after.get(0)?.capital === true) {
    const said = sayOf(run, around, (set) => endsRun(set, around));
    if (said !== null) return said;
  }
  if (isNamesake(surname.any, around)) {
    const said = sayOf(surname, around, (set) => isNamesake(set, around));
    if (said !== null) return said;
  }
  if (isAge(age.any, around)) return age.templates[0]?.say ?? null;
  return isNear(near.any, around, NEARBY) ? sayOf(near, around, (set) => isNear(set, around, NEARBY)) : null;
};

/** A recipe is of the dish beside it: so many words to each side. */
const NEARBY = 6;

/** 伊朗德黑兰: Tehran stands behind Iran, and none of the words with which it begins. */
const isNameBeside = (names: ReadonlySet<string>, run: string, side: 'before' | 'after'): boolean => {
  for (let length = NAME_UNITS.from; length <= Math.min(run.length, NAME_UNITS.to); length += 1)
    if (names.has(side === 'after' ? run.slice(0, length) : run.slice(-length))) return true;
  return false;
};

const sayOf = ({ templates }: Templates, around: Surroundings, fits: (set: PatternSet) => boolean): string | null =>
  templates.find(
    ({ set, unless, beside, opens, lang }) =>
      (lang === null || lang === around.lang) &&
      fits(set) &&
      (beside === null || isNear(beside, around)) &&
      !isNear(unless, around) &&
      (!opens || opensSentence(around)),
  )?.say ?? null;
