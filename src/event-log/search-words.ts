/**
 * How a text is cut and folded for full-text search, the same for items and for what is searched, in
 * every script that is polled. The database only splits at blanks; everything that a language needs is
 * decided here:
 *
 * - case, accents, full-width forms, vowel points, tatweel and invisible characters are folded away;
 * - Arabic and Persian spellings of one letter become one; article and clitics fall off (وإيران → ايران);
 * - Hebrew one-letter prefixes and final forms fall off (בלבנון and לבנון meet);
 * - Russian and Ukrainian case endings fall off (Ирана, Ираном → иран);
 * - what follows an apostrophe falls off (Iran's, Türkiye'de), and an elided article before it (l'Iran);
 * - Chinese, Japanese and Korean are cut into characters, and found as a run of them.
 *
 * Cutting too much is harmless, as both sides are cut alike: it only lets close words meet.
 */
import { foldArabicLetters } from '../resolver/folding/arabic-letters';

/** Most folded words kept of one text, and most characters of one word. */
const WORDS_MAX = 400;
const WORD_LENGTH_MAX = 40;

/** Most runs of words in one search. */
const RUNS_MAX = 12;

/** The folded words of an item, between blanks: what is indexed. */
export const searchText = (title: string, summary: string | null): string =>
  ` ${[...cutWords(title), ...(summary === null ? [] : [BOUNDARY, ...cutWords(summary)])].join(' ')} `;

/** Between title and extract, so that no run reaches from one into the other. */
const BOUNDARY = '.';

/**
 * What is searched as runs of folded words, each between blanks: an item matches when its text holds
 * every run. Words between double quotes make one run, and so do unspaced ideographs.
 * Empty when there is nothing to search for.
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

/** The runs as a Lucene query: every run a phrase, all required. Words hold letters and digits only. */
export const luceneQuery = (runs: readonly string[]): string => runs.map((run) => `+"${run.trim()}"`).join(' ');

/** A radical (⺀) is of the script, and no letter. */
const IDEOGRAPH = /(?=[\p{L}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const isIdeograph = (word: string): boolean => IDEOGRAPH.test(word);

/** Letters with their marks, digits, and apostrophes inside a word. */
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

/** Invisible characters and tatweel; a Persian ZWNJ joins what belongs to one word. */
const UNSEEN = /[\u200B-\u200F\u2060\uFEFF\u00AD\u0640]/g;

const foldLetters = (text: string): string =>
  foldArabicLetters(
    text
      .replace(UNSEEN, '')
      .normalize('NFKD')
      .toLowerCase()
      // Й is a letter of its own; decomposed it would become И. The breve goes from both sides alike.
      .replace(/\p{M}+/gu, '')
      .replace(/[ıßæœøłđðþґךםןףץ]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC'),
  );

/** `iran's` → `iran`, `l'iran` → `iran`, `d'etat` → `etat`. */
const withoutApostrophe = (word: string): string => {
  const [head = '', ...rest] = word.split(/['’ʼ]/);
  const elided = head.length <= 2 && (rest[0]?.length ?? 0) > 2;
  // Ukrainian writes an apostrophe inside a word: п'ять, Слов'янськ.
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

/** A plural s, of words long enough to bear it. */
const stemLatin = (word: string): string =>
  word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

const CYRILLIC_ENDING =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ього|ьому|иях|ию|ии|ия|ие|ією|ів|їв|ой|ии|ыи|ая|яя|ое|ее|ые|ою|ею|ов|ев|ей|еи|ои|ам|ям|ах|ях|ом|ем|єм|ый|ий|у|ю|а|я|о|е|ы|и|і|ї|є|ь|й)$/u;

const stemCyrillic = (word: string): string => {
  if (word.length < 4) return word;
  const stemmed = word.replace(CYRILLIC_ENDING, '');
  return stemmed.length >= 3 ? stemmed : word;
};

/** Prefixes fall off one by one while at least four letters stay, so that any number of them meets none. */
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
