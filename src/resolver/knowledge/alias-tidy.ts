/** Finds unused rules, unused word lists, and duplicates within a list, which readers would mistake for decisions. */
import { readTemplate } from '../context/guard';
import { entriesOf, LISTS_READ, NAMED_THING, type AliasSeed } from './alias-seed';
import type { ContextRuleSeed } from '../context/context-rule';
import type { SeedDefect } from './seed-defect';

type PlaceOfRule = (rule: string, needle: string, message: string) => SeedDefect;

export const tidyDefects = (seed: AliasSeed, placeOf: PlaceOfRule): readonly SeedDefect[] => {
  const used = rulesNamed(seed);
  const lists = listsNamed(seed);
  const listsOfRules = Object.entries(seed.rules).flatMap(([name, rule]) =>
    listsOf(rule).map((list) => ({ name, ...list })),
  );
  return [
    ...Object.keys(seed.rules)
      .filter((name) => !used.has(name))
      .map((name) => placeOf(name, '', `nothing names the rule "${name}"`)),
    ...Object.keys(seed.words)
      .filter((name) => !name.includes('/') && !lists.has(name))
      .map((name) => ({
        file: `seed/lexicon/*/${name}.txt`,
        line: 1,
        message: `nothing names the word list "${name}"`,
      })),
    ...listsOfRules.flatMap(({ name, path, list }) => {
      const seen = new Set<string>();
      const doubled = list.filter((word) => seen.size === seen.add(word).size);
      return [...new Set(doubled)].map((word) =>
        placeOf(name, word, `"${word}" occurs twice in "${[name, ...path].join('.')}"`),
      );
    }),
  ];
};

const rulesNamed = (seed: AliasSeed): ReadonlySet<string | undefined> =>
  new Set([
    NAMED_THING,
    ...seed.refused.map(({ rule }) => rule),
    ...seed.files.map(({ demonym_rule: rule }) => rule),
    ...seed.files
      .flatMap(({ aliases }) => Object.values(aliases))
      .flatMap(entriesOf)
      .map((entry) => (typeof entry === 'string' ? undefined : entry.rule)),
  ]);

const listsNamed = (seed: AliasSeed): ReadonlySet<string> => {
  const named = new Set<string>(Object.values(LISTS_READ));
  const inRules = Object.values(seed.rules)
    .flatMap(listsOf)
    .map(({ list }) => list);
  const inTemplates = (seed.templates ?? []).flatMap((one) => {
    const read = readTemplate(one);
    return read === null ? [] : [read.list, ...(read.unless ?? []), ...(read.beside ?? [])];
  });
  for (const list of inTemplates) named.add(list);
  const within = Object.entries(seed.words).flatMap(([name, words]) => (name.includes('/') ? words : []));
  const company = Object.values(seed.company ?? {}).flatMap(({ near, speaking }) => [near, speaking]);
  for (const word of [inRules, company, within].flat(2)) if (word.startsWith('@')) named.add(word.slice(1));
  return named;
};

interface ListOfRule {
  /** Member names from the rule down to the list. */
  readonly path: readonly string[];
  readonly list: readonly string[];
}

/** Every word list of a rule, including `@list`. */
export const listsOf = (rule: ContextRuleSeed): readonly ListOfRule[] =>
  Object.entries(rule).flatMap(([member, value]: [string, unknown]) => {
    if (isList(value)) return [{ path: [member], list: value }];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([inner, list]: [string, unknown]) =>
      isList(list) ? [{ path: [member, inner], list }] : [],
    );
  });

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
