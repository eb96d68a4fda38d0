/** Cleans third-party text for titles and extracts: one line, without control characters or bidirectional overrides. */

/** C0, DEL, C1, and U+202A to U+202E, U+2066 to U+2069 (embeddings, overrides, isolates). */
const UNWANTED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

export const cleanText = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD').replace(UNWANTED, '');

export const oneLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();

/** At most `max` UTF-16 units, cut at a nearby word boundary and never inside a character. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  const space = head.lastIndexOf(' ');
  return `${space > max * 0.6 ? head.slice(0, space) : head}…`;
};

/** Maximum UTF-16 units. */
const TITLE_MAX = 1000;
const HEADLINE_MAX = 300;
const SUMMARY_MAX = 1000;

export const titleOf = (text: string): string => cut(oneLine(text), TITLE_MAX);

export const headlineOf = (text: string): string => cut(oneLine(text), HEADLINE_MAX);

/** An extract: one line, cut; null if empty. */
export const summaryOf = (text: string | null): string | null => {
  const line = text === null ? '' : oneLine(text);
  return line === '' ? null : cut(line, SUMMARY_MAX);
};

/** Escapes text for a model: characters that could begin a tag, end a line or change the text direction. */
export const escapeMarks = (text: string): string =>
  text.replace(
    /[<\u0085\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const jsonLine = (value: unknown): string => escapeMarks(JSON.stringify(value));

/** C0 without tab and line break, DEL, C1, bidirectional marks, line separators, lone surrogates. */
const MOVES =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Escapes text for a terminal as JSON does, so that a line of JSON keeps its value. */
export const forTerminal = (text: string): string =>
  text.replace(MOVES, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
