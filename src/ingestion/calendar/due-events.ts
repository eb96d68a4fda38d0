/**
 * Selects due calendar events. An occurrence becomes an item a week ahead, a day ahead and on the day, each a separate
 * item dated at the midnight (UTC) on which it became due, so that one is in a score's window when the event comes. An
 * item stays due until the occurrence ends: after a downtime it is still created, with the same identity.
 */
import type { ParsedItem } from '../../event-log/item';
import { addDays, occurrences, startMillis, type CalendarEntry } from './calendar-entry';
import { pick } from '../../platform/common/pick';

/** Days ahead of an occurrence on which an item is created. */
const LEADS: readonly number[] = [7, 1, 0];

/** Maximum length of an occurrence in days: how far back to search. */
const DAYS_MAX = 60;

export interface CalendarEvent {
  readonly entry: CalendarEntry;
  readonly day: string;
  readonly lastDay: string;
}

/** Occurrences that overlap the days from `first` to `last`, inclusive, by day, then id. */
export const eventsBetween = (
  entries: readonly CalendarEntry[],
  first: string,
  last: string,
): readonly CalendarEvent[] =>
  entries
    .flatMap((entry) =>
      occurrences(entry, addDays(first, -DAYS_MAX), last).map((day) => ({
        entry,
        day,
        lastDay: addDays(day, entry.days - 1),
      })),
    )
    .filter(({ lastDay }) => lastDay >= first)
    .sort((a, b) => compare(a.day, b.day) || compare(a.entry.id, b.entry.id));

/** Events of today and the next `days`, for the digest. @param now UTC milliseconds */
export const upcomingEvents = (
  entries: readonly CalendarEntry[],
  now: number,
  days: number,
): readonly CalendarEvent[] => {
  const today = new Date(now).toISOString().slice(0, 10);
  return eventsBetween(entries, today, addDays(today, days));
};

/** Items due at `now` (UTC milliseconds), by due day. */
export const dueItems = (entries: readonly CalendarEntry[], now: number): readonly ParsedItem[] => {
  const today = new Date(now).toISOString().slice(0, 10);
  return eventsBetween(entries, today, addDays(today, Math.max(...LEADS)))
    .flatMap((event) => LEADS.map((lead) => ({ event, lead, dueOn: addDays(event.day, -lead) })))
    .filter(({ dueOn }) => dueOn <= today)
    .sort((a, b) => compare(a.dueOn, b.dueOn) || compare(a.event.entry.id, b.event.entry.id))
    .map(({ event, lead, dueOn }) => dueItem(event, lead, dueOn));
};

/** A list of days that ends sooner needs more entries. */
const RUNS_OUT_DAYS = 60;

/** Entries that need new dates: lists of several days whose last is near or past. */
export const runningOut = (entries: readonly CalendarEntry[], now: number): readonly string[] => {
  const soon = addDays(new Date(now).toISOString().slice(0, 10), RUNS_OUT_DAYS);
  return entries.flatMap(({ id, on, until }) => {
    const last = on.kind === 'dates' && on.dates.length > 1 && until === null ? [...on.dates].sort().at(-1) : undefined;
    return last !== undefined && last < soon
      ? [`${id} has no day after ${last}: add the next ones to seed/calendar`]
      : [];
  });
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const dueItem = ({ entry, day, lastDay }: CalendarEvent, lead: number, dueOn: string): ParsedItem => ({
  key: `calendar:${entry.id}|${day}|${lead}`,
  title: `${WHEN[lead] ?? ''}${entry.title}`,
  url: entry.url,
  publishedAt: startMillis(dueOn),
  lang: 'en',
  summary: entry.note,
  publisher: null,
  attributes: {
    event: entry.id,
    event_category: entry.category,
    confidence: entry.confidence,
    begins_on: day,
    ends_on: lastDay,
    lead_days: lead,
  },
  entityHints: entry.entities,
});

const WHEN: Readonly<Record<number, string>> = { 7: 'In a week: ', 1: 'Tomorrow: ', 0: 'Today: ' };

/** An entry as an item, for `vedette parse`; dated only when it occurs once. */
export const entryItem = (entry: CalendarEntry): ParsedItem => ({
  key: `calendar:${entry.id}`,
  title: entry.title,
  url: entry.url,
  publishedAt: entry.on.kind === 'dates' && entry.on.dates.length === 1 ? startMillis(entry.on.dates[0] ?? '') : null,
  lang: 'en',
  summary: entry.note,
  publisher: null,
  attributes: {},
  entityHints: entry.entities,
});

/** Additional fields for `vedette parse`. */
export const entryRecord = (entry: CalendarEntry) => ({
  ...pick(entry, 'category', 'entities', 'confidence', 'on', 'days', 'from', 'until'),
});
