/**
 * Word lists derived from the graph: `@near-sudan` has the names of Sudan and its graph neighbours: generals, cities,
 * adjacent states. A rule uses such a list when a name counts only in that context. `@all-leader` has the names of all
 * leaders.
 */
import type { ContextRuleSeed } from '../context/context-rule';
import { type AliasEntry, type Paradigms, entriesOf, inflect, textsOf } from './alias-seed';
import type { EntityNames } from './entity-names';

export interface Neighbour {
  readonly from: string;
  readonly to: string;
}

const PREFIX = 'near-';
const EVERY = 'all-';
const HAN = /^\p{Script=Han}/u;
/** A single Chinese character occurs in too many words. */
const HAN_MIN = 2;
/** US is a pronoun. */
const WORD_MIN = 3;

/** The lists in `named`, by name. */
export const nearLists = (
  named: Iterable<string>,
  entities: readonly EntityNames[],
  relationships: readonly Neighbour[],
  rules: Readonly<Record<string, ContextRuleSeed>>,
  paradigms: Paradigms,
): Readonly<Record<string, readonly string[]>> => {
  const stands = (entry: AliasEntry): boolean => standsAlone(entry, rules);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const lists: Record<string, readonly string[]> = {};
  for (const name of named) {
    if (name.startsWith(EVERY)) {
      const folder = `/${name.slice(EVERY.length)}/`;
      const ofType = entities.filter(({ yaml }) => yaml.source.file.includes(folder));
      if (ofType.length > 0) lists[name] = [...new Set(ofType.flatMap((one) => namesOf(one, stands, paradigms)))];
      continue;
    }
    const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
    if (!byId.has(id)) continue;
    const ids = new Set([id, ...relationships.flatMap((edge) => otherEnd(edge, id))]);
    const words = [...ids].flatMap((one) => {
      const entity = byId.get(one);
      return entity === undefined ? [] : namesOf(entity, stands, paradigms);
    });
    lists[name] = [...new Set(words)];
  }
  return lists;
};

const otherEnd = ({ from, to }: Neighbour, id: string): string[] => (from === id ? [to] : to === id ? [from] : []);

/** Whether a name counts without context; abbreviations support each other. */
const standsAlone = (entry: AliasEntry, rules: Readonly<Record<string, ContextRuleSeed>>): boolean => {
  if (typeof entry === 'string') return true;
  if (entry.case === 'upper') return true;
  if (entry.case === 'exact') return false;
  const { near, before, after } = rules[entry.rule ?? ''] ?? {};
  return near === undefined && before === undefined && after === undefined;
};

/** Names, adjectives and seats of power; not those of instruments, which occur in all market news. */
const namesOf = (
  { yaml, aliases }: EntityNames,
  stands: (entry: AliasEntry) => boolean,
  paradigms: Paradigms,
): string[] =>
  yaml.source.file.includes('/instrument/')
    ? []
    : Object.entries(aliases).flatMap(([lang, groups]) =>
        entriesOf(groups)
          .filter(stands)
          .flatMap(textsOf)
          .flatMap((text) => inflect(text, paradigms[lang] ?? {}))
          .filter((text) => text.length >= (HAN.test(text) ? HAN_MIN : WORD_MIN)),
      );
