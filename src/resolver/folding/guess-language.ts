/** Guesses a text's language by its letters, to choose between conditions on one spelling; null when doubtful. */

const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[\u0590-\u05ff]/, 'he'],
  [/[\u4e00-\u9fff]/, 'zh'],
  [/[پچژگک\u06cc]/, 'fa'],
  [/[ةيىأإؤئك]|ال/, 'ar'],
  [/[іїєґ]/i, 'uk'],
  [/[ыэёъ]/i, 'ru'],
  [/[ğışİ]/, 'tr'],
];

/** ISO 639-1, or ''. Reads the first thousand units. */
export const guessLanguage = (text: string): string => {
  const head = text.slice(0, 1000);
  return LETTERS.find(([letters]) => letters.test(head))?.[1] ?? '';
};
