/**
 * Folding tables: the folded form and the kind of each UTF-16 unit.
 *
 * One unit maps to one: lower case, no diacritics, half-width, simplified Chinese, one form of each Arabic letter, one
 * apostrophe, one hyphen. Marks and invisible characters are ignored. Tables of 65,536 entries make it a lookup.
 */
import { ARABIC_LETTERS } from './arabic-letters';
import { TRADITIONAL_TO_SIMPLIFIED } from './han-variants';
import { CHAIN_PLACE } from './letter-prefix';

/** Ignored: combining marks, zero-width characters, tatweel, niqqud, harakat. */
export const IGNORED = 0;
/** Every space, hyphen and dash. */
export const SEPARATOR = 0x20;
/** Separates words in Arabic script only, so it is kept. */
export const ZWNJ = 0x200c;

/** Flags of a UTF-16 unit, see {@link KIND}. */
export const LETTER = 1;
export const HAN = 2;
const HEBREW = 4;
export const ARABIC = 8;
export const UPPER = 16;
/** Letters that other writers spell with two. */
export const TWO_LETTERS: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'OE', æ: 'ae', Æ: 'AE', ß: 'ss', ẞ: 'SS' };

/** Needs `normalize`: `&`, ligatures, some surrogates, combining marks. */
export const COMPLEX = 32;
export const MARK = 64;
const DIGIT = 128;

const BY_HAND: Readonly<Record<string, string>> = {
  ...ARABIC_LETTERS,
  // Latin letters that do not decompose
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ə: 'e',
  // Cyrillic: the letters that writers interchange
  ё: 'е',
  ѓ: 'г',
  ќ: 'к',
  '«': '"',
  '»': '"',
};

const APOSTROPHES = "'’‘‛ʼʹ′`´׳＇ʻˈ";
const QUOTES = '"“”„‟״″＂';
const SPACES = /[\p{Zs}\t\r\n\f\v\u2028\-\u2010-\u2015\u2212\u2043\u05BE\uFE58\uFE63\uFF0D]/u;
const NOTHING =
  /[\p{Mn}\p{Me}\u00AD\u034F\u061C\u0640\u180E\u200B\u200D\u200E\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/u;

/** Composed letters that are kept: й and ї are letters, not и and і with a mark. */
const KEPT = new Set('йЙїЇґҐўЎ');

/** Ideographs, surrogates and private use: more than half of all units. Only traditional ideographs fold. */
const isIdeograph = (unit: number): boolean => unit >= 0x4e00 && unit <= 0x9fff;
const isUnassigned = (unit: number): boolean => unit >= 0xd800 && unit <= 0xf8ff;

const foldOne = (unit: number): number => {
  if (isIdeograph(unit)) return TRADITIONAL_TO_SIMPLIFIED.get(unit) ?? unit;
  if (isUnassigned(unit)) return unit;
  const char = String.fromCharCode(unit);
  if (NOTHING.test(char)) return IGNORED;
  if (unit === ZWNJ) return ZWNJ;
  if (SPACES.test(char)) return SEPARATOR;
  if (APOSTROPHES.includes(char)) return 0x27;
  if (QUOTES.includes(char)) return 0x22;
  const simplified = TRADITIONAL_TO_SIMPLIFIED.get(unit);
  if (simplified !== undefined) return simplified;
  let folded = char;
  const compatible = char.normalize('NFKC');
  if (compatible.length === 1) folded = compatible;
  folded = folded.toLowerCase().charAt(0);
  if (!KEPT.has(folded)) folded = folded.normalize('NFD').charAt(0);
  // Of a variant of æ (ᴭ, ǽ) the first letter.
  return (BY_HAND[folded] ?? TWO_LETTERS[folded] ?? folded).charCodeAt(0);
};

const isComplex = (unit: number, char: string): boolean =>
  char === '&' ||
  char in TWO_LETTERS ||
  (unit >= 0x0300 && unit <= 0x036f) ||
  unit === 0xd835 ||
  (unit >= 0xfb00 && unit <= 0xfb06) ||
  (((unit >= 0xfb50 && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefc)) && char.normalize('NFKC').length > 1);

const kindOf = (unit: number): number => {
  if (isIdeograph(unit)) return LETTER | HAN;
  const char = String.fromCharCode(unit);
  let kind = isComplex(unit, char) ? COMPLEX : 0;
  if (NOTHING.test(char)) return kind | MARK;
  if (/\p{N}/u.test(char)) kind |= LETTER | DIGIT;
  if (/[\p{L}\p{Mc}]/u.test(char)) kind |= LETTER;
  if (/\p{Lu}/u.test(char)) kind |= UPPER;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(char)) kind |= HAN;
  // High surrogates of rare Chinese characters.
  if (unit >= 0xd840 && unit <= 0xd87f) kind |= LETTER | HAN;
  if (/\p{Script=Hebrew}/u.test(char)) kind |= HEBREW;
  if (/\p{Script=Arabic}/u.test(char)) kind |= ARABIC;
  return kind;
};

