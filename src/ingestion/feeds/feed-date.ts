/**
 * Parses a feed date to an instant, or null. Rules, in order:
 * - ISO 8601, RFC 3339 and W3CDTF; RFC 822 and its descendants, asctime and similar forms with month names
 *   in some twenty languages, in any order of the parts; dotted dates are day.month.year;
 * - slashed dates only if unambiguous, or if the source's language is not English;
 * - a missing zone is UTC; unknown zone names and other unknown words yield null;
 * - 31 February, 25:61, a date without a day: null. Nothing is rounded or guessed;
 * - dates before 1990 (mostly the epoch, a missing value) are null.
 *   The caller must check for dates in the future.
 */
import { DAY_MS } from '../../platform/common/durations';
import {
  AFTERNOON,
  FILLERS,
  foldDateText,
  FORENOON,
  gregorianMonths,
  jalaliMonths,
  zoneMinutes,
} from './feed-date-words';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface TimeOfDay {
  readonly millis: number;
  readonly rest: string;
}

const FIRST_YEAR = 1990;
const DATE_LENGTH_MAX = 120;
const MINUTE_MILLIS = 60_000;

/** UTC milliseconds of `text`; `lang` (ISO 639-1) disambiguates zone names and slashed dates. */
export const parseFeedDate = (text: string, lang: string | null = null): number | null => {
  if (text.length > DATE_LENGTH_MAX * 2) return null;
  const folded = foldDateText(withoutComments(text));
  if (folded === '' || folded.length > DATE_LENGTH_MAX) return null;
  const instant = parseEpoch(folded) ?? parseIso(folded, lang) ?? parseWords(folded, lang);
  return instant === null || instant < Date.UTC(FIRST_YEAR, 0, 1) ? null : instant;
};

/** Removes RFC 822 comments, but keeps a zone in parentheses when it is the only one. */
const withoutComments = (text: string): string => {
  const bare = text.replace(/\([^()]{0,60}\)/g, ' ');
  const zone = /\(([A-Z]{3,5})\)\s*$/.exec(text)?.[1];
  return zone !== undefined && !/[+-]\d{2}:?\d{2}|[A-Z]{2,5}\s*$/.test(bare.trim()) ? `${bare} ${zone}` : bare;
};

/** Seconds or milliseconds since 1970, ten or thirteen digits. */
const parseEpoch = (text: string): number | null => {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : null;
};

/** Year first: `2026-02-17T10:20:30.5+03:30`, `2026/2/17 10:20`, `20260217T102030Z`, `2026-048`, `2026年2月17日`. */
const parseIso = (text: string, lang: string | null): number | null => {
  const unified = text
    .replace(/(\d)\s?[年년]\s?/g, '$1-')
    .replace(/(\d)\s?[月월]\s?/g, '$1-')
    .replace(/(\d)\s?[日일]/g, '$1')
    .replace(/(\d)\s?[时時点點시]\s?(\d)/g, '$1:$2')
    .replace(/(\d)\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/g, (_, minute: string, second?: string) =>
      second === undefined ? minute : `${minute}:${second}`,
    );
  const separated = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ,_]+(.*))?$/.exec(unified);
  if (separated !== null) {
    const [, year, , month, day, rest] = separated;
    return combine({ year: Number(year), month: Number(month), day: Number(day) }, rest ?? '', lang);
  }
  const compact = /^(\d{4})(\d{2})(\d{2})(?:[t ]?(\d{2})(\d{2})(\d{2})?)?\s*(z|[+-]\d{2}:?\d{2})?$/.exec(unified);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second, zone] = compact;
    const time = hour === undefined ? '' : `${hour}:${minute ?? '00'}:${second ?? '00'} ${zone ?? ''}`;
    return combine({ year: Number(year), month: Number(month), day: Number(day) }, time, lang);
  }
  const ordinal = /^(\d{4})-(\d{3})(?:t(.*))?$/.exec(unified);
  if (ordinal === null) return null;
  const date = new Date(Date.UTC(Number(ordinal[1]), 0, Number(ordinal[2])));
  if (date.getUTCFullYear() !== Number(ordinal[1])) return null;
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  return combine(day, ordinal[3] ?? '', lang);
};

const combine = (day: Day, rest: string, lang: string | null): number | null => {
  const midnight = midnightOf(day, lang);
  if (midnight === null) return null;
  const hourOnly = /^(\d{2})(z|[+-]\d{2}:?\d{2})?$/.exec(rest.trim());
  const packed = /^(\d{2})(\d{2})(\d{2})?(?:[.,]\d+)?(z|[+-]\d{2}:?\d{2})?$/.exec(rest.trim());
  const text =
    packed !== null
      ? `${packed[1] ?? ''}:${packed[2] ?? ''}:${packed[3] ?? '00'} ${packed[4] ?? ''}`
      : hourOnly !== null
        ? `${hourOnly[1] ?? ''}:00 ${hourOnly[2] ?? ''}`
        : rest;
  const time = readTime(text);
  if (time === null) return null;
  const minutes = readZone(time.rest, lang);
  return minutes === null ? null : midnight + time.millis - minutes * MINUTE_MILLIS;
};

