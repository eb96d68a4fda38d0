/**
 * Guards refuse names of a class when the words next to them show another bearer. A template (seed/templates.yaml)
 * states the position of a lexicon list relative to names of some classes, and the meaning: "a street named after it",
 * "a person of that name". A guard combines all templates of one class for the words of one or two scripts.
 */
import * as conditions from './near-conditions';
import type { Surroundings } from './surroundings';
import type { PatternCompiler, PatternSet, WordLists } from './word-pattern';
import * as patterns from './word-pattern';

/** For speed; see text-units.ts. */
const { endsRun, isAge, isForename, isIntroduced, isNamesake, isPresented, isStateCode, opensSentence } = conditions;
const { isNear, standsAfter, standsBefore } = patterns;

/** Kind of name: state, place, people, surname of a leader, seat of power. */
export type NameClass = 'state' | 'place' | 'people' | 'surname' | 'seat';

/** Languages by script; a text may use words of all languages of its script. */
const SCRIPT_LANGUAGES = {
  latin: ['en', 'fr', 'tr'],
  cyrillic: ['ru', 'uk'],
  arabic: ['ar', 'fa'],
  hebrew: ['he'],
  han: ['zh'],
  /** Names of three or more characters: a single character after one begins another word. */
  longHan: ['zh-long'],
} as const;
export type Script = keyof typeof SCRIPT_LANGUAGES;

export const scriptOf = (lang: string): Script | null =>
  (Object.keys(SCRIPT_LANGUAGES) as Script[]).find((script) =>
    (SCRIPT_LANGUAGES[script] as readonly string[]).includes(lang),
  ) ?? null;

/**
 * `"@streets-before {state|place}"` or `"{surname} @sports-verbs"`: a lexicon list on one side of a name; with a comma
 * next to the list, a comma or a quotation mark may follow. `"{place} … @houses-after"` allows up to two capitalized
 * words between, `"{place}, 34 @years"` is an age, `"{place}, Xx @state-codes"` a state in short, and
 * `"{people} ~ @leisure"` requires one of the words near. Xy denotes another's name: `"{state} Xy @no-surnames"` and
 * `"@no-forenames Xy {surname}"` for a capitalized word that is not in the list, `"{state} Xy, @professions"` for one
 * with a profession behind its comma, `"@professions … {state}"` for one behind a profession.
 */
export interface TemplateSeed {
  readonly template: string;
  /** Meaning of the name then, shown with the refusal. */
  readonly say: string;
  /** `"@conflict @shipping"`: near these words the name counts after all, such as a restaurant hit by a missile. */
  readonly unless?: string;
  /** Only for a name at the start of a sentence, where no title precedes it ("the governor of Aden Ahmed"). */
  readonly opens?: true;
  /** `"@arts"`: only when one of these words is near. */
  readonly beside?: string;
  /** Only in texts of this language: Turkish "İsrail Gazze'yi vurdu" has an order that English sentences never have. */
  readonly lang?: string;
}

/** Position of a list. */
type Side = 'before' | 'after' | 'run' | 'age' | 'code' | 'near' | 'surname' | 'introduced' | 'forename' | 'presented';

interface Template {
  readonly side: Side;
  readonly opens: boolean;
  readonly lang: string | null;
  /** Whether a comma may be between them. */
  readonly comma: boolean;
  readonly list: string;
  readonly classes: readonly string[];
  readonly say: string;
  readonly unless: readonly string[] | null;
  readonly beside: readonly string[] | null;
}

/** Returns null for an invalid template. */
export const readTemplate = ({ template, say, unless, beside, opens, lang }: TemplateSeed): Template | null => {
  const read = /^(?:@([a-z-]+)( Xy| …|,)? )?\{([a-z|]+)\}(?:( …|, 34|, Xx| ~| Xy| Xy,|,|) @([a-z-]+))?$/.exec(template);
  const [, before, another = '', classes = '', between = '', after] = read ?? [];
  const list = before ?? after;
  if (list === undefined || (before !== undefined && after !== undefined)) return null;
  if ([unless, beside].some((names) => names !== undefined && !/^@[a-z-]+(?: @[a-z-]+)*$/.test(names))) return null;
  return {
    side: before === undefined ? (BETWEEN[between] ?? 'after') : (BEHIND[another] ?? 'before'),
    opens: opens === true,
    lang: lang ?? null,
    comma: between === ',' || another === ',',
    list,
    classes: classes.split('|'),
    say,
    unless: namesIn(unless),
    beside: namesIn(beside),
  };
};

const namesIn = (lists: string | undefined): readonly string[] | null =>
  lists?.split(' ').map((list) => list.slice(1)) ?? null;

const BEHIND: Readonly<Record<string, Side>> = { ' Xy': 'forename', ' …': 'presented' };

