import { once } from '../../platform/common/group-by';
import { foldText } from '../folding/fold-text';
import { ALIAS_KINDS, inflect, textsOf, type AliasSeed } from './alias-seed';

/** `form`: occurs in texts, but is not a name by itself. */
type NameKind = 'name' | 'form' | 'demonym' | 'metonym';

export interface ListedName {
  /** In its base form. */
  readonly text: string;
  /** ISO 639-1 code. */
  readonly lang: string;
  readonly kind: NameKind;
}

/**
 * Lists the names of each entity by language and kind. A name denotes its entity by itself: names of two entities,
 * inflected cases of listed names, names after a Hebrew preposition and lower-case entries next to capitalized names
 * are forms. Compound adjectives (Irano-Iraqi), possessives and spellings that differ only in case are omitted.
 */
export const listedNames = (seed: AliasSeed): ReadonlyMap<string, readonly ListedName[]> =>
  once(cached, seed, () => namesOfSeed(seed));

const cached = new WeakMap<AliasSeed, ReadonlyMap<string, readonly ListedName[]>>();

const namesOfSeed = (seed: AliasSeed): ReadonlyMap<string, readonly ListedName[]> => {
  const listed = new Map<string, ListedName[]>();
  for (const { lang, aliases } of seed.files)
    for (const [entity, groups] of Object.entries(aliases)) {
      const known = new Map<string, ListedName>();
      for (const kinds of ALIAS_KINDS)
        for (const entry of groups[kinds] ?? []) {
          const own = kinds.slice(0, -1) as NameKind;
          const namesTwo = typeof entry !== 'string' && entry.also !== undefined;
          if (namesTwo && own !== 'name') continue;
          const kind = namesTwo ? 'form' : own;
          for (const text of textsOf(entry)) {
            const base = inflect(text, seed.paradigms[lang] ?? {})[0] ?? text;
            const folded = foldText(base);
            if (!known.has(folded) && !isPossessive(base)) known.set(folded, { text: base, lang, kind });
          }
        }
      listed.set(entity, [...(listed.get(entity) ?? []), ...withForms([...known.values()], lang)]);
    }
  return listed;
};

/** Languages with capitalized names. */
const CASED = new Set(['en', 'fr', 'tr', 'ru', 'uk']);
/** Languages with declined names. */
const DECLINED = new Set(['tr', 'ru', 'uk']);
const CAPITAL = /[\p{Lu}\d]/u;
const HEBREW_PREPOSITION = /^[ובלמכשה]{1,2}(?=\p{L}{3})/u;

/** Marks the names of one entity in one language that are forms. */
const withForms = (names: readonly ListedName[], lang: string): readonly ListedName[] => {
  const texts = names
    .filter(({ kind }) => kind === 'name')
    .map(({ text }) => text)
    .sort(byLikelyNominative);
  const hasCapitals = CASED.has(lang) && texts.some((text) => CAPITAL.test(text));
  const isForm = (text: string): boolean => {
    const before = texts.slice(0, texts.indexOf(text));
    if (hasCapitals && !CAPITAL.test(text)) return true;
    if (DECLINED.has(lang)) return before.some((other) => isCaseOf(text, other));
    return lang === 'he' && before.some((other) => bareHebrew(other) === bareHebrew(text));
  };
  return names.map((name) => (name.kind === 'name' && isForm(name.text) ? { ...name, kind: 'form' } : name));
};

/** The nominative is usually the shortest form, and of equal lengths the one with a soft sign. */
const byLikelyNominative = (left: string, right: string): number =>
  left.length - right.length || Number(right.endsWith('ь')) - Number(left.endsWith('ь'));

const bareHebrew = (text: string): string => text.replace(HEBREW_PREPOSITION, '');

/** Letters at a word's end that may differ between cases. */
const ENDING = 3;
const STEM = 3;

/** Whether two names differ only in endings, word by word. */
const isCaseOf = (left: string, right: string): boolean => {
  const [ours, theirs] = [left.toLowerCase().split(' '), right.toLowerCase().split(' ')];
  return ours.length === theirs.length && ours.every((word, index) => shareStem(word, theirs[index] ?? ''));
};

const shareStem = (left: string, right: string): boolean => {
  if (left === right) return true;
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return shared >= STEM && Math.max(left.length, right.length) - shared <= ENDING;
};

const isPossessive = (text: string): boolean => /['’]s?$/.test(text) && /^\p{Script=Latin}/u.test(text);
