/**
 * The resolver's knowledge as an analyst writes it (seed/entities, seed/lexicon), and its expansion into the forms
 * that a text may hold: every case of a Russian surname, every spelling of a nisba, made from a stem
 * and the name of a class. No I/O: the provider reads the files, the check reads the same shapes.
 */
import type { ContextRuleSeed, WordLists } from '../context/context-rule';
import { type NameClass, type TemplateSeed, scriptOf } from '../context/guard';
import { foldText } from '../folding/fold-text';

/** `any`: as written or not; `capital`: begins with a capital; `upper`: all capitals; `exact`: letter for letter. */
type CaseRule = 'any' | 'capital' | 'upper' | 'exact';

/** One alias, or several that share their conditions. */
export interface AliasObject {
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly case?: CaseRule;
  /** Name of a context rule. */
  readonly rule?: string;
  /** Counts only in texts that are known to be in the file's language. */
  readonly only?: boolean;
  /** Languages in whose texts it is another word. */
  readonly except?: readonly string[];
  /** One-letter prefixes that may stand before it (Hebrew, Arabic); all of them by default, '' for none. */
  readonly prefixes?: string;
  /** Arabic and Hebrew article: may stand before it, or never. */
  readonly article?: 'may' | 'never';
  /** Further entities that the name states: "Gaza City" also names Gaza. */
  readonly also?: readonly string[];
  /** Two entities share this name on purpose; every one whose rule holds counts. */
  readonly shared?: boolean;
}

/** `"Иран|m"` is a stem with a class of its language; `"Чёрн|ое мор|е"` declines word by word. */
export type AliasEntry = string | AliasObject;

export interface EntityAliases {
  /** What stands for the entity by itself. */
  readonly names?: readonly AliasEntry[];
  /** What a text may hold besides: compounds, cases written out, words that only hint at it. */
  readonly forms?: readonly AliasEntry[];
  /** Adjectives and inhabitants count as the country. */
  readonly demonyms?: readonly AliasEntry[];
  /** A seat of power that stands for its state. */
  readonly metonyms?: readonly AliasEntry[];
}

export const ALIAS_KINDS = ['names', 'forms', 'demonyms', 'metonyms'] as const;

/** Every entry, of whatever kind. */
export const entriesOf = (aliases: EntityAliases): AliasEntry[] => ALIAS_KINDS.flatMap((kind) => aliases[kind] ?? []);

/** What an entry writes. */
export const textsOf = (entry: AliasEntry): readonly string[] =>
  typeof entry === 'string' ? [entry] : [...(entry.text === undefined ? [] : [entry.text]), ...(entry.texts ?? [])];

export interface AliasFile {
  /** ISO 639-1. */
  readonly lang: string;
  /** Context rule of every demonym that names none: what merely bears a people's name is not its country. */
  readonly demonym_rule?: string;
  readonly aliases: Readonly<Record<string, EntityAliases>>;
}

/** Phrases that contain an alias and name something else: the longest match, and no entity. */
export interface RefusedGroup {
  /** The entity that they would otherwise be taken for. */
  readonly entity: string;
  readonly reason: string;
  readonly texts: readonly string[];
  readonly lang?: string;
  readonly case?: CaseRule;
  readonly rule?: string;
  readonly prefixes?: string;
}

/** Language → class → endings by grammatical case; `/` parts alternatives within one case. */
export type Paradigms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Word lists that are read by their names; every other one is named by a rule. */
export const LISTS_READ = {
  stopWords: 'stop-words',
  commonHan: 'common-zh',
  surnamesHan: 'surnames-zh',
  titlesHan: 'titles-zh',
  amounts: 'amounts',
  regions: 'regions',
} as const;

/** The rule of names in quotation marks, which no alias names. */
export const NAMED_THING = 'named-thing';

export interface AliasSeed {
  readonly files: readonly AliasFile[];
  readonly refused: readonly RefusedGroup[];
  readonly rules: Readonly<Record<string, ContextRuleSeed>>;
  readonly words: WordLists;
  readonly paradigms: Paradigms;
  /** What guards the names of a class. */
  readonly templates?: readonly TemplateSeed[];
  /** Entity → class of its names; absent where no template guards them. */
  readonly classes?: Readonly<Record<string, NameClass>>;
  /** Entity → the word lists that speak for it where one of its rules needs something near. */
  readonly company?: Readonly<Record<string, CompanyLists>>;
}

/** Names of word lists: those that speak for every name of an entity, and for one that is said to speak. */
export interface CompanyLists {
  readonly near: readonly string[];
  readonly speaking: readonly string[];
}

