/**
 * Matches names missing from the ontology across scripts: `Huliaipole` in a question is `Гуляйполе` in an item.
 *
 * A name is reduced to its skeleton of consonants, with commonly interchanged ones merged (b, p, f and v; k, g, q, h
 * and kh; s, z, sh and ts; t and d). A skeleton of four or more consonants is rarely ambiguous. Chinese has no
 * consonants: such names are not found this way.
 */
import { foldedText } from './word-list';

/** By merged consonant: its letters of the Latin, Cyrillic, Arabic and Hebrew scripts. Other letters are silent. */
const LETTERS = {
  p: 'bpfvбпфвبپفבפף',
  k: 'kgqcкгґхکكگقغخحקגכךח',
  s: 'jszжзсцчшщسشزصجچژضثסשזצץ',
  t: 'tdтдتطدذظטתד',
  l: 'lлلל',
  m: 'mмمמם',
  n: 'nнنנן',
  r: 'rрرר',
  ks: 'x',
};

const CONSONANTS: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([merged, letters]) => Array.from(letters, (letter) => [letter, merged] as const)),
);

const DIGRAPHS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|tch|zh|sh|ch|ts|tz/g, 's'],
  [/kh|gh|ck/g, 'k'],
  [/ph/g, 'p'],
  [/th|dh/g, 't'],
];
export const SKELETON_MIN = 4;

/** The merged consonants of a folded word; empty for Chinese. */
export const skeletonOf = (word: string): string => {
  // Ukrainian Г is romanized H, and Russian Г is G: at the start of a name both are sounded.
  let latin = word.replace(/^h/, 'k');
  for (const [digraph, letter] of DIGRAPHS) latin = latin.replace(digraph, letter);
  let skeleton = '';
  for (const char of latin) {
    const letter = CONSONANTS.get(char) ?? '';
    if (letter !== skeleton.slice(-1)) skeleton += letter;
  }
  return skeleton;
};

/** Skeletons of names (capitalized where the script has case) and of adjacent pairs, on demand: few are needed. */
export const skeletonsOf = (texts: readonly string[], lang: string): (() => ReadonlyMap<string, string>) => {
  let made: ReadonlyMap<string, string> | null = null;
  return () => (made ??= new Map(texts.flatMap((text) => namesOf(text, lang)).map((word) => [word, skeletonOf(word)])));
};

const WORD = /[\p{L}\p{N}]+/gu;
const SMALL = /^\p{Ll}/u;

const namesOf = (text: string, lang: string): string[] => {
  const words = [...text.matchAll(WORD)].map(([word]) => (SMALL.test(word) ? [] : foldedText(word, lang).words.flat()));
  const pairs = words
    .slice(1)
    .flatMap((after, at) => (after[0] === undefined ? [] : (words[at] ?? []).map((one) => one + (after[0] ?? ''))));
  return [...words.flat(), ...pairs];
};

/** Whether the skeleton `other` may be this name, with at most two consonants of a suffix. */
export const writesName = (skeleton: string, other: string): boolean =>
  other.startsWith(skeleton) && other.length <= skeleton.length + 2;

/** A shorter skeleton is too ambiguous. */
export const isWrittenBy = (skeleton: string, other: string): boolean =>
  skeleton.length >= SKELETON_MIN && writesName(skeleton, other);