const BETWEEN: Readonly<Record<string, Side>> = {
  ' …': 'run',
  ', 34': 'age',
  ', Xx': 'code',
  ' ~': 'near',
  ' Xy': 'surname',
  ' Xy,': 'introduced',
};

interface TemplateSet {
  readonly set: PatternSet;
  readonly unless: PatternSet;
  /** Null if not required. */
  readonly beside: PatternSet | null;
  readonly opens: boolean;
  readonly lang: string | null;
  readonly comma: boolean;
  readonly say: string;
}

interface FurtherSet extends TemplateSet {
  readonly fits: Fits;
}

interface Templates {
  /** The words of all templates, tested first; then each template. */
  readonly any: PatternSet;
  readonly templates: readonly TemplateSet[];
}

export interface Guard {
  readonly before: Templates;
  readonly after: Templates;
  /** Templates of the other sides, in the order of {@link FURTHER}. */
  readonly further: readonly FurtherSet[];
  /** Folded Chinese names: if one is next to the guarded name, a shorter word inside it is ignored. */
  readonly hanNames: ReadonlySet<string>;
}

/** Lengths of names to look up: shorter ones are as short as the words of the lists. */
const NAME_UNITS = { from: 3, to: 8 };

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
  /** Other lists of a template apply in all languages. */
  const listsOf = (names: readonly string[] | null): string[] =>
    (names ?? []).filter((list) => lists[list] !== undefined).map((list) => `@${list}`);
  const sideOf = (side: Side): Templates => {
    const stated = templates.filter((one) => one.side === side && one.classes.includes(nameClass));
    return {
      any: compiler.compile(stated.flatMap(({ list }) => wordsOf(list))),
      templates: stated.map(({ list, say, unless, beside, opens, lang, comma }) => ({
        say,
        opens,
        lang,
        comma,
        set: compiler.compile(wordsOf(list)),
        unless: compiler.compile(listsOf(unless)),
        beside: beside === null ? null : compiler.compile(listsOf(beside)),
      })),
    };
  };
  return {
    before: sideOf('before'),
    after: sideOf('after'),
    further: FURTHER.flatMap(([side, fits]) =>
      sideOf(side)
        .templates.filter(({ set }) => !set.empty)
        .map((one) => ({ ...one, fits })),
    ),
    hanNames,
  };
};

/** Meaning of the name by the first matching template, or null. */
export const guardRefusal = (guard: Guard, around: Surroundings): string | null => {
  const { before, after, further, hanNames } = guard;
  if (standsBefore(before.any, around, 1) && !isNameBeside(hanNames, around.hanBefore, 'before')) {
    const said = sayOf(before, around, followsIt);
    if (said !== null) return said;
  }
  // "Kiev'deki otel", "Kyiv's hotels": a suffix separates the name from the next word.
  if (
    standsAfter(after.any, around, 1) &&
    !around.after.suffixed &&
    !isNameBeside(hanNames, around.hanAfter, 'after')
  ) {
    const said = sayOf(after, around, precedesIt);
    if (said !== null) return said;
  }
  for (const one of further) if (says(one, around, one.fits)) return one.say;
  return null;
};

/** Conditions asked after the words directly beside a name, by side. */
const FURTHER: readonly (readonly [Side, Fits])[] = [
  ['run', endsRun],
  ['surname', isNamesake],
  ['introduced', isIntroduced],
  ['forename', isForename],
  ['presented', isPresented],
  ['age', isAge],
  ['code', isStateCode],
  ['near', (set, around) => isNear(set, around, NEARBY) && !around.after.suffixed],
];

/** Words on each side searched for `near` lists. */
const NEARBY = 6;

/** 伊朗德黑兰: Tehran follows Iran, and not a word with which it begins. */
const isNameBeside = (names: ReadonlySet<string>, run: string, side: 'before' | 'after'): boolean => {
  for (let length = NAME_UNITS.from; length <= Math.min(run.length, NAME_UNITS.to); length += 1)
    if (names.has(side === 'after' ? run.slice(0, length) : run.slice(-length))) return true;
  return false;
};

type Fits = (set: PatternSet, around: Surroundings, comma: boolean) => boolean;

const followsIt: Fits = (set, around, comma) => standsBefore(set, around, comma ? 1 : 0);
const precedesIt: Fits = (set, around, comma) => (comma || !around.endsAtComma) && standsAfter(set, around, 1);

const sayOf = ({ templates }: Templates, around: Surroundings, fits: Fits): string | null =>
  templates.find((one) => says(one, around, fits))?.say ?? null;

/** Asks the cheapest condition first. */
const says = (one: TemplateSet, around: Surroundings, fits: Fits): boolean =>
  (one.lang === null || one.lang === around.lang) &&
  (!one.opens || opensSentence(around)) &&
  fits(one.set, around, one.comma) &&
  (one.beside === null || isNear(one.beside, around)) &&
  !isNear(one.unless, around);
