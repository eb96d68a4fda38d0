/** Words and figures of the model's text. */
import { escapeMarks } from '../../platform/common/plain-text';

/** Third-party text of several lines. */
export const quoted = (text: string): string[] =>
  escapeMarks(text)
    .split('\n')
    .map((one) => `  > ${one}`.trimEnd());

/** To the minute, UTC. */
export const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`;

export const or = (value: string | number | null, unknown = 'unknown'): string =>
  value === null ? unknown : String(value);

/** An id or enum as text. */
export const words = (id: string): string => id.replace(/[_:-]+/g, ' ');

export const amount = (value: number | null, unit: string): string =>
  value === null ? 'unknown' : `${grouped(value)} ${unit}`;

/** Groups digits in threes, so that 1204113 is read as more than a million. */
export const grouped = (value: number): string => {
  const [whole = '', part] = String(value).split('.');
  return whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ',') + (part === undefined ? '' : `.${part}`);
};

export const some = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export const points = (change: number): string =>
  `${change >= 0 ? '+' : '−'}${Math.abs(Math.round(change * 1000) / 10)} points`;

/** "3 h", "2 days": between two instants. */
export const age = (earlier: string, later: string): string => {
  const minutes = Math.round((Date.parse(later) - Date.parse(earlier)) / 60_000);
  if (minutes < 90) return `${Math.max(0, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
};
