/**
 * Finds the deadline in a question's text ("by 9 February", "before 2027", "in March?"), which may differ from the
 * exchange's date: rungs of one event share its end date, and a contract can be listed until 2099. Searched are the
 * question, its rung's title, then the rules; a missing year is the first after the market opened, or the one nearest
 * to the exchange's date. A day ends at midnight in New York, as in both exchanges' rules, unless the text has another
 * time or zone for it.
 */
import { microsOf } from '../platform/common/foreign-json';
import { formatMillis } from '../platform/common/utc-time';
import { DAY_MS } from '../platform/common/durations';
import { clockOfDay, clockTimes, DAY_MINUTES, EXCHANGE_ZONE, instantOf, type ClockTime } from './local-time';

/** Instants are published text or null. */
export interface DatedQuestion {
  readonly question: string;
  readonly group_title: string | null;
  readonly rules: string | null;
  readonly opens_at: string | null;
  readonly resolves_at: string | null;
}

/** A span of days in a text, as UTC midnights of calendar days. */
interface NamedSpan {
  readonly first: number;
  /** Last day, inclusive. */
  readonly last: number;
  /** Whether the deadline is the start of the span. */
  readonly before: boolean;
  /** Offset in the text. */
  readonly at: number;
  /** Instant within the last day ("11:59 PM ET"), UTC ms, or null. */
  readonly instant: number | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(20\\d\\d)';
const DAY = '([0-3]?\\d)(?:st|nd|rd|th)?';
const RANGE = `(?:\\s*[-–]\\s*${DAY})?`;
/** A month alone may be a verb or a name: it counts only in the position of a date. */
const DATE = new RegExp(
  [
    `(?<iso>\\b20\\d\\d-\\d\\d-\\d\\d\\b)`,
    `\\b${MONTH}\\.? ${DAY}${RANGE}(?!\\d)(?:,? ${YEAR})?`,
    `\\b${DAY} (?:of )?${MONTH}\\b\\.?(?:,? ${YEAR})?`,
    `\\b(?:q([1-4])|(first|second|third|fourth) quarter(?: of)?),? ${YEAR}`,
    `\\b${MONTH}\\.?,? ${YEAR}`,
    `(?<=\\b(?:in|by|before|during|of|until|through|end of|this|for) )${MONTH}\\b(?! \\d)`,
    `(?<=\\b(?:in|by|before|during|of|until|through|end of|for|to|and) |^|[-–(] ?)${YEAR}\\b(?![-/]\\d)`,
    `\\b(?<half>h[12]|(?:first|second) half)(?: of)?,? (?<halved>20\\d\\d)`,
    `\\bmid[- ](?<mid>${MONTH})\\b(?:,? (?<midYear>20\\d\\d))?`,
    `(?<![\\d/])(?<one>[0-3]?\\d)/(?<two>[0-3]?\\d)/(?<slashed>20\\d\\d|\\d\\d)(?![\\d/])`,
    `(?<=\\b(?:in|by|before|during|until|through|end of) )q(?<bare>[1-4])\\b`,
    `\\b(?<close>eoy|year[- ]end|end of (?:the|this) year)\\b(?:,? (?<closed>20\\d\\d))?`,
  ].join('|'),
  'gi',
);
const QUARTERS = ['first', 'second', 'third', 'fourth'];
/** Before a date, these exclude a deadline: "after the election of 5 May". */
const NO_DEADLINE = /\b(?:after|since|from|as of|following|held on|signed on|scheduled for|between) $/i;
const BEFORE = /\b(?:before|prior to|earlier than)(?: the (?:start|beginning) of)? $/i;
/** "On or before 20 March" includes the 20th. */
const INCLUSIVE = /\b(?:(?:on|at|by) or (?:before|prior to|earlier than)|(?:before|prior to) or (?:on|at)) $/i;
const LIMIT =
  /\b(?:by|before|until|through|till|prior to|earlier than|no later than|and|to|in|during|on)(?: the)?(?: (?:end|close) of(?: the)? (?:day|business)(?: on| of)?,?| end of)? $/i;
const WEEK = /\bweek (?:of|beginning|starting)(?: on)? $/i;
const WEEKDAY = /(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:mon|tue|wed|thu|fri|sat|sun)\.?),? ?$/i;
/** Between a time of day and its date. */
const CLOCK_OF_DATE = /^ ?,? ?(?:on |of )?$/i;
const AHEAD_UNITS = 80;
const TEXT_UNITS_MAX = 6000;
/** Maximum distance of a deadline after the exchange's date. */
const LATER_MAX = 31 * DAY_MS;

