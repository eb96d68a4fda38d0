import { occurrences, readCalendar, type CalendarEntry } from './calendar-entry';
import { dueItems, eventsBetween, upcomingEvents } from './due-events';

const stated = (on: unknown, changes: Record<string, unknown> = {}) => ({
  id: 'e-1',
  title: 'Event',
  category: 'un',
  entities: ['syria'],
  confidence: 'high',
  on,
  ...changes,
});

const entry = (on: unknown, changes: Record<string, unknown> = {}): CalendarEntry =>
  readCalendar([stated(on, changes)]).entries[0]!;

const at = (text: string): number => Date.parse(text);

describe('occurrences', () => {
  it.each([
    ['once', { date: '2026-12-08' }, {}, ['2026-12-08']],
    ['listed days', { dates: ['2027-02-08', '2026-02-18'] }, {}, ['2026-02-18', '2027-02-08']],
    ['yearly', { yearly: ['06-30', '12-31'] }, {}, ['2026-06-30', '2026-12-31', '2027-06-30', '2027-12-31']],
    [
      'yearly from a day on',
      { yearly: ['06-30', '12-31'] },
      { from: '2026-12-01', until: '2027-01-15' },
      ['2026-12-31'],
    ],
    ['every second year', { yearly: ['09-15'] }, { every_years: 2, from: '2025-01-01' }, ['2027-09-15']],
    ['29 February', { yearly: ['02-29'] }, {}, []],
    [
      'the first Sunday of two months',
      { nth_weekday: { nth: 1, weekday: 'sunday', months: [11, 12] } },
      {},
      ['2026-11-01', '2026-12-06', '2027-11-07', '2027-12-05'],
    ],
    [
      'the last Friday of March',
      { nth_weekday: { nth: -1, weekday: 'friday', months: [3] } },
      {},
      ['2026-03-27', '2027-03-26'],
    ],
    [
      'the fifth Monday of March',
      { nth_weekday: { nth: 5, weekday: 'monday', months: [3] } },
      {},
      ['2026-03-30', '2027-03-29'],
    ],
  ])('by rule: %s', (_, on, changes, days) => {
    expect(occurrences(entry(on, changes), '2026-01-01', '2027-12-31')).toEqual(days);
  });

  it('by rule: weekly', () => {
    expect(occurrences(entry({ weekly: 'wednesday' }), '2026-11-21', '2026-12-05')).toEqual([
      '2026-11-25',
      '2026-12-02',
    ]);
  });
});

describe('readCalendar', () => {
  it.each([
    [{ date: '2026-02-30' }, {}, /not a day/],
    [{ yearly: ['13-01'] }, {}, /not a day/],
    [{ date: '2026-02-01', weekly: 'monday' }, {}, /exactly one rule/],
    [{ weekly: 'someday' }, {}, /bad weekday/],
    [{ date: '2026-02-01' }, { days: 0 }, /days/],
    [{ date: '2026-02-01' }, { colour: 'red' }, /unknown field colour/],
    [{ date: '2026-02-01' }, { confidence: 'sure' }, /bad confidence/],
    [{ date: '0000' }, {}, /not a day/],
    [{ date: '2026-02-01' }, { id: 'first' }, /id first occurs twice/],
  ])('refuses %j with %j, and no other entry', (on, changes, reason) => {
    const others = ['first', 'last'].map((id) => stated({ weekly: 'monday' }, { id }));
    const { entries, warnings } = readCalendar([others[0], stated(on, changes), others[1]]);

    expect(entries.map(({ id }) => id)).toEqual(['first', 'last']);
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(warnings[0]).toMatch(/^entry 2: /);
  });
});

describe('dueItems', () => {
  const summit = entry({ date: '2026-12-08' }, { days: 2 });

  it.each([
    ['2026-11-30T23:59:59Z', []],
    ['2026-12-01T00:00:00Z', ['In a week: Event']],
    ['2026-12-07T12:00:00Z', ['In a week: Event', 'Tomorrow: Event']],
    ['2026-12-09T23:59:59Z', ['In a week: Event', 'Tomorrow: Event', 'Today: Event']],
    ['2026-12-10T00:00:00Z', []],
  ])('at %s are %p', (now, titles) => {
    expect(dueItems([summit], at(now)).map(({ title }) => title)).toEqual(titles);
  });

  it('are dated at the midnight on which they became due, never ahead of now', () => {
    const items = dueItems([summit], at('2026-12-07T00:00:00Z'));

    expect(items.map(({ publishedAt }) => publishedAt)).toEqual([
      at('2026-12-01T00:00:00Z'),
      at('2026-12-07T00:00:00Z'),
    ]);
    expect(items[0]?.entityHints).toEqual(['syria']);
  });

  it('keep their identity from one look to the next', () => {
    const keys = (now: string) => dueItems([summit], at(now)).map(({ key }) => key);

    expect(keys('2026-12-08T10:00:00Z').slice(0, 2)).toEqual(keys('2026-12-07T01:00:00Z'));
  });
});

describe('upcomingEvents', () => {
  it('are those under way and those to come, by day', () => {
    const entries = [
      entry({ date: '2026-12-08' }, { id: 'b-2' }),
      entry({ date: '2026-11-20' }, { id: 'a-1', days: 3 }),
      entry({ date: '2027-01-01' }, { id: 'c-3' }),
    ];

    expect(
      upcomingEvents(entries, at('2026-11-21T12:00:00Z'), 30).map((event) => [event.entry.id, event.lastDay]),
    ).toEqual([
      ['a-1', '2026-11-22'],
      ['b-2', '2026-12-08'],
    ]);
    expect(eventsBetween(entries, '2026-11-23', '2026-11-30')).toEqual([]);
  });
});
