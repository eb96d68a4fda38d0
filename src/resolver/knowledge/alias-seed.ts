/**
 * The resolver's seed (seed/entities, seed/lexicon), and its expansion into written forms: every case of a Russian
 * surname, every spelling of a nisba, from a stem and the name of a class. No I/O: the provider reads the files.
 */
import { groupBy, once } from '../../platform/common/group-by';
import type { ContextRuleSeed, WordLists } from '../context/context-rule';
import { type NameClass, type TemplateSeed, scriptOf } from '../context/guard';
import { foldText } from '../folding/fold-text';

/** `any`; `capital`: begins with a capital; `upper`: all capitals; `exact`: letter for letter. */
type CaseRule = 'any' | 'capital' | 'upper' | 'exact';

export interface AliasObject {
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly case?: CaseRule;
  readonly rule?: string;
  /** Counts only in texts of the file's language. */
  readonly only?: boolean;
  /** Languages in which it is another word. */
  readonly except?: readonly string[];
  /** One-letter prefixes allowed before it (Hebrew, Arabic); all by default, '' for none. */
  readonly prefixes?: string;
  /** Arabic and Hebrew article before it. */
  readonly article?: 'may' | 'never';
  /** Further entities that the name states: "Gaza City" also names Gaza. */
  readonly also?: readonly string[];
  /** Shared on purpose by two entities; each whose rule holds counts. */
  readonly shared?: boolean;
}

/** `"Иран|m"` is a stem with a class of its language; `"Чёрн|ое мор|е"` declines word by word. */
export type AliasEntry = string | AliasObject;

export interface EntityAliases {
  readonly names?: readonly AliasEntry[];
  /** Other forms in texts: compounds, spelled-out cases, indirect references. */
  readonly forms?: readonly AliasEntry[];
  /** Adjectives and inhabitants count as the country. */
  readonly demonyms?: readonly AliasEntry[];
  /** Seats of power that mean their state. */
  readonly metonyms?: readonly AliasEntry[];
}

export const ALIAS_KINDS = ['names', 'forms', 'demonyms', 'metonyms'] as const;

export const entriesOf = (aliases: EntityAliases): AliasEntry[] => ALIAS_KINDS.flatMap((kind) => aliases[kind] ?? []);

export const textsOf = (entry: AliasEntry): readonly string[] =>
  typeof entry === 'string' ? [entry] : [...(entry.text === undefined ? [] : [entry.text]), ...(entry.texts ?? [])];

export interface AliasFile {
  /** ISO 639-1. */
  readonly lang: string;
  /** Default context rule of demonyms: things named after a people are not its country. */
  readonly demonym_rule?: string;
  readonly aliases: Readonly<Record<string, EntityAliases>>;
}

/** Phrases that contain an alias but mean something else: matched as the longest form, without an entity. */
export interface RefusedGroup {
  /** The entity otherwise matched. */
  readonly entity: string;
  readonly reason: string;
  readonly texts: readonly string[];
  readonly lang?: string;
  readonly case?: CaseRule;
  readonly rule?: string;
  readonly prefixes?: string;
}

/** Language → class → endings by grammatical case; `/` separates alternatives within one case. */
export type Paradigms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Word lists read by name; every other one is used by a rule. */
export const LISTS_READ = {
  stopWords: 'stop-words',
  commonHan: 'common-zh',
  surnamesHan: 'surnames-zh',
  titlesHan: 'titles-zh',
  amounts: 'amounts',
  regions: 'regions',
} as const;

/** The rule for names in quotation marks; not named by aliases. */
export const NAMED_THING = 'named-thing';

export interface AliasSeed {
  readonly files: readonly AliasFile[];
  readonly refused: readonly RefusedGroup[];
  readonly rules: Readonly<Record<string, ContextRuleSeed>>;
  readonly words: WordLists;
  readonly paradigms: Paradigms;
  readonly templates?: readonly TemplateSeed[];
  /** Entity → class of its names; absent without guards. */
  readonly classes?: Readonly<Record<string, NameClass>>;
  /** Entity → word lists that support it where one of its rules requires context. */
  readonly company?: Readonly<Record<string, CompanyLists>>;
}

