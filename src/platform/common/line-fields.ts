/** JSON Schemas of fields shared by several kinds of lines, and checks beyond schemas. */
import { microsOf } from './foreign-json';
import { formatMicros } from './utc-time';

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
 * Exchanges write tickers without spaces. Control characters, bidirectional marks, lone surrogates and invisible
 * characters could make one ticker look like another.
 */
export const TICKER_FIELD = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800]+$',
  description: 'The ticker of the exchange, without blanks, control or invisible characters.',
} as const;

/** Published format of an instant, or null if invalid. */
export const importedInstant = (text: string): string | null => {
  const micros = microsOf(text);
  return micros === null ? null : formatMicros(micros);
};

/**
 * A past instant, or its error.
 *
 * @param now timestamp
 */
export const pastInstant = (field: string, text: string, now: string): string | FieldFault => {
  const instant = importedInstant(text);
  if (instant === null) return { field, message: 'is no real time' };
  return instant > now ? { field, message: 'is in the future' } : instant;
};