/** The time of day in a text: midnight when there is none, null for an impossible one. */
const readTime = (text: string): TimeOfDay | null => {
  const match =
    /(?<![\d+.-])(\d{1,2})(?:\s?[:h]\s?(\d{2})(?!\d)(?::(\d{1,2})(?!\d)(?:[.,](\d{1,9}))?)?)/.exec(text) ??
    /(?<![\d+.:-])(\d{1,2})\.(\d{2})(?=\s*(?:uhr|$))/.exec(text);
  if (match === null) return { millis: 0, rest: text };
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  const half = readHalfOfDay(before, after);
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (minute > 59 || second > 60 || hour > 24 || (hour === 24 && minute + second > 0)) return null;
  if (half.shift !== null && hour > 12) return { ...clock(hour, minute, second, match[4]), rest: half.rest };
  if (half.shift !== null && hour === 0 && half.shift === 12) return null;
  const hour24 = half.shift === null ? hour : (hour % 12) + half.shift;
  return { ...clock(hour24, minute, second, match[4]), rest: half.rest };
};

const clock = (hour: number, minute: number, second: number, fraction = ''): { millis: number } => ({
  // A leap second becomes the last one of its minute, since POSIX time has none.
  millis: ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3)),
});

/** Hours added by a word such as "pm" next to the time; null without one. */
const readHalfOfDay = (before: string, after: string): { shift: number | null; rest: string } => {
  const next = /^\s*([^\s\d+,]+)/.exec(after);
  const last = /(?<![^\s\d,])([^\s\d,]+)\s*$/.exec(before);
  for (const [match, side] of [
    [next, 'after'],
    [last, 'before'],
  ] as const) {
    const word = match?.[1] ?? '';
    const shift = AFTERNOON.has(word) ? 12 : FORENOON.has(word) ? 0 : null;
    if (match !== null && shift !== null) {
      const rest =
        side === 'after' ? `${before} ${after.slice(match[0].length)}` : `${before.slice(0, match.index)} ${after}`;
      return { shift, rest };
    }
  }
  return { shift: null, rest: `${before} ${after}` };
};

/** Minutes east of UTC from the remaining words: UTC when there are none, null when one is unknown. */
const readZone = (text: string, lang: string | null): number | null => {
  let named: number | null = null;
  let offset: number | null = null;
  const unified = text.replace(/([+-])\s+(?=\d)/g, '$1').replace(/\b(gmt|utc|ut)\s*(?=[+-]\d)/g, '');
  for (const word of unified.split(/[\s,;]+/)) {
    const bare = word.replace(/(?<!\.)\.+$/, '');
    if (bare === '' || FILLERS.has(word) || FILLERS.has(bare)) continue;
    if (/^[+-]\d/.test(bare)) {
      const minutes = offsetMinutes(bare);
      if (minutes === null) return null;
      offset = minutes;
    } else {
      const glued = /^([a-z]{1,5})([+-]\d{1,2}:?(?:\d{2})?)$/.exec(bare);
      const minutes = glued === null ? zoneMinutes(bare, lang) : offsetMinutes(glued[2] ?? '');
      if (minutes === null) return null;
      named = minutes;
    }
  }
  return offset ?? named ?? 0;
};

/** `+03:00`, `-0500`, `+3`, `+530`; offsets beyond fourteen hours do not exist. */
const offsetMinutes = (text: string): number | null => {
  const match = /^([+-])(?:(\d{1,2}):(\d{2})|(\d{1,2})|(\d{1,2})(\d{2}))(?::00)?$/.exec(text);
  if (match === null) return null;
  const hours = Number(match[2] ?? match[4] ?? match[5]);
  const minutes = Number(match[3] ?? match[6] ?? 0);
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > 14 * 60) return null;
  return match[1] === '-' ? -total : total;
};

/** Parts in any order, with a month name or numbers only. */
const parseWords = (text: string, lang: string | null): number | null => {
  const time = readTime(text.replace(/(\d{4}):(?=\d{2}:\d{2})/, '$1 '));
  if (time === null) return null;
  const numeric = /(?<![\d:+-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d:])\.?/.exec(time.rest);
  if (numeric !== null) {
    const day = numericDay(numeric, lang);
    const around = `${time.rest.slice(0, numeric.index)} ${time.rest.slice(numeric.index + numeric[0].length)}`;
    return day === null ? null : finish(day, time, around.replace(/^\s*\p{L}+[.,]*\s/u, ' '), lang);
  }
  return parseNamedMonth(time, lang);
};