/** Names of word lists: for every name of an entity, and for one in a speaker's position. */
export interface CompanyLists {
  readonly near: readonly string[];
  readonly speaking: readonly string[];
  /** Whether the latter also support a name that opens a sentence. */
  readonly opens: boolean;
}

/** One written form with its conditions: an entry of the trie. */
export interface AliasForm {
  /** Null for a refused phrase. */
  readonly entity: string | null;
  /** For a refused phrase: the entity otherwise matched. */
  readonly instead: string | null;
  readonly reason: string | null;
  readonly text: string;
  readonly folded: string;
  /** `name`, `form`, `demonym`, `metonym`, with the class of the inflection. */
  readonly label: string;
  readonly lang: string;
  /** Further languages with exactly the same form. */
  readonly alsoLangs: readonly string[];
  readonly caseRule: CaseRule;
  readonly rule: string | null;
  /** Class and scripts of the guard: `state latin`, `place cyrillic+latin`. */
  readonly guard: string | null;
  readonly only: boolean;
  readonly except: readonly string[];
  readonly prefixes: string | null;
  /** Article before the form. */
  readonly article: 'must' | 'may' | 'never';
  readonly also: readonly string[];
  readonly shared: boolean;
}

/** Every form of every alias, sorted, so that the seed's order does not matter. */
export const expandAliases = (seed: AliasSeed): readonly AliasForm[] =>
  once(expanded, seed, () =>
    inOrder([
      ...seed.files.flatMap((file) => formsOfFile(file, seed)),
      ...seed.refused.flatMap((group) => refusedForms(group, seed.paradigms)),
    ]),
  );

const formsOfFile = (
  file: AliasFile,
  seed: AliasSeed,
  isMeant: (entity: string, text: string) => boolean = () => true,
): AliasForm[] =>
  Object.entries(file.aliases).flatMap(([entity, groups]) =>
    ALIAS_KINDS.flatMap((kinds) =>
      (groups[kinds] ?? []).flatMap((entry) =>
        formsOf(entity, kinds.slice(0, -1), entry, file, seed, (text) => isMeant(entity, text)),
      ),
    ),
  );

/**
 * The forms of a seed with further files and without some names, expanding nothing else.
 *
 * @param removed by entity, the folded base forms of names
 */
export const changedForms = (
  seed: AliasSeed,
  added: readonly AliasFile[],
  removed: ReadonlyMap<string, ReadonlySet<string>>,
): readonly AliasForm[] => {
  const isRemoved = (entity: string, text: string, lang: string): boolean =>
    removed.get(entity)?.has(foldText(inflect(text, seed.paradigms[lang] ?? {})[0] ?? text)) === true;
  const keyOf = ({ entity, folded }: AliasForm): string => `${entity ?? ''} ${folded}`;
  const goneIn = (file: AliasFile): AliasForm[] =>
    formsOfFile(file, seed, (entity, text) => isRemoved(entity, text, file.lang));
  const gone = new Set((removed.size === 0 ? [] : seed.files.flatMap(goneIn)).map(keyOf));
  return inOrder([
    ...expandAliases(seed).filter((form) => form.entity === null || !gone.has(keyOf(form))),
    ...added.flatMap((file) => formsOfFile(file, seed)),
  ]);
};

/** Distinct forms, sorted by name. */
const inOrder = (forms: readonly AliasForm[]): readonly AliasForm[] => {
  const byName = groupBy(
    forms.filter(({ folded }) => folded !== ''),
    ({ folded }) => folded,
  );
  return [...byName.keys()].sort().flatMap((name) => distinctForms(byName.get(name) ?? []));
};

/** Groups sorted forms by name. */
export const formsByName = (forms: readonly AliasForm[]): (readonly AliasForm[])[] => {
  const groups: AliasForm[][] = [];
  let same: AliasForm[] = [];
  for (const form of forms) {
    if (same[0]?.folded === form.folded) same.push(form);
    else groups.push((same = [form]));
  }
  return groups;
};

