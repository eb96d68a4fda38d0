/**
 * One entry of the curated calendar, `seed/calendar/*.json`, and the days on which it occurs.
 *
 * ```json
 * { "id": "undof-renewal", "title": "UN Security Council decides on renewing UNDOF",
 *   "category": "un", "entities": ["golan-heights", "syria", "israel"], "confidence": "high",
 *   "on": { "yearly": ["06-30", "12-31"] }, "days": 1, "from": "2026-01-01", "until": null,
 *   "note": "Six-monthly mandate." }
 * ```
 *
 * `on` states the days by exactly one rule:
 * - `{"date": "2026-12-08"}`: once;
 * - `{"dates": ["2026-02-18", …]}`: listed, where no formula serves (lunar feasts, announced meetings);
 * - `{"yearly": ["05-09"]}`: every year on these days (29 February only in leap years);
 * - `{"nth_weekday": {"nth": 1, "weekday": "sunday", "months": [2, 3]}}`: first, second … or with -1 the
 *   last such day of each of these months, of every month without `months`;
 * - `{"weekly": "wednesday"}`.
 * `every_years` with `from` thins a yearly rule out (elections, exercises of odd years); `from` and
 * `until` bound any rule. All days are UTC.
 */
import { DAY_MS } from '../../platform/common/durations';
import { isUtcDate } from '../../platform/common/utc-time';
import {
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  textOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

type Weekday = (typeof WEEKDAYS)[number];

type DayRule =
  | { readonly kind: 'dates'; readonly dates: readonly string[] }
  | { readonly kind: 'yearly'; readonly days: readonly string[]; readonly everyYears: number }
  | {
      readonly kind: 'nth_weekday';
      readonly nth: number;
      readonly weekday: Weekday;
      readonly months: readonly number[];
    }
  | { readonly kind: 'weekly'; readonly weekday: Weekday };

/** Certainty of the date: fixed or past; announced or customary; only expected. */
export type Confidence = 'high' | 'medium' | 'low';

export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly entities: readonly string[];
  readonly confidence: Confidence;
  readonly on: DayRule;
  /** Length of one occurrence. */
  readonly days: number;
  /** First and last day on which an occurrence may begin, `YYYY-MM-DD`; null is unbounded. */
  readonly from: string | null;
  readonly until: string | null;
  readonly note: string | null;
  readonly url: string | null;
}

const FIELDS = new Set('id title category entities confidence on days every_years from until note url'.split(' '));

export interface Calendar {
  readonly entries: readonly CalendarEntry[];
  /** Why the others were refused. */
  readonly warnings: readonly string[];
}

/**
 * Reads a file; an entry that breaks a rule is refused, the others are kept.
 *
 * @param ids of earlier files; gets those of this one @throws UnreadableError when it is not a list
 */
export const readCalendar = (document: unknown, ids = new Set<string>()): Calendar => {
  if (!Array.isArray(document)) throw new UnreadableError('A calendar is an array of entries');
  const warnings: string[] = [];
  const entries = document.flatMap((one, index): CalendarEntry[] => {
    try {
      const entry = readEntry(one, `entry ${index + 1}`);
      if (ids.has(entry.id)) throw new UnreadableError(`entry ${index + 1}: id ${entry.id} occurs twice`);
      ids.add(entry.id);
      return [entry];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      warnings.push(error.message);
      return [];
    }
  });
  return { entries, warnings };
};

/** First days of all occurrences that begin from `first` to `last`, inclusive, ascending. */
export const occurrences = (entry: CalendarEntry, first: string, last: string): readonly string[] => {
  const from = entry.from !== null && entry.from > first ? entry.from : first;
  const until = entry.until !== null && entry.until < last ? entry.until : last;
  return daysByRule(entry, from, until)
    .filter((day) => day >= from && day <= until)
    .sort();
};

export const addDays = (day: string, days: number): string =>
  new Date(startMillis(day) + days * DAY_MS).toISOString().slice(0, 10);

export const startMillis = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const daysByRule = (entry: CalendarEntry, from: string, until: string): string[] => {
  const rule = entry.on;
  const years = yearsBetween(from, until);
  switch (rule.kind) {
    case 'dates':
      return [...rule.dates];
    case 'yearly': {
      const base = Number((entry.from ?? '2000').slice(0, 4));
      return years
        .filter((year) => (year - base) % rule.everyYears === 0)
        .flatMap((year) => rule.days.map((day) => `${year}-${day}`))
        .filter(isUtcDate);
    }
    case 'nth_weekday':
      return years.flatMap((year) => rule.months.flatMap((month) => nthWeekday(rule, year, month)));
    case 'weekly':
      return weekly(rule.weekday, from, until);
  }
};