const numericDay = (match: RegExpExecArray, lang: string | null): Day | null => {
  const [first, second] = [Number(match[1]), Number(match[3])];
  const year = fullYear(match[4] ?? '');
  if (year === null) return null;
  const dayFirst = { year, month: second, day: first };
  if (match[2] === '.' || first > 12 || first === second) return dayFirst;
  if (second > 12) return { year, month: first, day: second };
  return lang !== null && lang !== 'en' ? dayFirst : null;
};

/** Two digits: RFC 5322, 4.3. */
const fullYear = (digits: string): number | null => {
  const value = Number(digits);
  if (digits.length === 4) return value;
  if (digits.length === 3) return 1900 + value;
  return digits.length === 2 ? value + (value < 50 ? 2000 : 1900) : null;
};

const parseNamedMonth = (time: TimeOfDay, lang: string | null): number | null => {
  const tokens = time.rest
    .replace(/(كانون|تشرين) (الثاني|الاول)/g, '$1_$2')
    .replace(/(?<=\p{L})[-/](?=\d{1,4}(?!\d))(?<!(?:gmt|utc|ut)-)|(?<=\d)[-/](?=\p{L})/gu, ' ')
    .split(/[\s,]+/)
    .filter((token) => token !== '');
  const months = tokens.map((token) => monthOf(token));
  // "mar, 05 mar 2024": the first of two month names is a weekday.
  const at = months.findLastIndex((month) => month !== null);
  const month = months[at];
  if (month === undefined || month === null) return null;

  const numbers: string[] = [];
  const others: string[] = [];
  tokens.forEach((token, index) => {
    if (index === at) return;
    const number = /^(\d{1,4})(?:st|nd|rd|th|er|[ºª°.]|-?го|-?го\.)?$/.exec(token)?.[1];
    if (number !== undefined) numbers.push(number);
    // Words before the first number or month are weekdays, in any language.
    else if (numbers.length > 0 || index > at || /\d/.test(token)) others.push(token);
  });
  const day = dayOfNumbers(numbers, month);
  return day === null ? null : finish(day, time, others.filter((word) => !isWeekday(word)).join(' '), lang);
};

interface NamedMonth {
  readonly month: number;
  readonly jalali: boolean;
}

const monthOf = (token: string): NamedMonth | null => {
  const bare = token.replace(/(?<![.'])[.']+$/, '');
  const gregorian = gregorianMonths.get(bare);
  if (gregorian !== undefined) return { month: gregorian, jalali: false };
  const jalali = jalaliMonths.get(bare);
  return jalali === undefined ? null : { month: jalali, jalali: true };
};

/** Weekdays after the number occur in English and Turkish. */
const isWeekday = (word: string): boolean =>
  /^(?:(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)\.?$/.test(
    word,
  );

const dayOfNumbers = (numbers: readonly string[], { month, jalali }: NamedMonth): Day | null => {
  if (numbers.length !== 2) return null;
  const [first, second] = numbers as [string, string];
  const [dayText, yearText] = first.length > 2 ? [second, first] : [first, second];
  const year = fullYear(yearText);
  if (dayText.length > 2 || year === null) return null;
  if (jalali && (year < 1300 || year > 1500)) return null;
  return { year, month, day: Number(dayText) };
};

const finish = (day: Day, time: TimeOfDay, rest: string, lang: string | null): number | null => {
  const midnight = midnightOf(day, lang);
  const minutes = readZone(rest, lang);
  return midnight === null || minutes === null ? null : midnight + time.millis - minutes * MINUTE_MILLIS;
};

/** UTC midnight of a valid day. Years from 1370 to 1420 are Iranian solar: no feed is that old. */
const midnightOf = ({ year, month, day }: Day, lang: string | null): number | null => {
  if (year >= 1370 && year <= 1420) return jalaliMidnight(year, month, day);
  if (year > 1420 && year <= 1500 && lang === 'fa') return jalaliMidnight(year, month, day);
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000 ? midnight : null;
};

/**
 * Iranian solar date to UTC midnight, counted from 1 Farvardin 1370, 21 March 1991. Leap years by the 33-year cycle,
 * which agrees with the observed calendar from 1244 to 1472.
 */
const jalaliMidnight = (year: number, month: number, day: number): number | null => {
  const lengths = [31, 31, 31, 31, 31, 31, 30, 30, 30, 30, 30, isJalaliLeap(year) ? 30 : 29];
  if (day < 1 || day > (lengths[month - 1] ?? 0)) return null;
  let days = lengths.slice(0, month - 1).reduce((sum, length) => sum + length, day - 1);
  for (let past = 1370; past < year; past += 1) days += isJalaliLeap(past) ? 366 : 365;
  return Date.UTC(1991, 2, 21) + days * DAY_MS;
};

const isJalaliLeap = (year: number): boolean => [1, 5, 9, 13, 17, 22, 26, 30].includes(year % 33);
