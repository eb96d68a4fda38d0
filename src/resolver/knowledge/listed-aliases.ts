import { inflect, textsOf, type AliasSeed } from './alias-seed';
import { foldText } from '../folding/fold-text';

/**
 * The aliases of each entity as people list them: its names in every language, each in its base form.
 * What only a reader of running text needs is left out: inflected forms, adjectives and inhabitants,
 * seats of power, spellings that differ in case alone.
 */
export const listedAliases = (seed: AliasSeed): ReadonlyMap<string, readonly string[]> => {
  const listed = new Map<string, Map<string, string>>();
  for (const { lang, aliases } of seed.files)
    for (const [entity, { names = [] }] of Object.entries(aliases)) {
      const known = listed.get(entity) ?? new Map<string, string>();
      listed.set(entity, known);
      for (const text of names.flatMap(textsOf)) {
        const base = baseForm(text, seed.paradigms[lang] ?? {});
        const folded = foldText(base);
        if (!known.has(folded) && !isPossessive(base)) known.set(folded, base);
      }
    }
  return new Map([...listed].map(([entity, known]) => [entity, [...known.values()]]));
};

/** The first case of a paradigm is the nominative. */
const baseForm = (text: string, classes: Readonly<Record<string, readonly string[]>>): string =>
  inflect(text, classes)[0] ?? text;

const isPossessive = (text: string): boolean => /['’]s?$/.test(text) && /^\p{Script=Latin}/u.test(text);
