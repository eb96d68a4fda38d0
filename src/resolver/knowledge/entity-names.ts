/**
 * Reads the names in an entity's file (seed/entities/<type>/<id>.yaml): `names`, `forms`, `demonyms` and `metonyms` by
 * language, the `sign` of a state in Chinese, shared `rules`, and `not`: phrases that contain a name but mean something
 * else. Collects defects with their lines.
 */
import type { ContextRuleSeed } from '../context/context-rule';
import {
  ALIAS_KINDS,
  type AliasEntry,
  type AliasObject,
  type EntityAliases,
  type RefusedGroup,
  textsOf,
} from './alias-seed';
import type { SeedDefect } from './seed-defect';
import { type YamlText, isRecord, isTextList, lineOf } from './yaml-text';

/** Members for the resolver; the others belong to the ontology. */
export const NAME_MEMBERS = [...ALIAS_KINDS, 'sign', 'rules', 'not'] as const;

export interface EntityNames {
  readonly id: string;
  readonly yaml: YamlText;
  /** By language. */
  readonly aliases: Readonly<Record<string, EntityAliases>>;
  readonly refused: readonly RefusedGroup[];
  /** Its own rules by full name. */
  readonly rules: Readonly<Record<string, ContextRuleSeed>>;
}

export const idOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.yaml$/, '');

export const readEntityNames = (yaml: YamlText, defects: SeedDefect[]): EntityNames => {
  const id = idOf(yaml.source.file);
  const value = isRecord(yaml.value) ? yaml.value : {};
  const defect = (needle: string, message: string, member = ''): void => {
    const from = yaml.memberLines.get(member) ?? 1;
    defects.push({ file: yaml.source.file, line: lineOf(yaml.source, needle, from), message });
  };
  const rules: Record<string, ContextRuleSeed> = {};
  const own = value['rules'] ?? {};
  if (!isRecord(own)) defect('rules:', '"rules" must be an object of rules by name');
  else
    for (const [name, rule] of Object.entries(own)) {
      if (isRecord(rule)) rules[`${id}/${name}`] = rule as unknown as ContextRuleSeed;
      else defect(`${name}:`, `the rule "${name}" must be an object`, 'rules');
    }
  /** Replaces an alias's rule by its full name. */
  const named = <T extends { rule?: string; when?: unknown }>({ when, ...rest }: T): Omit<T, 'when'> => {
    if (when !== undefined) {
      const name = `${id}/${String(Object.keys(rules).length + 1)}`;
      rules[name] = when as ContextRuleSeed;
      return { ...rest, rule: name };
    }
    const inOwn = rest.rule !== undefined && rules[`${id}/${rest.rule}`] !== undefined;
    return inOwn ? { ...rest, rule: `${id}/${rest.rule}` } : rest;
  };
  const aliases: Record<string, Record<string, AliasEntry[]>> = {};
  for (const kind of ALIAS_KINDS) {
    const byLanguage = value[kind] ?? {};
    if (!isRecord(byLanguage)) {
      defect(`${kind}:`, `"${kind}" must be lists of names by language`);
      continue;
    }
    for (const [lang, list] of Object.entries(byLanguage)) {
      const entries = Array.isArray(list) ? list.flatMap(entriesOf) : [null];
      if (entries.every(isAliasEntry))
        (aliases[lang] ??= {})[kind] = entries
          .flatMap(spelledOut)
          .map((entry) => (typeof entry === 'string' ? entry : named(entry as AliasObject & { when?: unknown })));
      else defect(`${lang}:`, `"${kind}" in ${lang} must hold texts or objects with "text" or "texts"`, kind);
    }
  }
  const sign = value['sign'];
  if (sign !== undefined && !(typeof sign === 'string' && ONE_HAN.test(sign)))
    defect('sign:', '"sign" must be one character of Chinese');
  const groups = value['not'] ?? [];
  const refused: RefusedGroup[] = [];
  if (!Array.isArray(groups)) defect('not:', '"not" must be a list of phrases');
  else
    groups.forEach((group: unknown, index) => {
      const { say, texts, ...rest } = isRecord(group) ? group : {};
      if (typeof say !== 'string' || say === '' || !isTextList(texts) || texts.some(isBlank))
        defect('not:', `phrase ${String(index + 1)} of "not" must have "say" and "texts"`);
      else refused.push({ ...named(rest), entity: id, reason: say, texts: texts.flatMap(alternatives) });
    });
  return { id, yaml, aliases, refused, rules };
};

const ONE_HAN = /^\p{Script=Han}$/u;

/** Lists may be nested, so that plain names can be on one line. */
const entriesOf = (entry: unknown): unknown[] => (Array.isArray(entry) ? entry : [entry]);

/** `(Abdel/Abdul) Fattah` means both. */
const ALTERNATIVES = /\(([^()/]*\/[^()]*)\)/;

const alternatives = (text: string): string[] => {
  const found = ALTERNATIVES.exec(text);
  if (found === null) return [text];
  const [group, choices = ''] = found;
  return choices.split('/').flatMap((choice) => alternatives(text.replace(group, () => choice)));
};

/** Expands the alternatives of an entry. */
const spelledOut = (entry: AliasEntry): AliasEntry[] => {
  const texts = textsOf(entry);
  if (!texts.some((text) => ALTERNATIVES.test(text))) return [entry];
  const spelled = texts.flatMap(alternatives);
  if (typeof entry === 'string') return spelled;
  return [{ ...entry, text: spelled[0] ?? '', texts: spelled.slice(1) }];
};

const isBlank = (text: string): boolean => text.trim() === '';

const isAliasEntry = (entry: unknown): entry is AliasEntry =>
  typeof entry === 'string' ||
  (isRecord(entry) &&
    (typeof entry['text'] === 'string' || isTextList(entry['texts'])) &&
    (entry['texts'] === undefined || isTextList(entry['texts'])) &&
    (entry['when'] === undefined || isRecord(entry['when'])));
