import { ATTEMPTS_MAX, nextAttempt } from './retries';
import { eventId, wants, type Happening } from './webhook-event';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('nextAttempt', () => {
  it('follows the schedule of the standard, which ends after ten attempts', () => {
    const waits = Array.from({ length: ATTEMPTS_MAX }, (_, made) => nextAttempt(made + 1, 0, null, 0));

    expect(waits).toEqual([
      5_000,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      null,
    ]);
  });

  it.each([
    ['a tenth later by chance at most', 2, null, 1, 5.5 * MINUTE],
    ['as late as the receiver asks', 1, HOUR, 0, HOUR],
    ['not sooner than the schedule for a receiver that asks for less', 2, 1_000, 0, 5 * MINUTE],
    ['within a day whatever a receiver asks', 1, 1e15, 0, 24 * HOUR],
  ])('is %s', (_name, attempts, asked, random, at) => {
    expect(nextAttempt(attempts, 0, asked, random)).toBe(at);
  });
});

describe('wants', () => {
  const all = { events: [], entities: [], theaters: [], markets: [], min_ratio: null };
  const alert: Happening = {
    type: 'alert.opened',
    subject: 'a',
    at: 0,
    data: { id: 'a', link: '' },
    entities: ['iran'],
    theater: 'iran',
    markets: [],
    ratio: 4,
  };
  const day: Happening = { ...alert, type: 'day.sealed', entities: [], theater: null, ratio: undefined as never };

  it.each([
    ['everything without a filter', all, [true, true]],
    ['the types that are named', { ...all, events: ['day.sealed'] }, [false, true]],
    ['what is about the entity', { ...all, entities: ['iran', 'israel'] }, [true, false]],
    ['what lies in the theater', { ...all, theaters: ['sahel'] }, [false, false]],
    ['alerts of the ratio, and what is not an alert', { ...all, min_ratio: 5 }, [false, true]],
    ['what passes every filter', { ...all, entities: ['iran'], min_ratio: 5 }, [false, false]],
  ])('is %s', (_name, wanted, [ofAlert, ofDay]) => {
    expect([wants(wanted, alert), wants(wanted, day)]).toEqual([ofAlert, ofDay]);
  });

  it('treats a cluster without a baseline as above any ratio', () => {
    expect(wants({ ...all, min_ratio: 1_000 }, { ...alert, ratio: null })).toBe(true);
  });
});

describe('eventId', () => {
  it('identifies an event, without the full stop that separates signed parts', () => {
    const one = eventId({ type: 'alert.opened', subject: 'a.b' });

    expect(one).toMatch(/^msg_[0-9a-f]{32}$/);
    expect([
      eventId({ type: 'alert.opened', subject: 'a.b' }) === one,
      eventId({ type: 'alert.closed', subject: 'a.b' }) === one,
    ]).toEqual([true, false]);
  });
});