/** When a market opens and ends by its exchange, UTC ms. */
interface Life {
  readonly opens: number | null;
  readonly stated: number | null;
}

/** The deadline in the text as published text, or null without a plausible one. */
export const deadlineOf = (asked: DatedQuestion): string | null => {
  const opens = millisOf(asked.opens_at);
  const stated = millisOf(asked.resolves_at);
  const life = { opens, stated };
  const near = stated ?? opens;
  const rules = asked.rules === null ? [] : spansIn(asked.rules, life);
  for (const text of [asked.question, asked.group_title]) {
    const span = text === null ? undefined : spansIn(text, life).at(-1);
    if (span === undefined) continue;
    const end = endOf(withClock(span, rules), near, text ?? '');
    return opens !== null && end < opens ? null : formatMillis(end);
  }
  const limit = rules.find(({ at }) => LIMIT.test((asked.rules ?? '').slice(Math.max(0, at - 40), at)));
  if (limit === undefined) return null;
  const end = endOf(limit, near, asked.rules ?? '');
  const fits = (opens === null || end >= opens) && (stated === null || end <= stated + LATER_MAX);
  return fits ? formatMillis(end) : null;
};

const millisOf = (instant: string | null): number | null => {
  const micros = microsOf(instant);
  return micros === null ? null : Math.floor(micros / 1000);
};

