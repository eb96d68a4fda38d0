/**
 * What stands in the rules and word lists of the seed to no purpose: a rule that nothing names, a list that
 * no rule refers to, a word that stands twice in its list. Whoever reads the seed would take each for a
 * decision. Enters: a sound seed and the texts of its files. Leaves: every defect with file and line.
 */
import { LISTS_READ, NAMED_THING, type AliasEntry, type AliasSeed } from './alias-seed';
import type { ContextRuleSeed } from '../context/context-rule';
import type { SeedDefect, SeedText } from './seed-defect';

export const tidyDefects = (seed: AliasSeed, texts: readonly SeedText[]): readonly SeedDefect[] => {
  const rules = texts.find(({ file }) => file.endsWith('rules.json'));
  const words = texts.find(({ file }) => file.endsWith('words.json'));
  const listsOfRules = Object.entries(seed.rules).flatMap(([name, rule]) =>
    listsOf(rule).map((list) => ({ name, ...list })),
  );
  return [
    ...unusedDefects(rules, 'rule', Object.keys(seed.rules), rulesNamed(seed)),
    ...unusedDefects(words, 'word list', Object.keys(seed.words), listsNamed(seed)),
    ...listsOfRules.flatMap(({ name, path, list }) => doubledDefects(rules, [name, ...path], list)),
    ...Object.entries(seed.words).flatMap(([name, list]) => doubledDefects(words, [name], list)),
  ];
};

const rulesNamed = (seed: AliasSeed): ReadonlySet<string | undefined> =>
  new Set([
    NAMED_THING,
    ...seed.refused.map(({ rule }) => rule),
    ...seed.files.map(({ demonym_rule: rule }) => rule),
    ...seed.files
      .flatMap(({ aliases }) => Object.values(aliases))
      .flatMap(({ names = [], demonyms = [], metonyms = [] }) => [names, demonyms, metonyms])
      .flatMap((entries: readonly AliasEntry[]) => entries)
      .map((entry) => (typeof entry === 'string' ? undefined : entry.rule)),
  ]);

const listsNamed = (seed: AliasSeed): ReadonlySet<string> => {
  const named = new Set<string>(Object.values(LISTS_READ));
  const inRules = Object.values(seed.rules)
    .flatMap(listsOf)
    .map(({ list }) => list);
  for (const word of [...inRules, ...Object.values(seed.words)].flat())
    if (word.startsWith('@')) named.add(word.slice(1));
  return named;
};

interface ListOfRule {
  /** Member names from the rule down to the list. */
  readonly path: readonly string[];
  readonly list: readonly string[];
}

const listsOf = (rule: ContextRuleSeed): readonly ListOfRule[] =>
  Object.entries(rule).flatMap(([member, value]: [string, unknown]) => {
    if (isList(value)) return [{ path: [member], list: value }];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([inner, list]: [string, unknown]) =>
      isList(list) ? [{ path: [member, inner], list }] : [],
    );
  });

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

const unusedDefects = (
  source: SeedText | undefined,
  kind: string,
  names: readonly string[],
  used: ReadonlySet<string | undefined>,
): SeedDefect[] =>
  names
    .filter((name) => !used.has(name))
    .map((name) =>
      defectAt(source, [`${JSON.stringify(name)}:`], `nothing names the ${kind} "${name}"`),
    );

const doubledDefects = (
  source: SeedText | undefined,
  path: readonly string[],
  list: readonly string[],
): SeedDefect[] => {
  const seen = new Set<string>();
  const doubled = list.filter((word) => seen.size === seen.add(word).size);
  return [...new Set(doubled)].map((word) => {
    const keys = path.map((key) => `${JSON.stringify(key)}:`);
    const needle = JSON.stringify(word);
    return defectAt(
      source,
      [...keys, needle, needle],
      `"${word}" stands twice in "${path.join('.')}"`,
    );
  });
};

/** At the last of `needles`, each looked for behind the one before it. */
const defectAt = (
  source: SeedText | undefined,
  needles: readonly string[],
  message: string,
): SeedDefect => {
  const { file, text } = source ?? { file: '', text: '' };
  let at = 0;
  for (const needle of needles) at = Math.max(at, text.indexOf(needle, at) + needle.length);
  return { file, line: text.slice(0, at).split('\n').length, message };
};
