/**
 * Text from outside made fit for a title or an extract: one line, without control characters and
 * without the characters that reverse the reading direction of what follows.
 */

/** C0, DEL, C1, and the marks U+202A to U+202E, U+2066 to U+2069 (embeddings, overrides, isolates). */
const UNWANTED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Drops unwanted characters; keeps line breaks and tabs. */
export const cleanText = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD').replace(UNWANTED, '');

/** One line: every run of white space, line breaks included, becomes one space. */
export const oneLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();

/** At most `max` UTF-16 units, cut at a word where one is near and never inside a character. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  const space = head.lastIndexOf(' ');
  return `${space > max * 0.6 ? head.slice(0, space) : head}…`;
};

/** Most UTF-16 units of a title that its source calls one; longer ones are cut. */
const TITLE_MAX = 1000;
/** Most UTF-16 units of a title made of a post's text, which has none of its own. */
const HEADLINE_MAX = 300;
/** Most UTF-16 units of an extract. */
const SUMMARY_MAX = 1000;

/** A title: one line, cut. Empty when nothing is left. */
export const titleOf = (text: string): string => cut(oneLine(text), TITLE_MAX);

/** The title of a post without one: its text on one line, cut. Empty when nothing is left. */
export const headlineOf = (text: string): string => cut(oneLine(text), HEADLINE_MAX);

/** An extract: one line, cut; null when nothing is left. */
export const summaryOf = (text: string | null): string | null => {
  const line = text === null ? '' : oneLine(text);
  return line === '' ? null : cut(line, SUMMARY_MAX);
};

/** Text for a model, without what could begin a tag, end a line or turn the direction of writing. */
export const escapeMarks = (text: string): string =>
  text.replace(
    /[<\u0085\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A value from outside as one line of JSON for a model. */
export const jsonLine = (value: unknown): string => escapeMarks(JSON.stringify(value));

/** C0 without tab and line break, DEL, C1, marks and lines that turn or break the direction of reading, half characters. */
const MOVES =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Text as any terminal shows it: what would move a cursor, colour a screen or turn the direction of reading is written as
 * its code, as JSON writes it, so that a line of JSON stays the same JSON.
 */
export const forTerminal = (text: string): string =>
  text.replace(MOVES, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
