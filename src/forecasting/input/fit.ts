/** Normalizes and bounds values for the bundle profile. Pure. */
import { cleanText, oneLine } from '../../platform/common/plain-text';
import { round4 } from '../../platform/common/ten-thousandths';
import { formatMillis } from '../../platform/common/utc-time';

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** At most `max` bytes of UTF-8, cut between characters, with an ellipsis. */
const cutBytes = (text: string, max: number): string => {
  if (bytesOf(text) <= max) return text;
  let kept = '';
  let left = max - bytesOf('…');
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
};

/** One line of at most `max` bytes. */
export const line = (text: string, max: number): string => cutBytes(oneLine(text), max);

export const lineOrNull = (text: string | null | undefined, max: number): string | null => {
  const fitted = text === null || text === undefined ? '' : line(text, max);
  return fitted === '' ? null : fitted;
};

/** Text with line breaks, at most `max` bytes; null if empty. */
export const paragraphs = (text: string | null | undefined, max: number): string | null => {
  if (text === null || text === undefined) return null;
  const lines = cleanText(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((one) => one.replace(/\s+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return lines === '' ? null : cutBytes(lines, max);
};

/** Rounded to 0.0001, or null if outside the profile. */
export const number4 = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e11 ? round4(value) + 0 : null;

export const instant = (millis: number | null | undefined): string | null =>
  millis === null || millis === undefined ? null : formatMillis(Math.floor(millis));

/** Ask minus bid; null if a side is missing or the book is crossed. */
export const spreadOf = (bid: number | null, ask: number | null): number | null =>
  bid === null || ask === null || ask < bid ? null : number4(ask - bid);
