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

/** Exchanges write tickers without spaces; control or invisible characters could make two look alike. */
export const TICKER_FIELD = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800]+$',
  description: 'The ticker of the exchange, without blanks, control or invisible characters.',
} as const;

export const importedInstant = (text: string): string | null => {
  const micros = microsOf(text);
  return micros === null ? null : formatMicros(micros);
};

/** @param now timestamp @returns the instant in published format, or its error */
export const pastInstant = (field: string, text: string, now: string): string | FieldFault => {
  const instant = importedInstant(text);
  if (instant === null) return { field, message: 'is not a real time' };
  return instant > now ? { field, message: 'is in the future' } : instant;
};
