/**
 * Decodes character references exactly once.
 *
 * XML has five named entities; feeds use all of HTML's without declaring them, and Windows-1252 code points in numeric
 * references. A reference without its semicolon is kept: in a link, `&copy=1` is a parameter.
 */
import { Parser } from 'htmlparser2';
import { C1_CHARACTERS } from './charset';

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|([a-zA-Z_][\w.-]{0,31}));/g;

const NAMED = new Map<string, string | null>([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Entities declared in the document, with their plain replacements. */
export type DeclaredEntities = ReadonlyMap<string, string>;

/** Decodes every character reference of `text` once; unknown names are kept. */
export const decodeReferences = (text: string, declared?: DeclaredEntities): string => {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    if (name === undefined) return whole;
    return declared?.get(name) ?? namedCharacter(name) ?? whole;
  });
};

export const isNamedEntity = (name: string): boolean => namedCharacter(name) !== null;

/** Of the C1 range as browsers decode it (WHATWG HTML, 13.2.5.80). */
const characterOf = (code: number): string => {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  const c1 = C1_CHARACTERS[code - 0x80] ?? ' ';
  return c1 === ' ' ? String.fromCodePoint(code) : c1;
};

/** Looks a name up in the table of the HTML parser. */
const namedCharacter = (name: string): string | null => {
  const known = NAMED.get(name);
  if (known !== undefined) return known;
  let decoded = '';
  const parser = new Parser(
    {
      ontext(text) {
        decoded += text;
      },
    },
    { decodeEntities: true },
  );
  parser.end(`&${name};`);
  const character = decoded.includes(';') ? null : decoded;
  // Names are untrusted input: the cache is bounded, above the number of HTML entities.
  if (NAMED.size < 4096) NAMED.set(name, character);
  return character;
};
