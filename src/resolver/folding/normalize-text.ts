/* eslint-disable @typescript-eslint/no-non-null-assertion -- tables and pieces are read within their bounds */
/** Normalization of characters that fold to several units (entities, ligatures, marks), mapping original offsets. */
import { COMPLEX, KIND, TWO_LETTERS } from './fold-table';

export interface Normalized {
  readonly text: string;
  readonly rewrites: Rewrites;
}

const ENTITY_MAX = 11;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  shy: '\u00AD',
  zwnj: '\u200C',
  zwj: '\u200D',
  lrm: '\u200E',
  rlm: '\u200F',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ouml: 'ö',
  uuml: 'ü',
  iuml: 'ï',
  icirc: 'î',
  ugrave: 'ù',
  ucirc: 'û',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  Eacute: 'É',
  auml: 'ä',
  szlig: 'ß',
  oelig: 'œ',
  bull: '•',
  pound: '£',
  euro: '€',
};
/** No orthography has more marks per letter; more are noise and ignored. */
const MARKS_MAX = 4;

/** The character of an HTML entity at `at`, and its length. Handles double escaping. */
const readEntity = (text: string, at: number, escapedTwice = false): { char: string; length: number } | null => {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const code = match[1] !== undefined ? Number(match[1]) : match[2] !== undefined ? parseInt(match[2], 16) : null;
  const named = match[3] === undefined ? undefined : NAMED[match[3]];
  const char = named ?? (code !== null && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null);
  if (char === null) return null;
  if (char === '&' && !escapedTwice) {
    const inner = readEntity(`&${text.slice(at + match[0].length, at + match[0].length + ENTITY_MAX)}`, 0, true);
    if (inner !== null) return { char: inner.char, length: match[0].length + inner.length - 1 };
  }
  return { char, length: match[0].length };
};

/** Quick test for HTML entities outside of addresses. Others are found while reading. */
export const isEscaped = (text: string): boolean => {
  let at = text.indexOf('&');
  if (at === -1 || text.includes('://')) return false;
  for (; at !== -1; at = text.indexOf('&', at + 1)) {
    ENTITY.lastIndex = at;
    if (ENTITY.test(text)) return true;
  }
  return false;
};

/** Rewrites HTML entities, ligatures, styled letters and decomposed letters, in linear time. */
export const normalize = (text: string): Normalized => rewrite(text, endOfPlain);

/** Rewrites HTML entities only, faster than {@link normalize}. */
export const unescapeText = (text: string): Normalized => rewrite(text, endOfUnescaped);

/** @param endOf end of the run from an offset that needs no rewriting */
const rewrite = (text: string, endOf: (text: string, from: number) => number): Normalized => {
  const rewrites = new Rewrites();
  let rewritten = '';
  let at = 0;
  while (at < text.length) {
    const plainEnd = endOf(text, at);
    if (plainEnd > at) {
      rewritten += text.slice(at, plainEnd);
      at = plainEnd;
      continue;
    }
    const entity = text.charCodeAt(at) === 0x26 ? readEntity(text, at) : null;
    const char = entity?.char ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    let next = at + (entity?.length ?? char.length);
    let cluster = char;
    while (cluster.length <= MARKS_MAX && next < text.length && isCombining(text.charCodeAt(next))) {
      cluster += text.charAt(next++);
    }
    const piece = compose(cluster);
    rewrites.add(rewritten.length, piece.length, at, next);
    rewritten += piece;
    at = next;
  }
  return { text: rewritten, rewrites };
};

const endOfUnescaped = (text: string, from: number): number => {
  const at = text.indexOf('&', from);
  return at === -1 ? text.length : at;
};

/** End of the run from `from` that needs no rewriting; a letter before a combining mark needs it. */
const endOfPlain = (text: string, from: number): number => {
  const { length } = text;
  let at = from;
  while (at < length && (KIND[text.charCodeAt(at)]! & COMPLEX) === 0) at++;
  if (at === from || at === length || !isCombining(text.charCodeAt(at))) return at;
  const pair = at - from >= 2 && isLowSurrogate(text.charCodeAt(at - 1));
  return at - (pair ? 2 : 1);
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Offset mapping: stores rewritten pieces only; offsets in between keep their distance. */
class Rewrites {
  /** Per piece: start and end in the new text, start and end in the original. */
  private readonly pieces: number[] = [];

  add(at: number, length: number, start: number, end: number): void {
    this.pieces.push(at, at + length, start, end);
  }

  /** Start in the original of the unit at `at`, which may be the end of the text. */
  startOf(at: number): number {
    return this.find(at, START);
  }

  /** End in the original of the unit at `at`. */
  endOf(at: number): number {
    return this.find(at, END);
  }

  /** Uses the last piece that begins at or before `at`: its own edge, or the distance from it. */
  private find(at: number, edge: 0 | 1): number {
    const { pieces } = this;
    let low = 0;
    let high = pieces.length / 4;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle * 4]! <= at) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return at + edge;
    const piece = (low - 1) * 4;
    const behind = at - pieces[piece + 1]!;
    return behind < 0 ? pieces[piece + 2 + edge]! : pieces[piece + 3]! + behind + edge;
  }
}

const START = 0;
const END = 1;

const isCombining = (unit: number): boolean => unit >= 0x0300 && unit <= 0x036f;

/** Composes if possible; uses compatibility forms only for complex units. */
const compose = (cluster: string): string => {
  const composed = TWO_LETTERS[cluster] ?? cluster.normalize('NFC');
  const first = composed.charCodeAt(0);
  const complex = ((KIND[first] ?? 0) & COMPLEX) !== 0 && first !== 0x26 && !isCombining(first);
  return complex ? composed.normalize('NFKC') : composed;
};
