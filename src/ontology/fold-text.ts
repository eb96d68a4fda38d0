/**
 * Folding: what makes two spellings of one name the same, unit by unit, so that offsets survive.
 *
 * In goes one UTF-16 unit, out comes one: lower case, without its diacritic, half-width, simplified
 * Chinese, one form of each Arabic letter, one apostrophe, one hyphen. Marks and invisible characters
 * fold to nothing. Tables of 65,536 entries make it a lookup, which the resolver does while it walks.
 *
 * A few characters need more than one unit (HTML entities, ligatures, letters outside the basic plane,
 * letters followed by combining marks). {@link normalize} rewrites these first and keeps a map back.
 */
import { TRADITIONAL_TO_SIMPLIFIED } from './han-variants';

/** Folds to nothing: combining marks, zero-width characters, tatweel, niqqud, harakat. */
export const IGNORED = 0;
/** Every space, hyphen and dash folds to one separator. */
export const SEPARATOR = 0x20;
/** Parts words in Arabic script and nothing elsewhere, hence kept apart. */
export const ZWNJ = 0x200c;

/** Flags of a UTF-16 unit, see {@link KIND}. */
export const LETTER = 1;
export const HAN = 2;
export const HEBREW = 4;
export const ARABIC = 8;
export const UPPER = 16;
/** Only {@link normalize} can handle it: `&`, ligatures, some surrogates, combining marks. */
export const COMPLEX = 32;
export const MARK = 64;
export const DIGIT = 128;

const BY_HAND: Readonly<Record<string, string>> = {
  // Latin letters that do not decompose
  ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ə: 'e',
  // Cyrillic: the letters that writers interchange
  ё: 'е', ѓ: 'г', ќ: 'к',
  // Arabic and Persian forms of one letter
  ك: 'ک', ي: 'ی', ى: 'ی', ئ: 'ی', ې: 'ی', ۍ: 'ی', أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ؤ: 'و', ة: 'ه', ۀ: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه',
  ڤ: 'ف', ڨ: 'ق', ۆ: 'و', ێ: 'ی',
  '«': '"', '»': '"',
}; // prettier-ignore

const APOSTROPHES = "'’‘‛ʼʹ′`´׳＇ʻˈ";
const QUOTES = '"“”„‟״″＂';
const SPACES = /[\p{Zs}\t\r\n\f\v\u2028\-\u2010-\u2015\u2212\u2043\u05BE\uFE58\uFE63\uFF0D]/u;
const NOTHING =
  /[\p{Mn}\p{Me}\u00AD\u034F\u061C\u0640\u180E\u200B\u200D\u200E\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/u;

/** Composed letters that stay as they are: й and ї are letters of their own, not и and і with a mark. */
const KEPT = new Set('йЙїЇґҐўЎ');

const foldOne = (unit: number): number => {
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
  return (BY_HAND[folded] ?? folded).charCodeAt(0);
};

const isComplex = (unit: number, char: string): boolean =>
  char === '&' ||
  (unit >= 0x0300 && unit <= 0x036f) ||
  unit === 0xd835 ||
  (unit >= 0xfb00 && unit <= 0xfb06) ||
  (((unit >= 0xfb50 && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefc)) &&
    char.normalize('NFKC').length > 1);

const kindOf = (unit: number): number => {
  const char = String.fromCharCode(unit);
  let kind = isComplex(unit, char) ? COMPLEX : 0;
  if (NOTHING.test(char)) return kind | MARK;
  if (/\p{N}/u.test(char)) kind |= LETTER | DIGIT;
  if (/[\p{L}\p{Mc}]/u.test(char)) kind |= LETTER;
  if (/\p{Lu}/u.test(char)) kind |= UPPER;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(char)) kind |= HAN;
  // The lead of a pair outside the basic plane that holds rare Chinese characters.
  if (unit >= 0xd840 && unit <= 0xd87f) kind |= LETTER | HAN;
  if (/\p{Script=Hebrew}/u.test(char)) kind |= HEBREW;
  if (/\p{Script=Arabic}/u.test(char)) kind |= ARABIC;
  return kind;
};

const foldedOnce = Uint16Array.from({ length: 65536 }, (_, unit) => foldOne(unit));
/** Unit → folded unit. Followed to its end, so that folding twice changes nothing. */
export const FOLD: Uint16Array = foldedOnce.map((folded) => foldedOnce[folded] ?? IGNORED);
/** Unit → flags. */
export const KIND: Uint8Array = Uint8Array.from({ length: 65536 }, (_, unit) => kindOf(unit));

/**
 * The folded form of a name or word: what two spellings share. Runs of separators become one, outer
 * ones go. Folding twice changes nothing.
 */
export const foldText = (text: string): string => {
  const source = needsNormalizing(text) ? normalize(text).text : text;
  let folded = '';
  let pending = false;
  for (let at = 0; at < source.length; at++) {
    let unit = FOLD[source.charCodeAt(at)] ?? IGNORED;
    if (unit === IGNORED) continue;
    if (unit === ZWNJ) {
      if (!partsWords(source, at)) continue;
      unit = SEPARATOR;
    }
    if (unit === SEPARATOR) {
      pending = folded !== '';
      continue;
    }
    if (pending) folded += ' ';
    pending = false;
    folded += String.fromCharCode(unit);
  }
  return folded;
};

/** Whether a zero-width non-joiner stands between letters of Arabic script, where it parts words. */
const partsWords = (text: string, at: number): boolean =>
  ((KIND[text.charCodeAt(at - 1)] ?? 0) & ARABIC) !== 0;