/** Dates of a text that can be deadlines, in order. */
const spansIn = (text: string, life: Life): readonly NamedSpan[] => {
  const head = text.slice(0, TEXT_UNITS_MAX);
  return [...head.matchAll(DATE)].flatMap((match) => {
    const { index } = match;
    const days = daysOf(match, life);
    if (days === null) return [];
    const said = wordsBefore(head, index);
    if (NO_DEADLINE.test(said.words)) return [];
    const end = index + match[0].length;
    const after = clockTimes(head.slice(end, end + AHEAD_UNITS), head).find(({ from }) =>
      /^,? ?(?:at |\()?$/i.test(head.slice(end, end + from)),
    );
    const before = BEFORE.test(said.words) && !INCLUSIVE.test(said.words);
    const zone = clockOfDay(head.slice(end, end + AHEAD_UNITS), head);
    const { minutes, clock } = said.clock ?? after ?? { minutes: before ? 0 : DAY_MINUTES, clock: zone };
    const instant = clock === null ? null : instantOf(days.last, minutes, clock);
    if (WEEK.test(said.words))
      return [{ ...days, last: days.last + 6 * DAY_MS, at: said.at, before: false, instant: null }];
    return [{ ...days, at: said.at, before, instant }];
  });
};

/** The text before a date, without its weekday and its time of day ("11:59 PM ET on Friday, …"). */
const wordsBefore = (
  text: string,
  index: number,
): { readonly words: string; readonly at: number; readonly clock: ClockTime | undefined } => {
  const begin = Math.max(0, index - AHEAD_UNITS);
  let words = text.slice(begin, index);
  words = words.slice(0, words.length - (WEEKDAY.exec(words)?.[0].length ?? 0));
  const clock = clockTimes(words, text).findLast(({ to }) => CLOCK_OF_DATE.test(words.slice(to)));
  if (clock !== undefined) words = words.slice(0, clock.from);
  return { words, at: begin + words.length, clock };
};

const daysOf = (match: RegExpExecArray, life: Life): Pick<NamedSpan, 'first' | 'last'> | null => {
  const iso = match.groups?.['iso'];
  if (iso !== undefined) return oneDay(millisOf(iso));
  const { half, halved } = match.groups ?? {};
  if (half !== undefined) return monthsFrom(Number(halved), /1|first/i.test(half) ? 0 : 6, 6);
  const loose = looselyIn(match, life);
  if (loose !== undefined) return loose;
  const [, , monthA, dayA, dayEnd, yearA, dayB, monthB, yearB, quarter, nth, yearQ, monthC, yearC, monthD, yearE] =
    match;
  if (monthA !== undefined || monthB !== undefined) {
    const month = monthOf(monthA ?? monthB);
    const day = Number(dayEnd ?? dayA ?? dayB);
    const year = yearA ?? yearB;
    return oneDay(dayOf(year, life, (each) => dayIn(each, month, day)));
  }
  if (yearQ !== undefined) {
    const index = quarter === undefined ? QUARTERS.indexOf((nth ?? '').toLowerCase()) : Number(quarter) - 1;
    return monthsFrom(Number(yearQ), index * 3, 3);
  }
  if (monthC !== undefined) return monthsFrom(Number(yearC), monthOf(monthC), 1);
  if (monthD !== undefined) {
    const month = monthOf(monthD);
    const first = dayOf(undefined, life, (each) => dayIn(each, month, 1));
    return first === null ? null : monthsFrom(new Date(first).getUTCFullYear(), month, 1);
  }
  return yearE === undefined ? null : monthsFrom(Number(yearE), 0, 12);
};

/** Mid-March ends on the 15th; 3/20/2026 is of America, 20/3/2026 cannot be. Undefined if there is no such date. */
const looselyIn = ({ groups = {} }: RegExpExecArray, life: Life): ReturnType<typeof daysOf> | undefined => {
  const { mid, midYear, one, two, slashed, bare, close, closed } = groups;
  if (mid !== undefined) return oneDay(dayOf(midYear, life, (each) => dayIn(each, monthOf(mid), 15)));
  if (close !== undefined) return oneDay(dayOf(closed, life, (each) => dayIn(each, 11, 31)));
  if (slashed !== undefined) {
    const [month, day] = Number(one) > 12 ? [Number(two), Number(one)] : [Number(one), Number(two)];
    return month > 12 ? null : oneDay(dayIn(2000 + (Number(slashed) % 100), month - 1, day));
  }
  if (bare === undefined) return undefined;
  const last = dayOf(undefined, life, (each) => monthsFrom(each, Number(bare) * 3 - 3, 3).last);
  return last === null ? null : monthsFrom(new Date(last).getUTCFullYear(), Number(bare) * 3 - 3, 3);
};

const oneDay = (day: number | null) => (day === null ? null : { first: day, last: day });

const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

const monthsFrom = (year: number, month: number, months: number) => ({
  first: Date.UTC(year, month, 1),
  last: Date.UTC(year, month + months, 1) - DAY_MS,
});

const dayIn = (year: number, month: number, day: number): number | null => {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCDate() === day ? at : null;
};

/**
 * A day with its year. A missing year is that of the exchange's date, or the first such day after the market opened; if
 * that is after the exchange's date or the opening is unknown, the one nearest to that date. Null when neither is
 * known.
 */
const dayOf = (
  year: string | undefined,
  { opens, stated }: Life,
  inYear: (year: number) => number | null,
): number | null => {
  if (year !== undefined) return inYear(Number(year));
  const near = stated ?? opens;
  if (near === null) return null;
  const around = new Date(opens ?? near).getUTCFullYear();
  const days = [-1, 0, 1, 2].flatMap((step) => inYear(around + step) ?? []);
  const same = days.find((day) => stated !== null && Math.abs(day - stated) <= 2 * DAY_MS);
  if (same !== undefined) return same;
  const next = days.find((day) => opens !== null && day + DAY_MS > opens);
  if (next !== undefined && (stated === null || next <= stated + LATER_MAX)) return next;
  return days.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null;
};

/** Adds the time of day from the rules, except for deadlines "before" a day. */
const withClock = (span: NamedSpan, rules: readonly NamedSpan[]): NamedSpan => ({
  ...span,
  instant:
    span.instant ??
    (span.before ? null : (rules.find(({ last, instant }) => last === span.last && instant !== null)?.instant ?? null)),
});

const endOf = (span: NamedSpan, near: number | null, text: string): number => {
  const begins = instantOf(span.first, 0, EXCHANGE_ZONE);
  if (span.before) return span.instant ?? begins;
  const ends = instantOf(span.last + DAY_MS, 0, EXCHANGE_ZONE);
  // "By 2027" may mean the first or the last day of that year.
  const wholeYear = span.last - span.first > 300 * DAY_MS;
  if (wholeYear && near !== null && /\bby $/i.test(text.slice(Math.max(0, span.at - 40), span.at)))
    return Math.abs(begins - near) <= Math.abs(ends - near) ? begins : ends;
  return span.instant ?? ends;
};
