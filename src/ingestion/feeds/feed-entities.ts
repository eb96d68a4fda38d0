/**
 * Decodes character references exactly once.
 *
 * XML has five named entities; feeds use all of HTML's without declaring them, and Windows-1252 code points in numeric
 * references. A reference without its semicolon is kept: in a link, `&copy=1` is a parameter.
 */
import { Parser } from 'htmlparser2';

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|([a-zA-Z_][\w.-]{0,31}));/g;

/** The C1 range of numeric references as browsers decode it (WHATWG HTML, 13.2.5.80). */
const WINDOWS1252 = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d,
  0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
  0x017e, 0x0178,
];

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

const characterOf = (code: number): string => {
  const mapped = code >= 0x80 && code <= 0x9f ? WINDOWS1252[code - 0x80] : code;
  if (mapped === undefined || mapped === 0 || mapped > 0x10ffff) return '\ufffd';
  if (mapped >= 0xd800 && mapped <= 0xdfff) return '\ufffd';
  return String.fromCodePoint(mapped);
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
