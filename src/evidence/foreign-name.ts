/**
 * Names that the ontology does not know, across scripts: `Huliaipole` in a question is `Гуляйполе` in an item.
 *
 * A name is reduced to the skeleton of its consonants, with those that languages write for each other made one
 * (b, p, f and v; k, g, q, h and kh; s, z, sh and ts; t and d). A skeleton of four consonants or more rarely belongs
 * to another word. Chinese writes no consonants: names in Han characters are not found this way.
 */
import { foldedText } from './word-list';

const LATIN: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'p',
  f: 'p',
  v: 'p',
  w: '',
  k: 'k',
  g: 'k',
  q: 'k',
  h: '',
  x: 'ks',
  c: 'k',
  j: 's',
  s: 's',
  z: 's',
  t: 't',
  d: 't',
  l: 'l',
  m: 'm',
  n: 'n',
  r: 'r',
};
const CYRILLIC: Readonly<Record<string, string>> = {
  б: 'p',
  п: 'p',
  ф: 'p',
  в: 'p',
  к: 'k',
  г: 'k',
  ґ: 'k',
  х: 'k',
  ж: 's',
  з: 's',
  с: 's',
  ц: 's',
  ч: 's',
  ш: 's',
  щ: 's',
  т: 't',
  д: 't',
  л: 'l',
  м: 'm',
  н: 'n',
  р: 'r',
};
const ARABIC: Readonly<Record<string, string>> = {
  ب: 'p',
  پ: 'p',
  ف: 'p',
  ک: 'k',
  ك: 'k',
  گ: 'k',
  ق: 'k',
  غ: 'k',
  خ: 'k',
  س: 's',
  ش: 's',
  ز: 's',
  ص: 's',
  ج: 's',
  چ: 's',
  ژ: 's',
  ض: 's',
  ث: 's',
  ح: 'k',
  ت: 't',
  ط: 't',
  د: 't',
  ذ: 't',
  ظ: 't',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ر: 'r',
};
const HEBREW: Readonly<Record<string, string>> = {
  ב: 'p',
  פ: 'p',
  ף: 'p',
  ק: 'k',
  ג: 'k',
  כ: 'k',
  ך: 'k',
  ח: 'k',
  ס: 's',
  ש: 's',
  ז: 's',
  צ: 's',
  ץ: 's',
  ט: 't',
  ת: 't',
  ד: 't',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ר: 'r',
};

const CONSONANTS = { ...LATIN, ...CYRILLIC, ...ARABIC, ...HEBREW };
const DIGRAPHS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|tch|zh|sh|ch|ts|tz/g, 's'],
  [/kh|gh|ck/g, 'k'],
  [/ph/g, 'p'],
  [/th|dh/g, 't'],
];
export const SKELETON_MIN = 4;

/** The consonants of one folded word in the letters that stand for their class; empty for Han characters. */
export const skeletonOf = (word: string): string => {
  // Ukrainian Г is written H in Latin letters, and Russian G: at the head of a name both are sounded.
  let latin = word.replace(/^h/, 'k');
  for (const [digraph, letter] of DIGRAPHS) latin = latin.replace(digraph, letter);
  let skeleton = '';
  for (const char of latin) {
    const letter = CONSONANTS[char] ?? '';
    if (letter !== skeleton.slice(-1)) skeleton += letter;
  }
  return skeleton;
};

/**
 * Skeletons by word that may be a name, and by two such words that stand side by side, made when they are first asked for:
 * most items are compared with no such name. Where a script has small letters, a name begins with a capital.
 */
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

/** Whether a word of the skeleton `other` may write this name: the same, with at most two consonants of an ending behind it. */
export const writesName = (skeleton: string, other: string): boolean =>
  other.startsWith(skeleton) && other.length <= skeleton.length + 2;
