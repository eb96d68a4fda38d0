/**
 * Letters with separate code points in Arabic, Persian, Kurdish and Urdu → the Arabic letter. Names, searches and dates
 * are compared in these. Letters with a hamza decompose (NFD) into letter and mark, and are not in the table.
 */
export const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ۍ: 'ي',
  ێ: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ۆ: 'و',
  ڤ: 'ف',
  ڨ: 'ق',
};

const WRITTEN = new RegExp(`[${Object.keys(ARABIC_LETTERS).join('')}]`, 'g');

export const foldArabicLetters = (text: string): string =>
  text.replace(WRITTEN, (letter) => ARABIC_LETTERS[letter] ?? letter);
