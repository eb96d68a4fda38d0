/**
 * Checks the aliases of the seed before the resolver is built from them. Enters: the texts of the files
 * of seed/aliases and the ids of the entities. Leaves: every defect with file, line and reason.
 *
 * Refused are: an alias of an unknown entity, an empty one, one that is a common word on its own
 * without any condition, one that two entities claim without a rule that tells them apart, and a phrase
 * that is an alias and refused at once; also a rule, word list or class that does not exist, one that
 * nothing names, and a word that stands twice in its list (alias-tidy.ts).
 */
import {
  expandAliases,
  LISTS_READ,
  type AliasEntry,
  type AliasFile,
  type AliasForm,
  type AliasSeed,
  type EntityAliases,
  type RefusedGroup,
} from './alias-seed';
import { languageFileDefects, refusedDefects } from './alias-shape';
import { tidyDefects } from './alias-tidy';
import { compileRule } from '../context/context-rule';
import { foldText } from '../folding/fold-text';
import type { SeedDefect, SeedText } from './seed-defect';
import { WordBook } from '../context/word-book';
import { PatternCompiler } from '../context/word-pattern';

/** Files of seed/aliases that hold something else than the aliases of one language. */
export const ALIAS_SUPPORT_FILES = ['rules.json', 'words.json', 'paradigms.json', 'refused.json'];

/** Word list that no alias may match on its own. */

export const checkAliases = (
  texts: readonly SeedText[],
  entityIds: ReadonlySet<string>,
): readonly SeedDefect[] => {
  const defects: SeedDefect[] = [];
  const seed = readSeed(texts, defects);
  if (seed === null) return defects;
  const places = new Places(texts);
  defects.push(...unknownRules(seed, places), ...unknownUsualRules(seed, texts));
  const refused = texts.find(({ file }) => baseName(file) === 'refused.json');
  if (refused !== undefined) {
    const rules = new Set(Object.keys(seed.rules));
    defects.push(...refusedDefects(refused, JSON.parse(refused.text), entityIds, rules));
  }
  for (const { file, text, data } of languageFiles(texts)) {
    defects.push(...checkEntities(data, { file, text }, entityIds, seed));
  }
  // What follows needs a seed that can be expanded.
  if (defects.length > 0) return defects;
  const forms = expandAliases(seed);
  return [
    ...stopWordDefects(forms, seed, places),
    ...collisionDefects(forms, places),
    ...tidyDefects(seed, texts),
  ];
};

const readSeed = (texts: readonly SeedText[], defects: SeedDefect[]): AliasSeed | null => {
  const parsed = new Map<string, unknown>();
  for (const { file, text } of texts) {
    try {
      parsed.set(baseName(file), JSON.parse(text));
    } catch (error) {
      defects.push({ file, line: 1, message: `is not JSON: ${(error as Error).message}` });
    }
  }
  if (defects.length > 0) return null;
  for (const { file, text, data } of languageFiles(texts))
    defects.push(...languageFileDefects({ file, text }, data));
  if (defects.length > 0) return null;
  return {
    files: languageFiles(texts).map(({ data }) => data),
    refused: (parsed.get('refused.json') ?? []) as readonly RefusedGroup[],
    rules: (parsed.get('rules.json') ?? {}) as AliasSeed['rules'],
    words: (parsed.get('words.json') ?? {}) as AliasSeed['words'],
    paradigms: (parsed.get('paradigms.json') ?? {}) as AliasSeed['paradigms'],
  };
};

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

const languageFiles = (
  texts: readonly SeedText[],
): { file: string; text: string; data: AliasFile }[] =>
  texts
    .filter(({ file }) => !ALIAS_SUPPORT_FILES.includes(baseName(file)))
    .map(({ file, text }) => ({ file, text, data: JSON.parse(text) as AliasFile }));

const unknownRules = (seed: AliasSeed, places: Places): SeedDefect[] => {
  const compiler = new PatternCompiler(seed.words, new WordBook());
  return Object.entries(seed.rules).flatMap(([name, rule]) => {
    try {
      compileRule(name, rule, compiler);
      return [];
    } catch (error) {
      return [places.inFile('rules.json', name, (error as Error).message)];
    }
  });
};

const unknownUsualRules = (seed: AliasSeed, texts: readonly SeedText[]): SeedDefect[] =>
  languageFiles(texts).flatMap(({ file, text, data: { demonym_rule: rule } }) =>
    rule === undefined || seed.rules[rule] !== undefined
      ? []
      : [
          {
            file,
            line: lineOf(text, 'demonym_rule', rule),
            message: `names a rule that does not exist: "${rule}"`,
          },
        ],
  );

const textsOf = (entry: AliasEntry): readonly string[] =>
  typeof entry === 'string'
    ? [entry]
    : [...(entry.text === undefined ? [] : [entry.text]), ...(entry.texts ?? [])];

