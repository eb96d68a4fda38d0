/**
 * Reading values out of JSON that others wrote. Upstreams send numbers as strings, arrays inside
 * strings, instants in five spellings, and leave out what they do not know. Each reader here takes an
 * unknown value and gives the plain value or null; nothing is guessed, and null never becomes 0.
 */
import { MINUTE_MS } from './durations';
import { formatMicros } from './utc-time';

/** A JSON object whose members are still unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** A document from outside that cannot be read; the message is the reason, fit to be shown. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Whether a value is a JSON object (not an array, not null). */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; an empty one when it is something else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The value as an array; an empty one when it is something else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects of an array. */
export const fieldsIn = (value: unknown): readonly Fields[] => listOf(value).filter(isFields);

/** Text without surrounding white space; null when there is none left. Numbers are not text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
};

/** An id that one upstream writes as text and another as a number. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);

const NUMERAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite number, also written as a decimal string; null for "", null, "N/A" and the like. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  if (!NUMERAL.test(trimmed)) return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : null;
};

/** Sums of shares end a few ulp beyond the ends. */
const UNIT_NOISE = 1e-9;

/** A probability or a price of a contract that pays 1: 0 to 1, ends included. */
export const unitOf = (value: unknown): number | null => {
  const number = numberOf(value);
  if (number === null || number < -UNIT_NOISE || number > 1 + UNIT_NOISE) return null;
  return Math.min(1, Math.max(0, number));
};

/** An array, or the JSON text of one (Polymarket sends `"[\"Yes\", \"No\"]"`); null when neither. */
export const embeddedListOf = (value: unknown): readonly unknown[] | null => {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return null;
  try {
    const inner: unknown = JSON.parse(value);
    return Array.isArray(inner) ? inner : null;
  } catch {
    return null;
  }
};

/** `YYYY-MM-DD`, then optionally a time with a fraction, then Z, an offset with or without colon or minutes, or nothing. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Instants outside are placeholders ("never", "unknown"): the years 0001 and 9999 occur. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

/**
 * An instant as UTC microseconds from its ISO 8601 text or its cousins (`2026-03-19 23:20:15+00`).
 * Without an offset it is UTC, and a bare date is its midnight. Null when it is no real time.
 */
export const microsOf = (value: unknown): number | null => {
  if (typeof value !== 'string') return null;
  const match = INSTANT.exec(value.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = match;
  const millis = utcMillis(Number(year), Number(month), Number(day), [Number(hour), Number(minute), Number(second)]);
  if (millis === null) return null;
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6));
  const offset = offsetMillis(match[8]);
  return offset === null ? null : inRange((millis - offset) * 1000 + micros);
};

/** Seconds since the epoch (a fraction is kept to the microsecond) as UTC microseconds. */
export const microsOfSeconds = (value: unknown): number | null => {
  const seconds = numberOf(value);
  return seconds === null ? null : inRange(Math.round(seconds * 1e6));
};

/** Milliseconds since the epoch as UTC microseconds. */
export const microsOfMillis = (value: unknown): number | null => {
  const millis = numberOf(value);
  return millis === null ? null : inRange(Math.round(millis * 1000));
};

/** Whole UTC milliseconds, rounded down: the unit of an item's times. */
export const millisOfMicros = (micros: number | null): number | null =>
  micros === null ? null : Math.floor(micros / 1000);

/** The published spelling of an instant, or null. */
export const timestampOf = (micros: number | null): string | null => (micros === null ? null : formatMicros(micros));

/** http(s) addresses only: an item must never carry `javascript:` or `file:`. */
export const httpUrlOf = (value: unknown): string | null => {
  const text = textOf(value);
  if (text === null) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
};

/** Bytes as text: UTF-8, a byte order mark dropped. */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

/** The JSON value of a document. @throws UnreadableError with where it breaks off. */
export const readJson = (bytes: Uint8Array): unknown => {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw new UnreadableError('The document is empty');
  if (/^\s*</.test(text)) throw new UnreadableError('HTML or XML where JSON should be');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError(`Not JSON: ${reasonOf(cause)}`, { cause });
  }
};

/**
 * The values of a JSON document or of JSON Lines. Lines that are no JSON (a stream cut short) are
 * counted, not fatal, as long as one line can be read.
 * @throws UnreadableError when nothing can be read
 */
export const readJsonLines = (
  bytes: Uint8Array,
): { readonly values: readonly unknown[]; readonly badLines: number } => {
  try {
    return { values: [readJson(bytes)], badLines: 0 };
  } catch (error) {
    const lines = decodeUtf8(bytes)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
    const values = lines.flatMap((line) => parsedLine(line));
    if (values.length === 0) throw error;
    return { values, badLines: lines.length - values.length };
  }
};

const parsedLine = (line: string): readonly unknown[] => {
  try {
    return [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
};

const reasonOf = (cause: unknown): string => {
  // The engine quotes the document in its message; an excerpt of a hostile page helps nobody.
  const message = cause instanceof Error ? cause.message : 'unknown reason';
  const quoted = message.endsWith(' is not valid JSON') ? message.search(/,? ?(?:\.\.\.)?"/) : -1;
  return message.slice(0, Math.min(120, quoted === -1 ? message.length : quoted));
};

const inRange = (micros: number): number | null =>
  micros >= Date.UTC(FIRST_YEAR, 0, 1) * 1000 && micros < Date.UTC(LAST_YEAR, 0, 1) * 1000 ? micros : null;

const utcMillis = (
  year: number,
  month: number,
  day: number,
  [hour, minute, second]: readonly [number, number, number],
): number | null => {
  if (year < FIRST_YEAR || year >= LAST_YEAR || hour > 23 || minute > 59 || second > 59) return null;
  const millis = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(millis);
  // Date.UTC rolls 30 February over into March: only an exact echo is a real day.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? millis : null;
};

/** Null where no clock is ever set so. */
const offsetMillis = (zone: string | undefined): number | null => {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0;
  const [hours, beyond] = [Number(match[2]), Number(match[3] ?? '0')];
  if (hours > 23 || beyond > 59) return null;
  const minutes = hours * 60 + beyond;
  return (match[1] === '-' ? -minutes : minutes) * MINUTE_MS;
};