const yearsBetween = (from: string, until: string): readonly number[] => {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Math.max(0, Number(until.slice(0, 4)) - first + 1) }, (_, index) => first + index);
};

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

const nthWeekday = (
  { nth, weekday }: { readonly nth: number; readonly weekday: Weekday },
  year: number,
  month: number,
): readonly string[] => {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const firstWeekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const first = 1 + ((WEEKDAYS.indexOf(weekday) - firstWeekday + 7) % 7);
  const day = nth > 0 ? first + 7 * (nth - 1) : first + 7 * Math.floor((length - first) / 7);
  return day <= length ? [iso(year, month, day)] : [];
};

const weekly = (weekday: Weekday, from: string, until: string): string[] => {
  const ahead = (WEEKDAYS.indexOf(weekday) - new Date(startMillis(from)).getUTCDay() + 7) % 7;
  const days: string[] = [];
  for (let day = addDays(from, ahead); day <= until; day = addDays(day, 7)) days.push(day);
  return days;
};

const readEntry = (value: unknown, where: string): CalendarEntry => {
  const fail = (reason: string): never => {
    throw new UnreadableError(`${where}: ${reason}`);
  };
  if (!isFields(value)) return fail('not an object');
  for (const name of Object.keys(value)) if (!FIELDS.has(name)) fail(`unknown field ${name}`);
  const text = (name: string): string => textOf(value[name]) ?? fail(`${name} is missing`);
  const day = (name: string): string | null => {
    const written = textOf(value[name]);
    return written === null || isUtcDate(written) ? written : fail(`${name} is not a day`);
  };
  const id = text('id');
  if (!/^[a-z0-9][a-z0-9-]{1,63}$/.test(id)) fail('bad id');
  const confidence = CONFIDENCES.find((each) => each === value['confidence']) ?? fail('bad confidence');
  const days = value['days'] === undefined ? 1 : (numberOf(value['days']) ?? 0);
  if (!Number.isInteger(days) || days < 1 || days > 60) fail('days is not 1 to 60');
  const entities = listOf(value['entities']).map((each) => textOf(each) ?? fail('bad entities'));
  return {
    id,
    title: text('title'),
    category: text('category'),
    entities,
    confidence,
    on: readRule(value, fail),
    days,
    from: day('from'),
    until: day('until'),
    note: textOf(value['note']),
    url: textOf(value['url']),
  };
};

const CONFIDENCES: readonly Confidence[] = ['high', 'medium', 'low'];

const readRule = (entry: Fields, fail: (reason: string) => never): DayRule => {
  const on = fieldsOf(entry['on']);
  if (Object.keys(on).length !== 1) return fail('on needs exactly one rule');
  const weekdayOf = (value: unknown): Weekday => WEEKDAYS.find((each) => each === value) ?? fail('bad weekday');
  const allDays = (values: readonly unknown[], check: (day: string) => boolean): string[] =>
    values.length === 0
      ? fail('on has no days')
      : values.map((each) => (typeof each === 'string' && check(each) ? each : fail(`${String(each)} is not a day`)));
  if ('date' in on) return { kind: 'dates', dates: allDays([on['date']], isUtcDate) };
  if ('dates' in on) return { kind: 'dates', dates: allDays(listOf(on['dates']), isUtcDate) };
  if ('yearly' in on) {
    const everyYears = numberOf(entry['every_years']) ?? 1;
    if (!Number.isInteger(everyYears) || everyYears < 1) fail('bad every_years');
    // A leap year has every possible day.
    return {
      kind: 'yearly',
      days: allDays(listOf(on['yearly']), (each) => isUtcDate(`2028-${each}`)),
      everyYears,
    };
  }
  if ('weekly' in on) return { kind: 'weekly', weekday: weekdayOf(on['weekly']) };
  const rule = fieldsOf(on['nth_weekday']);
  const nth = numberOf(rule['nth']) ?? 0;
  if (![-1, 1, 2, 3, 4, 5].includes(nth)) fail('nth is not 1 to 5 or -1');
  const months = rule['months'] === undefined ? ALL_MONTHS : listOf(rule['months']).map((each) => numberOf(each) ?? 0);
  if (months.some((month) => !ALL_MONTHS.includes(month))) fail('bad months');
  return { kind: 'nth_weekday', nth, weekday: weekdayOf(rule['weekday']), months };
};

const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
