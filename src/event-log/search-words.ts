/**
 * Splits and folds text for full-text search, equally for items and queries, in every polled script. The database only
 * splits at blanks; the rest is done here:
 *
 * - case, accents, full-width forms, vowel points, tatweel and invisible characters are folded;
 * - Arabic and Persian variants of a letter become one; article and clitics are removed (وإيران → ايران);
 * - Hebrew one-letter prefixes and final forms are removed (בלבנון and לבנון match);
 * - Russian and Ukrainian case endings are removed (Ирана, Ираном → иран);
 * - suffixes after an apostrophe (Iran's, Türkiye'de) and elided articles before one (l'Iran) are removed;
 * - Chinese, Japanese and Korean are split into characters, and matched as runs of them.
 *
 * Removing too much is harmless, since both sides are treated equally: it only lets similar words match.
 */
import { foldArabicLetters } from '../resolver/folding/arabic-letters';

/** Maximum folded words per text, and characters per word. */
const WORDS_MAX = 400;
const WORD_LENGTH_MAX = 40;

const RUNS_MAX = 12;

/** The indexed text of an item: folded words between blanks. */
export const searchText = (title: string, summary: string | null): string =>
  ` ${[...cutWords(title), ...(summary === null ? [] : [BOUNDARY, ...cutWords(summary)])].join(' ')} `;

/** Separates title and extract, so that no run spans both. */
const BOUNDARY = '.';

/**
 * Splits a query into runs of folded words between blanks: an item must contain every run. Words in double quotes are
 * one run, as are unspaced ideographs. Empty without words.
 */
export const searchRuns = (query: string): string[] => {
  const runs: string[] = [];
  for (const [, quoted, plain] of query.matchAll(/"([^"]*)"|([^\s"]+)/g))
    runs.push(...runsOf(quoted ?? plain ?? '', quoted !== undefined));
  return [...new Set(runs)].slice(0, RUNS_MAX);
};

const runsOf = (text: string, whole: boolean): string[] => {
  const words = cutWords(text);
  if (words.length === 0) return [];
  if (whole || words.every(isIdeograph)) return [` ${words.join(' ')} `];
  const runs: string[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last !== undefined && isIdeograph(word) && isIdeograph(last[0] ?? '')) last.push(word);
    else runs.push([word]);
  }
  return runs.map((run) => ` ${run.join(' ')} `);
};

/** A Lucene query of required phrases. Words have letters and digits only. */
export const luceneQuery = (runs: readonly string[]): string => runs.map((run) => `+"${run.trim()}"`).join(' ');

/** A radical (⺀) is of the script, but not a letter. */
const IDEOGRAPH = /(?=[\p{L}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const isIdeograph = (word: string): boolean => IDEOGRAPH.test(word);

/** Letters with marks, digits, and apostrophes inside a word. */
const WORD = new RegExp(
  `${IDEOGRAPH.source}|(?:(?!${IDEOGRAPH.source})[\\p{L}\\p{N}])+(?:['’ʼ](?:(?!\\p{sc=Han})[\\p{L}\\p{N}])+)*`,
  'gu',
);

const cutWords = (text: string): string[] => {
  const words: string[] = [];
  for (const [written] of foldLetters(text).matchAll(WORD)) {
    const word = stem(withoutApostrophe(written));
    if (word === '') continue;
    words.push(word.slice(0, WORD_LENGTH_MAX));
    if (words.length === WORDS_MAX) break;
  }
  return words;
};

const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ґ: 'г',
  // Hebrew final forms.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

/** Invisible characters and tatweel; a Persian ZWNJ joins parts of one word. */
const UNSEEN = /[\u200B-\u200F\u2060\uFEFF\u00AD\u0640]/g;

const foldLetters = (text: string): string =>
  foldArabicLetters(
    text
      .replace(UNSEEN, '')
      .normalize('NFKD')
      .toLowerCase()
      // Й would decompose to И; both sides lose the breve alike.
      .replace(/\p{M}+/gu, '')
      .replace(/[ıßæœøłđðþґךםןףץ]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC'),
  );

/** `iran's` → `iran`, `l'iran` → `iran`, `d'etat` → `etat`. */
const withoutApostrophe = (word: string): string => {
  const [head = '', ...rest] = word.split(/['’ʼ]/);
  const elided = head.length <= 2 && (rest[0]?.length ?? 0) > 2;
  // Ukrainian has apostrophes inside words: п'ять, Слов'янськ.
  if (/^\p{sc=Cyrillic}/u.test(head)) return [head, ...rest].join('');
  return elided ? (rest[0] ?? '') : head;
};

const stem = (word: string): string => {
  const code = word.codePointAt(0) ?? 0;
  if (code >= 0x0400 && code < 0x0530) return stemCyrillic(word);
  if (code >= 0x0590 && code < 0x0600) return stemHebrew(word);
  if (code >= 0x0600 && code < 0x0700) return stemArabic(word);
  return stemLatin(word);
};

const stemLatin = (word: string): string =>
  word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

const CYRILLIC_ENDING =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ього|ьому|иях|ию|ии|ия|ие|ією|ів|їв|ой|ии|ыи|ая|яя|ое|ее|ые|ою|ею|ов|ев|ей|еи|ои|ам|ям|ах|ях|ом|ем|єм|ый|ий|у|ю|а|я|о|е|ы|и|і|ї|є|ь|й)$/u;

const stemCyrillic = (word: string): string => {
  if (word.length < 4) return word;
  const stemmed = word.replace(CYRILLIC_ENDING, '');
  return stemmed.length >= 3 ? stemmed : word;
};

/** Removes prefixes one by one while at least four letters remain, so that any number of them matches none. */
const stemHebrew = (word: string): string => {
  let stemmed = word;
  while (stemmed.length >= 5 && /^[והבלכמש]/.test(stemmed)) stemmed = stemmed.slice(1);
  return stemmed;
};

const stemArabic = (word: string): string => {
  let stemmed = word;
  if (stemmed.length >= 5) stemmed = stemmed.replace(/^و(?=\p{L}{4})/u, '');
  if (stemmed.length >= 5) stemmed = stemmed.replace(/^(?:[بكف]?ال|لل)(?=\p{L}{3})/u, '');
  return stemmed;
};