const needsNormalizing = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    if (((KIND[text.charCodeAt(at)] ?? 0) & COMPLEX) !== 0) return true;
  }
  return false;
};

/** A text rewritten so that each unit folds on its own, with the way back to the original. */
export interface Normalized {
  readonly text: string;
  /** Start in the original of each unit of `text`, and one more: the original's length. */
  readonly starts: Int32Array;
  /** End in the original of each unit of `text`. */
  readonly ends: Int32Array;
}

/** Units of the longest entity that is read. */
const ENTITY_MAX = 11;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', shy: '\u00AD', zwnj: '\u200C', zwj: '\u200D',
  lrm: '\u200E', rlm: '\u200F', rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', laquo: '«', raquo: '»', ndash: '–',
  mdash: '—', hellip: '…', middot: '·', eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', agrave: 'à', acirc: 'â',
  ccedil: 'ç', ocirc: 'ô', ouml: 'ö', uuml: 'ü', iuml: 'ï', icirc: 'î', ugrave: 'ù', ucirc: 'û', aacute: 'á',
  iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', Eacute: 'É', auml: 'ä', szlig: 'ß', bull: '•', pound: '£', euro: '€',
}; // prettier-ignore
/** A letter carries at most this many marks in any orthography; more are noise and fold away. */
const MARKS_MAX = 4;

/** The character that an HTML entity at `at` stands for, and its length there. Twice escaped is read twice. */
const readEntity = (
  text: string,
  at: number,
  escapedTwice = false,
): { char: string; length: number } | null => {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const code =
    match[1] !== undefined
      ? Number(match[1])
      : match[2] !== undefined
        ? parseInt(match[2], 16)
        : null;
  const named = match[3] === undefined ? undefined : NAMED[match[3]];
  const char =
    named ?? (code !== null && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null);
  if (char === null) return null;
  if (char === '&' && !escapedTwice) {
    const inner = readEntity(
      `&${text.slice(at + match[0].length, at + match[0].length + ENTITY_MAX)}`,
      0,
      true,
    );
    if (inner !== null) return { char: inner.char, length: match[0].length + inner.length - 1 };
  }
  return { char, length: match[0].length };
};

/** Rewrites HTML entities, ligatures, styled letters and decomposed letters. Time grows with the text only. */
export const normalize = (text: string): Normalized => {
  const map = new OffsetMap(text.length + 64);
  let rewritten = '';
  let at = 0;
  while (at < text.length) {
    const plainEnd = endOfPlain(text, at);
    if (plainEnd > at) {
      rewritten += text.slice(at, plainEnd);
      map.copy(at, plainEnd);
      at = plainEnd;
      continue;
    }
    const entity = text.charCodeAt(at) === 0x26 ? readEntity(text, at) : null;
    const char = entity?.char ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    let next = at + (entity?.length ?? char.length);
    let cluster = char;
    while (cluster.length <= MARKS_MAX && isCombining(text.charCodeAt(next))) {
      cluster += text.charAt(next++);
    }
    const piece = compose(cluster);
    rewritten += piece;
    map.add(piece.length, at, next);
    at = next;
  }
  return { text: rewritten, ...map.arrays(text.length) };
};

/** End of the run from `from` that needs no rewriting; a letter before a combining mark does need it. */
const endOfPlain = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && ((KIND[text.charCodeAt(at)] ?? 0) & COMPLEX) === 0) at++;
  if (at === from || !isCombining(text.charCodeAt(at))) return at;
  const pair = at - from >= 2 && isLowSurrogate(text.charCodeAt(at - 1));
  return at - (pair ? 2 : 1);
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Where each rewritten unit stood in the original. */
class OffsetMap {
  private starts: Int32Array;
  private ends: Int32Array;
  private length = 0;

  constructor(capacity: number) {
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  /** Units that stayed as they are. */
  copy(from: number, to: number): void {
    this.reserve(to - from);
    for (let at = from; at < to; at++) {
      this.starts[this.length] = at;
      this.ends[this.length++] = at + 1;
    }
  }

  /** `count` units for what stood at `[start, end)`. */
  add(count: number, start: number, end: number): void {
    this.reserve(count);
    for (let unit = 0; unit < count; unit++) {
      this.starts[this.length] = start;
      this.ends[this.length++] = end;
    }
  }

  arrays(originalLength: number): { starts: Int32Array; ends: Int32Array } {
    this.add(1, originalLength, originalLength);
    return { starts: this.starts.slice(0, this.length), ends: this.ends.slice(0, this.length - 1) };
  }

  private reserve(count: number): void {
    if (this.length + count <= this.starts.length) return;
    const larger = (array: Int32Array): Int32Array => {
      const grown = new Int32Array((this.length + count) * 2);
      grown.set(array);
      return grown;
    };
    this.starts = larger(this.starts);
    this.ends = larger(this.ends);
  }
}

const isCombining = (unit: number): boolean => unit >= 0x0300 && unit <= 0x036f;

/** One composed character where there is one; compatibility forms only where the table says so. */
const compose = (cluster: string): string => {
  const composed = cluster.normalize('NFC');
  const first = composed.charCodeAt(0);
  const complex = ((KIND[first] ?? 0) & COMPLEX) !== 0 && first !== 0x26 && !isCombining(first);
  return complex ? composed.normalize('NFKC') : composed;
};
