/** `YYYY-MM-DDTHH:MM:SS.ffffffZ`: text order is time order. In code an instant is a safe integer of microseconds. */

export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

const FIRST_MICROS = Date.UTC(1970, 0, 1) * 1000;
/** Later microseconds are not safe integers (year 2255). */
const LAST_MICROS = Number.MAX_SAFE_INTEGER;

/** `1778112000000001` → `2026-05-07T00:00:00.000001Z`. @throws RangeError outside 1970 to 2255 */
export const formatMicros = (micros: number): string => {
  if (!Number.isSafeInteger(micros) || micros < FIRST_MICROS || micros > LAST_MICROS) {
    throw new RangeError(`Not an instant in microseconds: ${micros}`);
  }
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  const fraction = micros - seconds * MICROS_PER_SECOND;
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(6, '0')}Z`;
};

export const formatMillis = (millis: number): string => formatMicros(millis * 1000);

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.(\d{6})Z$/;

/** Inverse of {@link formatMicros}; null unless the text is a valid time in exactly that format. */
export const parseMicros = (text: string): number | null => {
  const match = TIMESTAMP.exec(text);
  if (match === null) return null;
  const millis = Date.parse(`${match[1] ?? ''}Z`);
  if (Number.isNaN(millis)) return null;
  const micros = millis * 1000 + Number(match[2]);
  if (!Number.isSafeInteger(micros) || micros < FIRST_MICROS) return null;
  // Date.parse accepts 24:00:00, and some engines 30 February; only an exact round trip is valid.
  return new Date(millis).toISOString().startsWith(match[1] ?? '') ? micros : null;
};

/** The UTC day of an instant: `2026-05-07`. */
export const utcDate = (micros: number): string => formatMicros(micros).slice(0, 10);

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const isUtcDate = (text: string): boolean => DATE.test(text) && parseMicros(`${text}T00:00:00.000000Z`) !== null;

/** First microsecond of a day. @throws RangeError if invalid */
export const startOfDay = (date: string): number => {
  const micros = isUtcDate(date) ? parseMicros(`${date}T00:00:00.000000Z`) : null;
  if (micros === null) throw new RangeError('Not a calendar day YYYY-MM-DD');
  return micros;
};

export const nextDate = (date: string): string => utcDate(startOfDay(date) + MICROS_PER_DAY);

/** Days rounded to a millionth (half up), from integer microseconds: `days_to_resolution` of an evaluation record. */
export const daysBetween = (fromMicros: number, toMicros: number): number =>
  Math.floor((toMicros - fromMicros) / 86_400 + 0.5) / 1e6;