const distinctForms = (forms: AliasForm[]): readonly AliasForm[] => {
  if (forms.length === 1) return forms;
  const distinct: AliasForm[] = [];
  for (const form of forms.sort(compareForms)) {
    const at = distinct.findIndex((known) => isSameForm(known, form));
    const known = distinct[at];
    if (known === undefined) distinct.push(form);
    else if (known.lang !== form.lang && !known.alsoLangs.includes(form.lang))
      distinct[at] = { ...known, alsoLangs: [...known.alsoLangs, form.lang] };
  }
  return distinct;
};

/** Cache: the seed's check and its resolver use the same forms. */
const expanded = new WeakMap<AliasSeed, readonly AliasForm[]>();

/** Adds previously expanded forms to the cache. */
export const knowForms = (seed: AliasSeed, forms: readonly AliasForm[]): void => {
  expanded.set(seed, forms);
};

const isSameForm = (left: AliasForm, right: AliasForm): boolean =>
  left.entity === right.entity &&
  left.caseRule === right.caseRule &&
  (left.caseRule !== 'exact' || left.text === right.text) &&
  left.rule === right.rule &&
  left.guard === right.guard &&
  left.article === right.article &&
  left.prefixes === right.prefixes &&
  left.only === right.only &&
  (!left.only || left.lang === right.lang);

const formsOf = (
  entity: string,
  kind: string,
  entry: AliasEntry,
  { lang, demonym_rule: demonymRule }: AliasFile,
  { paradigms, classes = {} }: AliasSeed,
  isMeant: (text: string) => boolean,
): AliasForm[] => {
  const usual = kind === 'demonym' ? (demonymRule ?? null) : null;
  const alias: AliasObject = typeof entry === 'string' ? { text: entry } : entry;
  const texts = textsOf(entry).filter(isMeant);
  const common = {
    entity,
    instead: null,
    reason: null,
    lang,
    alsoLangs: [],
    caseRule: alias.case ?? 'any',
    rule: alias.rule ?? usual,
    only: alias.only ?? false,
    except: alias.except ?? [],
    prefixes: alias.prefixes ?? null,
    also: alias.also ?? [],
    shared: alias.shared ?? false,
  } as const;
  return texts.flatMap((text) => {
    const label = text.includes('|') ? `${kind}, ${lang} ${text}` : kind;
    const guard = guardOf(kind, text, lang, classes[entity]);
    return inflect(text, paradigms[lang] ?? {}).map((written): AliasForm => {
      const { bare, article } = withoutArticle(written, lang, alias);
      return formWith(common, bare, foldText(bare), { label, guard, article });
    });
  });
};

type FormConditions = Omit<AliasForm, 'text' | 'folded' | 'label' | 'guard' | 'article'>;

/** Explicit properties: spreading twenty thousand objects is slow. */
export const formWith = (
  common: FormConditions,
  text: string,
  folded: string,
  { label, guard, article }: Pick<AliasForm, 'label' | 'guard' | 'article'>,
): AliasForm => ({
  entity: common.entity,
  instead: common.instead,
  reason: common.reason,
  text,
  folded,
  label,
  lang: common.lang,
  alsoLangs: common.alsoLangs,
  caseRule: common.caseRule,
  rule: common.rule,
  guard,
  only: common.only,
  except: common.except,
  prefixes: common.prefixes,
  article,
  also: common.also,
  shared: common.shared,
});

/** Demonyms have the class of peoples; a leader's full name needs no guard. */
const guardOf = (kind: string, text: string, lang: string, entityClass: NameClass | undefined): string | null => {
  const script = scriptOf(lang);
  if (entityClass === undefined || script === null) return null;
  if (entityClass === 'surname' && text.includes(' ')) return null;
  // A Latin name in a file of another script may also occur in Latin text.
  const scripts = script !== 'latin' && LATIN.test(text) ? `${script}+latin` : isLongHan(text) ? 'longHan' : script;
  return `${CLASS_OF_KIND[kind] ?? entityClass} ${scripts}`;
};