/** Ids, empty aliases, names of rules and classes: entry by entry. */
const checkEntities = (
  { lang, aliases }: AliasFile,
  source: SeedText,
  entityIds: ReadonlySet<string>,
  seed: AliasSeed,
): SeedDefect[] =>
  Object.entries(aliases).flatMap(([entity, groups]) => {
    const defect = (needle: string, message: string): SeedDefect => ({
      file: source.file,
      line: lineOf(source.text, entity, needle),
      message,
    });
    if (!entityIds.has(entity)) return [defect(entity, `names no entity: "${entity}"`)];
    return entriesOf(groups).flatMap((entry) => {
      const found = textsOf(entry).flatMap((text) =>
        entryDefects(text, lang, seed).map((message) => defect(text, message)),
      );
      const rule = typeof entry === 'string' ? undefined : entry.rule;
      const also = typeof entry === 'string' ? [] : (entry.also ?? []);
      if (rule !== undefined && seed.rules[rule] === undefined) {
        found.push(defect(textsOf(entry)[0] ?? '', `names a rule that does not exist: "${rule}"`));
      }
      for (const id of also) {
        if (!entityIds.has(id)) found.push(defect(id, `also names no entity: "${id}"`));
      }
      return found;
    });
  });

const entriesOf = ({ names = [], demonyms = [], metonyms = [] }: EntityAliases): AliasEntry[] => [
  ...names,
  ...demonyms,
  ...metonyms,
];

const entryDefects = (text: string, lang: string, seed: AliasSeed): string[] => {
  if (foldText(text.replaceAll('|', '')) === '') return [`holds an empty alias: "${text}"`];
  return text.split(' ').flatMap((word) => {
    const [, name] = word.split('|');
    const known = name === undefined || seed.paradigms[lang]?.[name] !== undefined;
    return known ? [] : [`names a class that ${lang} does not have: "${name}" in "${text}"`];
  });
};

/** Nothing but the form decides whether it counts. */
const isBare = (form: AliasForm, seed: AliasSeed): boolean =>
  (form.rule === null || isUsualRule(form, seed)) &&
  form.caseRule === 'any' &&
  !form.only &&
  form.article !== 'must';

/** The rule that all demonyms of a language share asks for nothing near: a common word needs more. */
const isUsualRule = ({ rule, lang }: AliasForm, seed: AliasSeed): boolean =>
  seed.files.some((file) => file.lang === lang && file.demonym_rule === rule);

const stopWordDefects = (
  forms: readonly AliasForm[],
  seed: AliasSeed,
  places: Places,
): SeedDefect[] => {
  const stopWords = new Set((seed.words[LISTS_READ.stopWords] ?? []).map((word) => foldText(word)));
  return forms
    .filter((form) => form.entity !== null && isBare(form, seed) && stopWords.has(form.folded))
    .map((form) =>
      places.of(form, `"${form.text}" is a common word: an alias like it needs a case or a rule`),
    );
};

const collisionDefects = (forms: readonly AliasForm[], places: Places): SeedDefect[] => {
  const byFolded = new Map<string, AliasForm[]>();
  for (const form of forms) byFolded.set(form.folded, [...(byFolded.get(form.folded) ?? []), form]);
  return [...byFolded.values()].flatMap((same) => {
    // With the condition in common nothing says which of two entities is meant.
    const claims = new Map<string, AliasForm>();
    return same.flatMap((form) => {
      if (form.shared) return [];
      const condition = JSON.stringify([
        form.rule, form.caseRule, form.article, form.only || form.rule !== null ? form.lang : '',
      ]); // prettier-ignore
      const before = claims.get(condition);
      if (before === undefined) {
        claims.set(condition, form);
        return [];
      }
      if (before.entity === form.entity) return [];
      const [alias, other] = form.entity === null ? [before, form] : [form, before];
      const claimed = other.entity === null ? 'refused as a phrase' : `claimed by ${other.entity}`;
      return [
        places.of(
          alias,
          `"${alias.text}" of ${alias.entity ?? ''} is also ${claimed}, and no rule tells them apart`,
        ),
      ];
    });
  });
};

/** Where a form was written. */
class Places {
  private readonly byName: ReadonlyMap<string, SeedText>;

  constructor(texts: readonly SeedText[]) {
    this.byName = new Map(texts.map((text) => [baseName(text.file), text]));
  }

  of(form: AliasForm, message: string): SeedDefect {
    const written = form.label.includes(', ')
      ? form.label.slice(form.label.indexOf(', ') + 5)
      : form.text;
    return this.inFile(`${form.lang}.json`, written, message, form.entity ?? '');
  }

  inFile(name: string, needle: string, message: string, entity = needle): SeedDefect {
    const source = this.byName.get(name);
    if (source === undefined) return { file: name, line: 1, message };
    return { file: source.file, line: lineOf(source.text, entity, needle), message };
  }
}

/** Line, from 1, of an alias behind the key of its entity; of the key where it is not found as written. */
const lineOf = (text: string, key: string, needle: string): number => {
  const from = Math.max(0, text.indexOf(`${JSON.stringify(key)}:`));
  const at = text.indexOf(JSON.stringify(needle), from);
  return text.slice(0, at === -1 ? from : at).split('\n').length;
};
