/**
 * The resolver's knowledge as an analyst writes it (seed/aliases), and its expansion into the forms
 * that a text may hold: every case of a Russian surname, every spelling of a nisba, made from a stem
 * and the name of a class. No I/O: the provider reads the files, the check reads the same shapes.
 */
import type { ContextRuleSeed, WordLists } from '../context/context-rule';
import { type NameClass, type TemplateSeed, scriptOf } from '../context/guard';
import { foldText } from '../folding/fold-text';

/** `any`: as written or not; `capital`: begins with a capital; `upper`: all capitals; `exact`: letter for letter. */
export type CaseRule = 'any' | 'capital' | 'upper' | 'exact';

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
  readonly names?: readonly AliasEntry[];
  /** Adjectives and inhabitants count as the country. */
  readonly demonyms?: readonly AliasEntry[];
  /** A seat of power that stands for its state. */
  readonly metonyms?: readonly AliasEntry[];
}

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
  /** `name`, `demonym`, `metonym`, with the class that made the form. */
  readonly label: string;
  readonly lang: string;
  /** Further languages whose file states the very same form: it is theirs too. */
  readonly alsoLangs: readonly string[];
  readonly caseRule: CaseRule;
  readonly rule: string | null;
  /** Class and script of the guard that is asked besides: `state latin`. */
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
        (['name', 'demonym', 'metonym'] as const).flatMap((kind) =>
          (groups[`${kind}s`] ?? []).flatMap((entry) => formsOf(entity, kind, entry, file, seed)),
        ),
      ),
    ),
    ...seed.refused.flatMap((group) => refusedForms(group, seed.paradigms)),
  ];
  // Sorted, so that forms of one name lie side by side: only these can be the same.
  const distinct: AliasForm[] = [];
  let first = 0;
  for (const form of forms.sort(compareForms)) {
    if (form.folded === '') continue;
    if (distinct[first]?.folded !== form.folded) first = distinct.length;
    let at = first;
    while (at < distinct.length && !isSameForm(distinct[at] ?? form, form)) at++;
    const known = distinct[at];
    if (known === undefined) distinct.push(form);
    else if (known.lang !== form.lang && !known.alsoLangs.includes(form.lang))
      distinct[at] = { ...known, alsoLangs: [...known.alsoLangs, form.lang] };
  }
  expanded.set(seed, distinct);
  return distinct;
};

/** The check of a seed and its resolver ask for the same forms. */
const expanded = new WeakMap<AliasSeed, readonly AliasForm[]>();

const isSameForm = (left: AliasForm, right: AliasForm): boolean =>
  left.entity === right.entity &&
  left.caseRule === right.caseRule &&
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
  const texts = [...(alias.text === undefined ? [] : [alias.text]), ...(alias.texts ?? [])];
  return texts.flatMap((text) =>
    inflect(text, paradigms[lang] ?? {}).map((written): AliasForm => {
      const { bare, article } = withoutArticle(written, lang, alias);
      return {
        entity,
        instead: null,
        reason: null,
        text: bare,
        folded: foldText(bare),
        label: text.includes('|') ? `${kind}, ${lang} ${text}` : kind,
        lang,
        alsoLangs: [],
        caseRule: alias.case ?? 'any',
        rule: alias.rule ?? usual,
        guard: guardOf(kind, text, lang, classes[entity]),
        only: alias.only ?? false,
        except: alias.except ?? [],
        prefixes: alias.prefixes ?? null,
        article,
        also: alias.also ?? [],
        shared: alias.shared ?? false,
      };
    }),
  );
};

/** Adjectives and inhabitants are of a people; a leader's full name needs no guard, nor does a seat of power. */
const guardOf = (
  kind: string,
  text: string,
  lang: string,
  entityClass: NameClass | undefined,
): string | null => {
  const script = scriptOf(lang);
  if (entityClass === undefined || script === null || kind === 'metonym') return null;
  if (entityClass === 'surname' && text.includes(' ')) return null;
  return `${kind === 'demonym' ? 'people' : entityClass} ${script}`;
};

const refusedForms = (group: RefusedGroup, paradigms: Paradigms): AliasForm[] => {
  const lang = group.lang ?? 'en';
  return group.texts.flatMap((text) =>
    inflect(text, paradigms[lang] ?? {}).map((written): AliasForm => {
      const { bare, article } = withoutArticle(written, lang, { article: 'may' });
      return {
        entity: null,
        instead: group.entity,
        reason: group.reason,
        text: bare,
        folded: foldText(bare),
        label: 'refused',
        lang,
        alsoLangs: [],
        caseRule: group.case ?? 'any',
        rule: group.rule ?? null,
        guard: null,
        only: false,
        except: [],
        prefixes: group.prefixes ?? null,
        article,
        also: [],
        shared: false,
      };
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
export const inflect = (
  text: string,
  classes: Readonly<Record<string, readonly string[]>>,
): string[] => {
  if (!text.includes('|')) return [text];
  const words = text.split(' ').map((word) => {
    const [stem = '', name] = word.split('|');
    if (name === undefined) return [[word]];
    const endings = classes[name];
    if (endings === undefined) throw new Error(`No class ${name} for ${text}`);
    return endings.map((slot) => slot.split('/').map((ending) => stem + ending));
  });
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
      phrases.flatMap((phrase) =>
        choices.map((word) => (phrase === '' ? word : `${phrase} ${word}`)),
      ),
    [''],
  );

/** By folded form, the stricter condition first, so that a plain alias is the last to be asked. */
const compareForms = (left: AliasForm, right: AliasForm): number =>
  compareText(left.folded, right.folded) ||
  strictness(right) - strictness(left) ||
  compareText(left.entity ?? '', right.entity ?? '') ||
  compareText(left.rule ?? '', right.rule ?? '') ||
  compareText(left.text, right.text) ||
  compareText(left.lang, right.lang) ||
  compareText(left.label, right.label) ||
  compareText(left.also.join(), right.also.join()) ||
  compareText(left.reason ?? '', right.reason ?? '');

const strictness = (form: AliasForm): number =>
  (form.caseRule === 'any' ? 0 : form.caseRule === 'capital' ? 1 : 2) +
  (form.rule === null ? 0 : 4) +
  (form.only ? 2 : 0) +
  (form.article === 'must' ? 1 : 0);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
