/** Readers of untrusted JSON: each returns the plain value or null; nothing is guessed, and null never becomes 0. */
import { MINUTE_MS } from './durations';
import { formatMicros } from './utc-time';

/** A JSON object with unvalidated members. */
export type Fields = Readonly<Record<string, unknown>>;

/** An unreadable document; the message may be shown. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Whether a value is a JSON object (not an array, not null). */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const fieldsIn = (value: unknown): readonly Fields[] => listOf(value).filter(isFields);

/** Trimmed text; null if empty. Numbers are not text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
};

/** Ids are keys of indexes, which refuse long ones, and with them all that is written at once. */
const ID = /^\P{C}{1,500}$/u;

/** Null also for a text that is too long, or has control or invisible characters: ids could look alike. */
export const idOf = (value: unknown): string | null => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);
  return text !== null && ID.test(text) ? text : null;
};

const NUMERAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite number, also as a decimal string; null for "", null, "N/A" and the like. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  if (!NUMERAL.test(trimmed)) return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : null;
};

/** Sums of shares may exceed the range by some ulp. */
const UNIT_NOISE = 1e-9;

/** A probability, or a price of a contract that pays 1: 0 to 1 inclusive. */
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

/** `YYYY-MM-DD`, optionally a time with a fraction, optionally Z or an offset with or without colon or minutes. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Years outside are placeholders ("never", "unknown"): 0001 and 9999 occur. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

/** UTC microseconds of an ISO 8601 instant or a variant; without an offset it is UTC. Null if invalid. */
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

export const microsOfSeconds = (value: unknown): number | null => {
  const seconds = numberOf(value);
  return seconds === null ? null : inRange(Math.round(seconds * 1e6));
};

export const microsOfMillis = (value: unknown): number | null => {
  const millis = numberOf(value);
  return millis === null ? null : inRange(Math.round(millis * 1000));
};

/** UTC milliseconds, rounded down, as in items. */
export const millisOfMicros = (micros: number | null): number | null =>
  micros === null ? null : Math.floor(micros / 1000);

export const timestampOf = (micros: number | null): string | null => (micros === null ? null : formatMicros(micros));

/** Only http(s) addresses, so that items never contain `javascript:` or `file:`. */
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

export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

/** Real documents are nested less than ten deep; the parser takes a second for 8 MB of open brackets. */
const DEPTH_MAX = 100;

/** Whether brackets outside texts are nested deeper than {@link DEPTH_MAX}; linear. */
const isDeep = (text: string): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === '"') at = endOfText(text, at);
    if (depth > DEPTH_MAX) return true;
  }
  return false;
};

/** The closing quotation mark of a text that begins at `start`, or the end. */
const endOfText = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let first = at;
    while (text[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return at;
  }
};

/** Parses a JSON document. @throws UnreadableError with the position of the error */
export const readJson = (bytes: Uint8Array): unknown => {
  const text = decodeUtf8(bytes);
  if (isDeep(text)) throw new UnreadableError(`JSON nested more than ${DEPTH_MAX} deep`);
  if (text.trim() === '') throw new UnreadableError('The document is empty');
  if (/^\s*</.test(text)) throw new UnreadableError('HTML or XML where JSON should be');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableError(`Not JSON: ${reasonOf(cause)}`, { cause });
  }
};

/** Invalid lines (a truncated stream) are counted. @throws UnreadableError if no line is valid */
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
  if (isDeep(line)) return [];
  try {
    return [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
};

const reasonOf = (cause: unknown): string => {
  // The engine's message quotes the document, which may be hostile.
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
  // Date.UTC converts 30 February to March, so only an exact round trip is a valid day.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? millis : null;
};

const offsetMillis = (zone: string | undefined): number | null => {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0;
  const [hours, beyond] = [Number(match[2]), Number(match[3] ?? '0')];
  if (hours > 23 || beyond > 59) return null;
  const minutes = hours * 60 + beyond;
  return (match[1] === '-' ? -minutes : minutes) * MINUTE_MS;
};