const LATIN = /^\p{Script=Latin}/u;
/** A full Chinese name: one character after it begins the next word. */
const isLongHan = (text: string): boolean => text.length > 2 && /^\p{Script=Han}+$/u.test(text);
const CLASS_OF_KIND: Readonly<Record<string, NameClass>> = { demonym: 'people', metonym: 'seat' };

const refusedForms = (group: RefusedGroup, paradigms: Paradigms): AliasForm[] => {
  const lang = group.lang ?? 'en';
  const common = {
    entity: null,
    instead: group.entity,
    reason: group.reason,
    lang,
    alsoLangs: [],
    caseRule: group.case ?? 'any',
    rule: group.rule ?? null,
    only: false,
    except: [],
    prefixes: group.prefixes ?? null,
    also: [],
    shared: false,
  } as const;
  return group.texts.flatMap((text) =>
    inflect(text, paradigms[lang] ?? {}).map((written): AliasForm => {
      const { bare, article } = withoutArticle(written, lang, { article: 'may' });
      return formWith(common, bare, foldText(bare), { label: 'refused', guard: null, article });
    }),
  );
};

/** An Arabic name is stored without its article: before ل the article loses its alef. */
const withoutArticle = (
  text: string,
  lang: string,
  alias: AliasObject,
): { bare: string; article: AliasForm['article'] } => {
  if (lang === 'ar' && text.startsWith('ال') && text.length > 4) {
    return { bare: text.slice(2), article: alias.article === 'may' ? 'may' : 'must' };
  }
  return { bare: text, article: alias.article ?? (lang === 'he' ? 'may' : 'never') };
};

/** `"Иран|m"` → Иран, Ирана, Ирану … Words of a phrase take the same case. */
export const inflect = (text: string, classes: Readonly<Record<string, readonly string[]>>): string[] => {
  if (!text.includes('|')) return [text];
  const words = text.split(' ').map((word): readonly (readonly string[])[] => {
    const [stem = '', name] = word.split('|');
    if (name === undefined) return [[word]];
    const endings = classes[name];
    if (endings === undefined) throw new Error(`No class ${name} for ${text}`);
    return endings.map((slot) => (slot.includes('/') ? slot.split('/').map((ending) => stem + ending) : [stem + slot]));
  });
  const [first = []] = words;
  if (words.length === 1) return [...new Set(first.flat())];
  const cases = Math.max(...words.map((slots) => slots.length));
  const forms = new Set<string>();
  for (let slot = 0; slot < cases; slot++) {
    const parts = words.map((slots) => (slots.length === 1 ? slots[0] : slots[slot]) ?? []);
    combine(parts).forEach((form) => forms.add(form));
  }
  return [...forms];
};

const combine = (parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>(
    (phrases, choices) =>
      phrases.flatMap((phrase) => choices.map((word) => (phrase === '' ? word : `${phrase} ${word}`))),
    [''],
  );

/** Within a name, stricter conditions first; plain aliases are last. */
const compareForms = (left: AliasForm, right: AliasForm): number =>
  strictness(right) - strictness(left) ||
  compareText(left.entity ?? '', right.entity ?? '') ||
  compareText(left.rule ?? '', right.rule ?? '') ||
  compareText(left.text, right.text) ||
  compareText(left.lang, right.lang) ||
  compareText(left.label, right.label) ||
  compareText(left.also.join(), right.also.join()) ||
  compareText(left.reason ?? '', right.reason ?? '');

/** Exact spellings come before all others: عمّان is Amman. */
const CASE_STRICTNESS: Readonly<Record<CaseRule, number>> = { any: 0, capital: 1, upper: 2, exact: 16 };

const strictness = (form: AliasForm): number =>
  CASE_STRICTNESS[form.caseRule] +
  (form.rule === null ? 0 : 4) +
  (form.only ? 2 : 0) +
  (form.article === 'must' ? 1 : 0);

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