/** One written form with its conditions: what the trie holds. */
export interface AliasForm {
  /** Null for a phrase that names no entity. */
  readonly entity: string | null;
  /** For a phrase that names no entity: what it would be taken for. */
  readonly instead: string | null;
  readonly reason: string | null;
  readonly text: string;
  readonly folded: string;
  /** `name`, `form`, `demonym`, `metonym`, with the class that made the form. */
  readonly label: string;
  readonly lang: string;
  /** Further languages whose file states the very same form: it is theirs too. */
  readonly alsoLangs: readonly string[];
  readonly caseRule: CaseRule;
  readonly rule: string | null;
  /** Class and scripts of the guard that is asked besides: `state latin`, `place cyrillic+latin`. */
  readonly guard: string | null;
  readonly only: boolean;
  readonly except: readonly string[];
  readonly prefixes: string | null;
  /** The article must have been read before the form, may, or must not. */
  readonly article: 'must' | 'may' | 'never';
  readonly also: readonly string[];
  readonly shared: boolean;
}

/** Every form of every alias. Sorted, so that the order of the seed does not matter. */
export const expandAliases = (seed: AliasSeed): readonly AliasForm[] => {
  const known = expanded.get(seed);
  if (known !== undefined) return known;
  const forms = [
    ...seed.files.flatMap((file) =>
      Object.entries(file.aliases).flatMap(([entity, groups]) =>
        ALIAS_KINDS.flatMap((kinds) =>
          (groups[kinds] ?? []).flatMap((entry) => formsOf(entity, kinds.slice(0, -1), entry, file, seed)),
        ),
      ),
    ),
    ...seed.refused.flatMap((group) => refusedForms(group, seed.paradigms)),
  ];
  const byName = new Map<string, AliasForm[]>();
  for (const form of forms) {
    if (form.folded === '') continue;
    const same = byName.get(form.folded);
    if (same === undefined) byName.set(form.folded, [form]);
    else same.push(form);
  }
  const distinct = [...byName.keys()].sort().flatMap((name) => distinctForms(byName.get(name) ?? []));
  expanded.set(seed, distinct);
  return distinct;
};

/** The forms of each name: {@link expandAliases} leaves them side by side. */
export const formsByName = (forms: readonly AliasForm[]): (readonly AliasForm[])[] => {
  const groups: AliasForm[][] = [];
  let same: AliasForm[] = [];
  for (const form of forms) {
    if (same[0]?.folded === form.folded) same.push(form);
    else groups.push((same = [form]));
  }
  return groups;
};

/** The forms of one name, each condition once. */
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

/** The check of a seed and its resolver ask for the same forms. */
const expanded = new WeakMap<AliasSeed, readonly AliasForm[]>();

/** States the forms of a seed that was expanded before: {@link expandAliases} answers them. */
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
): AliasForm[] => {
  const usual = kind === 'demonym' ? (demonymRule ?? null) : null;
  const alias: AliasObject = typeof entry === 'string' ? { text: entry } : entry;
  const texts = textsOf(entry);
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

/** What the forms of one alias have in common. */
type FormConditions = Omit<AliasForm, 'text' | 'folded' | 'label' | 'guard' | 'article'>;

/** Member by member: spreading an object for each of twenty thousand forms is slow. */
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

/** Adjectives and inhabitants are of a people; a leader's full name needs no guard. */
const guardOf = (kind: string, text: string, lang: string, entityClass: NameClass | undefined): string | null => {
  const script = scriptOf(lang);
  if (entityClass === undefined || script === null) return null;
  if (entityClass === 'surname' && text.includes(' ')) return null;
  // A Latin name within another script may also stand in a text of Latin letters.
  const scripts = script !== 'latin' && LATIN.test(text) ? `${script}+latin` : isLongHan(text) ? 'longHan' : script;
  return `${CLASS_OF_KIND[kind] ?? entityClass} ${scripts}`;
};

const LATIN = /^\p{Script=Latin}/u;
/** A full name of a Chinese text: one character behind it begins the next word. */
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

/** An Arabic name with its article is kept without it: before ل the article loses its alef. */
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

/** `"Иран|m"` → Иран, Ирана, Ирану … Words of a phrase take the same case together. */
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

/** Of one name: the stricter condition first, so that a plain alias is the last to be asked. */
const compareForms = (left: AliasForm, right: AliasForm): number =>
  strictness(right) - strictness(left) ||
  compareText(left.entity ?? '', right.entity ?? '') ||
  compareText(left.rule ?? '', right.rule ?? '') ||
  compareText(left.text, right.text) ||
  compareText(left.lang, right.lang) ||
  compareText(left.label, right.label) ||
  compareText(left.also.join(), right.also.join()) ||
  compareText(left.reason ?? '', right.reason ?? '');

/** A name that is written just so goes before all others of its letters: عمّان is Amman. */
const CASE_STRICTNESS: Readonly<Record<CaseRule, number>> = { any: 0, capital: 1, upper: 2, exact: 16 };

const strictness = (form: AliasForm): number =>
  CASE_STRICTNESS[form.caseRule] +
  (form.rule === null ? 0 : 4) +
  (form.only ? 2 : 0) +
  (form.article === 'must' ? 1 : 0);

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
