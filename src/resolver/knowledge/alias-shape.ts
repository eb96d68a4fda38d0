/**
 * The shape of the files of seed/aliases, looked at before anything reads them: a file that lacks a
 * member, or holds a list where an object is due, is named with the line at which it goes wrong.
 */
import type { SeedDefect, SeedText } from './seed-defect';

const GROUPS = ['names', 'demonyms', 'metonyms'];

/** Defects of a file with the aliases of one language. */
export const languageFileDefects = (source: SeedText, data: unknown): readonly SeedDefect[] => {
  const at = (needle: string, message: string): SeedDefect => defectAt(source, needle, message);
  if (!isRecord(data)) return [at('', 'must be an object with "lang" and "aliases"')];
  if (typeof data['lang'] !== 'string') return [at('"lang"', 'lacks "lang", the ISO 639-1 code')];
  const aliases = data['aliases'];
  if (!isRecord(aliases)) return [at('"aliases"', 'lacks "aliases", an object of entities')];
  return Object.entries(aliases).flatMap(([entity, groups]) => {
    const key = JSON.stringify(entity);
    if (!isRecord(groups)) return [at(key, `${key} must be an object with names`)];
    return Object.entries(groups).flatMap(([group, entries]) => {
      if (!GROUPS.includes(group)) return [at(key, `${key} has an unknown member: "${group}"`)];
      if (!Array.isArray(entries)) return [at(key, `"${group}" of ${key} must be a list`)];
      return entries.every(isAliasEntry)
        ? []
        : [at(key, `"${group}" of ${key} must hold texts or objects with "text" or "texts"`)];
    });
  });
};

/** Defects of refused.json: every group names an entity that exists, a reason and its texts. */
export const refusedDefects = (
  source: SeedText,
  data: unknown,
  entityIds: ReadonlySet<string>,
  rules: ReadonlySet<string>,
): readonly SeedDefect[] => {
  if (!Array.isArray(data)) return [defectAt(source, '', 'must be a list of groups')];
  return data.flatMap((group: unknown, index) => {
    const at = (needle: string, message: string): SeedDefect =>
      defectAt(source, needle, `group ${String(index + 1)} ${message}`);
    if (!isRecord(group)) return [at('', 'must be an object')];
    const { entity, reason, texts, rule } = group;
    if (typeof reason !== 'string' || reason === '') return [at('', 'lacks a reason')];
    const needle = JSON.stringify(reason);
    if (typeof entity !== 'string' || !entityIds.has(entity))
      return [at(needle, `names no entity: ${JSON.stringify(entity)}`)];
    if (!isTextList(texts)) return [at(needle, 'lacks texts')];
    if (texts.some((text) => text.trim() === '')) return [at(needle, 'holds an empty text')];
    return typeof rule === 'string' && !rules.has(rule)
      ? [at(needle, `names a rule that does not exist: "${rule}"`)]
      : [];
  });
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const isAliasEntry = (entry: unknown): boolean =>
  typeof entry === 'string' ||
  (isRecord(entry) &&
    (typeof entry['text'] === 'string' || isTextList(entry['texts'])) &&
    (entry['texts'] === undefined || isTextList(entry['texts'])));

const defectAt = ({ file, text }: SeedText, needle: string, message: string): SeedDefect => {
  const at = needle === '' ? -1 : text.indexOf(needle);
  return { file, line: at === -1 ? 1 : text.slice(0, at).split('\n').length, message };
};
