/** Fields that lines of several kinds have, as JSON Schema, and the checks that a schema cannot make. */
import { microsOf } from './foreign-json';
import { formatMicros } from './utc-time';

/** What is wrong with one field of a line. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export const INSTANT_FIELD = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  description: 'RFC 3339 with Z or an offset, to the microsecond at most.',
} as const;

/**
 * An exchange writes its tickers without blanks. Control characters, marks that reverse the reading
 * direction, lone surrogates and characters that show nothing make one ticker look like another.
 */
export const TICKER_FIELD = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800]+$',
  description: 'The ticker of the exchange, without blanks, control or invisible characters.',
} as const;

/** A published instant, or null where the text is no real time. */
export const importedInstant = (text: string): string | null => {
  const micros = microsOf(text);
  return micros === null ? null : formatMicros(micros);
};

/**
 * The instant of something that has happened, or what is wrong with it.
 *
 * @param now timestamp
 */
export const pastInstant = (field: string, text: string, now: string): string | FieldFault => {
  const instant = importedInstant(text);
  if (instant === null) return { field, message: 'is no real time' };
  return instant > now ? { field, message: 'is in the future' } : instant;
};
