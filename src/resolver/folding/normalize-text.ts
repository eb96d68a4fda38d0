/* eslint-disable @typescript-eslint/no-non-null-assertion -- tables and pieces are read within their bounds */
/**
 * Characters that need more than one unit to fold (HTML entities, ligatures, letters outside the basic
 * plane, letters followed by combining marks) are rewritten before folding, with the way back kept.
 */
import { COMPLEX, KIND } from './fold-table';

/** A text rewritten so that each unit folds on its own, with the way back to the original. */
export interface Normalized {
  readonly text: string;
  readonly rewrites: Rewrites;
}

/** Units of the longest entity that is read. */
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
  bull: '•',
  pound: '£',
  euro: '€',
};
/** A letter carries at most this many marks in any orthography; more are noise and fold away. */
const MARKS_MAX = 4;

/** The character that an HTML entity at `at` stands for, and its length there. Twice escaped is read twice. */
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

/**
 * Whether HTML entities are seen at once to be in the text, outside of an address. A text that has others
 * to be rewritten shows it only in reading.
 */
export const isEscaped = (text: string): boolean => {
  let at = text.indexOf('&');
  if (at === -1 || text.includes('://')) return false;
  for (; at !== -1; at = text.indexOf('&', at + 1)) {
    ENTITY.lastIndex = at;
    if (ENTITY.test(text)) return true;
  }
  return false;
};

/** Rewrites HTML entities, ligatures, styled letters and decomposed letters. Time grows with the text only. */
export const normalize = (text: string): Normalized => rewrite(text, endOfPlain);

/** Rewrites HTML entities only, which a search finds quickly; where nothing else is to be rewritten, as {@link normalize} does. */
export const unescapeText = (text: string): Normalized => rewrite(text, endOfUnescaped);

/** @param endOf where the run from a place of the text ends that needs no rewriting */
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

/** End of the run from `from` that needs no rewriting; a letter before a combining mark does need it. */
const endOfPlain = (text: string, from: number): number => {
  const { length } = text;
  let at = from;
  while (at < length && (KIND[text.charCodeAt(at)]! & COMPLEX) === 0) at++;
  if (at === from || at === length || !isCombining(text.charCodeAt(at))) return at;
  const pair = at - from >= 2 && isLowSurrogate(text.charCodeAt(at - 1));
  return at - (pair ? 2 : 1);
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The way back: only what was rewritten is kept, the rest is as far from its original as that was. */
class Rewrites {
  /** For each rewritten piece: its start and end in the new text, its start and end in the original. */
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

  /** The last piece that begins at or before `at` says it: its own edge, or the distance behind it. */
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

/** One composed character where there is one; compatibility forms only where the table says so. */
const compose = (cluster: string): string => {
  const composed = cluster.normalize('NFC');
  const first = composed.charCodeAt(0);
  const complex = ((KIND[first] ?? 0) & COMPLEX) !== 0 && first !== 0x26 && !isCombining(first);
  return complex ? composed.normalize('NFKC') : composed;
};
