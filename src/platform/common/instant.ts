/** Text without a zone is rejected, because a guess would shift every result. An unencoded `+` arrives as a space. */
import { isUtcDate } from './utc-time';

const FORM =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(Z|[+\- ](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** UTC milliseconds, floored, or null if invalid or before 1970. */
export const parseInstantMillis = (text: string): number | null => {
  if (isUtcDate(text)) return Date.parse(`${text}T00:00:00Z`);
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, date = '', hour, minute, second, fraction = '', zone = ''] = match;
  if (!isUtcDate(date)) return null;
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  const at = Date.parse(`${date}T${hour}:${minute}:${second}.${millis}${zone.replace(' ', '+')}`);
  return Number.isNaN(at) || at < 0 ? null : at;
};
