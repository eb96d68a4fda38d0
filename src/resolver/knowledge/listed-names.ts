import { foldText } from '../folding/fold-text';
import { ALIAS_KINDS, inflect, textsOf, type AliasSeed } from './alias-seed';

/** `form`: what a text may hold besides, which by itself is no name of the entity. */
type NameKind = 'name' | 'form' | 'demonym' | 'metonym';

export interface ListedName {
  /** In its base form. */
  readonly text: string;
  /** ISO 639-1 code. */
  readonly lang: string;
  readonly kind: NameKind;
}

/**
 * How each entity is written, language by language, once for each kind. A name stands for its entity by itself: what
 * names two at once, another case of a name in the list, the name behind a Hebrew preposition and what begins
 * small beside names with capitals are forms. Adjectives of two (Irano-Iraqi), possessives and spellings that differ
 * in case alone are left out.
 */
export const listedNames = (seed: AliasSeed): ReadonlyMap<string, readonly ListedName[]> => {
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

/** Languages that write names with a capital. */
const CASED = new Set(['en', 'fr', 'tr', 'ru', 'uk']);
/** Languages whose names end otherwise in each case. */
const DECLINED = new Set(['tr', 'ru', 'uk']);
const CAPITAL = /[\p{Lu}\d]/u;
const HEBREW_PREPOSITION = /^[ובלמכשה]{1,2}(?=\p{L}{3})/u;

/** The names of one entity in one language, with those that are none told apart. */
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

/** The nominative is as a rule the shortest form, and of two as long the one with a soft sign. */
const byLikelyNominative = (left: string, right: string): number =>
  left.length - right.length || Number(right.endsWith('ь')) - Number(left.endsWith('ь'));

const bareHebrew = (text: string): string => text.replace(HEBREW_PREPOSITION, '');

/** How many letters at the end of a word may tell its cases apart. */
const ENDING = 3;
const STEM = 3;

/** Whether two names agree word by word in all but the endings. */
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