const foldedOnce = Uint16Array.from({ length: 65536 }, (_, unit) => foldOne(unit));
/** Unit → folded unit. Idempotent. */
export const FOLD: Uint16Array = foldedOnce.map((folded) => foldedOnce[folded] ?? IGNORED);
/** Unit → flags. */
export const KIND: Uint8Array = Uint8Array.from({ length: 65536 }, (_, unit) => kindOf(unit));

/** Mask of the folded unit in {@link TRAITS}; the flags are above it. */
export const FOLDED = 0xffff;
const KIND_SHIFT = 16;
export const IS_LETTER = LETTER << KIND_SHIFT;
export const IS_HAN = HAN << KIND_SHIFT;
export const IS_HEBREW = HEBREW << KIND_SHIFT;
export const IS_ARABIC = ARABIC << KIND_SHIFT;
export const IS_UPPER = UPPER << KIND_SHIFT;
export const IS_MARK = MARK << KIND_SHIFT;
export const IS_DIGIT = DIGIT << KIND_SHIFT;
export const IS_COMPLEX = COMPLEX << KIND_SHIFT;
/** May be a one-letter word attached to the next one in Hebrew or Arabic. */
export const IS_PREFIX = 1 << 26;
/** Not a letter but significant: `#`, `@`, and units that may need normalization. */
export const IS_SIGN = 1 << 25;
/** A mark, a `COMPLEX` unit, or one that folds to another kind. */
export const IS_ODD = 1 << 24;
/** A letter neither Chinese nor odd, as most units are: the sign bit, so that one comparison tests it. */
const IS_PLAIN = 1 << 31;

const isOdd = (folded: number, unit: number): boolean => {
  const kind = KIND[unit] ?? 0;
  const changed = (kind ^ (KIND[folded] ?? 0)) & (LETTER | HAN);
  return (kind & (MARK | COMPLEX)) !== 0 || folded === IGNORED || unit === ZWNJ || changed !== 0;
};

const isPlain = (folded: number, unit: number): boolean =>
  ((KIND[unit] ?? 0) & (LETTER | HAN)) === LETTER && !isOdd(folded, unit);

const isSign = (unit: number): boolean => {
  const kind = KIND[unit] ?? 0;
  return unit === 0x23 || unit === 0x24 || unit === 0x40 || ((kind & COMPLEX) !== 0 && (kind & LETTER) === 0);
};

/** Unit → folded unit and flags in one integer, for one lookup per unit. Negative: a letter neither Chinese nor odd. */
export const TRAITS: Int32Array = Int32Array.from(
  FOLD,
  (folded, unit) =>
    folded |
    ((KIND[unit] ?? 0) << KIND_SHIFT) |
    (isOdd(folded, unit) ? IS_ODD : 0) |
    (isPlain(folded, unit) ? IS_PLAIN : 0) |
    (isSign(unit) ? IS_SIGN : 0) |
    (CHAIN_PLACE[unit] === 0 ? 0 : IS_PREFIX),
);
