import { deadlineOf, type DatedQuestion } from './deadline';

const asked = (question: string, changes: Partial<DatedQuestion> = {}): string | null =>
  deadlineOf({
    question,
    group_title: null,
    rules: null,
    opens_at: '2026-01-10T00:00:00.000000Z',
    resolves_at: '2026-12-31T00:00:00.000000Z',
    ...changes,
  })?.slice(0, 19) ?? null;

describe('deadlineOf', () => {
  it.each([
    // A day ends at midnight in New York: five hours behind UTC in winter, four in summer.
    ['Border reopened by February 9?', '2026-02-10T05:00:00'],
    ['Border reopened by 9 February 2026?', '2026-02-10T05:00:00'],
    ['Truce on July 4th?', '2026-07-05T04:00:00'],
    ['Truce before Aug 1, 2099?', '2099-08-01T04:00:00'],
    ['Truce before 2027?', '2027-01-01T05:00:00'],
    ['Truce in 2026?', '2027-01-01T05:00:00'],
    ['Truce by end of 2026?', '2027-01-01T05:00:00'],
    ['Truce by 2027?', '2027-01-01T05:00:00'],
    ['Truce in June?', '2026-07-01T04:00:00'],
    ['Truce by end of September?', '2026-10-01T04:00:00'],
    ['Truce in Q1 2026?', '2026-04-01T04:00:00'],
    ['Truce in the first half of 2026?', '2026-07-01T04:00:00'],
    ['Truce by end of H2 2026?', '2027-01-01T05:00:00'],
    ['Ships turned back March 3-9?', '2026-03-10T04:00:00'],
    ['Ships turned back between March 3 and March 9?', '2026-03-10T04:00:00'],
    ['Minister out by 2026-05-31?', '2026-06-01T04:00:00'],
    ['Truce after the vote of 5 May, by 30 June?', '2026-07-01T04:00:00'],
    ['Truce by mid-March?', '2026-03-16T04:00:00'],
    ['Truce by mid-June 2026?', '2026-06-16T04:00:00'],
    ['Truce by 3/20/2026?', '2026-03-21T04:00:00'],
    ['Truce by 6/30/26, and 24/7 strikes no more?', '2026-07-01T04:00:00'],
    ['Truce by 20/3/2026?', '2026-03-21T04:00:00'],
    ['Truce by the 20th of March 2026?', '2026-03-21T04:00:00'],
    ['Truce by the end of Q3?', '2026-10-01T04:00:00'],
    ['Truce by EOY 2026?', '2027-01-01T05:00:00'],
    ['Truce by the end of the year?', '2027-01-01T05:00:00'],
    ['Ships turned back in the week of March 9?', '2026-03-16T04:00:00'],
  ])('reads %s', (question, deadline) => {
    expect(asked(question)).toBe(deadline);
  });

  it.each([
    ['Truce before the next album?'],
    ['Will the premier resign after 5 May?'],
    ['How may ships pass?'],
    ['Truce by 31 February?'],
    ['Truce by 13/13/2026?'],
    ['Truce by a vote of 3/4?'],
  ])('finds none in %s', (question) => {
    expect(asked(question)).toBeNull();
  });

  it('uses the time of day that the rules state for that day', () => {
    const rules = 'Resolves to Yes if signed by March 31, 2026, 11:59 PM ET, and to No otherwise.';
    expect(asked('Truce by March 31?', { rules })).toBe('2026-04-01T03:59:00');
    expect(asked('Truce by April 30?', { rules })).toBe('2026-05-01T04:00:00');
    expect(asked('Truce by April 30?', { rules: 'before April 30, 2026, 12:00 UTC' })).toBe('2026-04-30T12:00:00');
  });

  it.each([
    ['by March 20, 2026, 11:59 PM Israeli local time', '2026-03-20T21:59:00'],
    ['by 11:59 PM UTC on March 20, 2026', '2026-03-20T23:59:00'],
    // Rules write EST all year for the time in New York.
    ['by March 20, 2026, 11:59 PM EST', '2026-03-21T03:59:00'],
    ['by 11:59 PM ET on 3/20/2026', '2026-03-21T03:59:00'],
    ['before 11:59 PM PT on Friday, March 20, 2026', '2026-03-21T06:59:00'],
    ['by March 20, 2026, 23:59 CET', '2026-03-20T22:59:00'],
    ['by March 20, 2026, 11:59 PM local time in Israel', '2026-03-20T21:59:00'],
    ['by noon Kyiv time on 20 March 2026', '2026-03-20T10:00:00'],
    ['by March 20, 2026 at 18:00 (UTC+2)', '2026-03-20T16:00:00'],
    ['by March 20, 2026, 5:30 p.m. Tehran time', '2026-03-20T14:00:00'],
    ['by 23:59 UTC+03:30 on March 20, 2026', '2026-03-20T20:29:00'],
    ['by end of day March 20, 2026 (Kyiv time)', '2026-03-20T22:00:00'],
    ['by the close of business on March 20, 2026, Tokyo time', '2026-03-20T15:00:00'],
    ['by March 20, 2026 (Central European Time)', '2026-03-20T23:00:00'],
    ['by March 20, 2026, 11:59 PM IST, of India alone', '2026-03-20T18:29:00'],
  ])('reads the clock of %s', (words, deadline) => {
    expect(asked('Truce by March 20?', { rules: `Yes if it is signed ${words}.` })).toBe(deadline);
    expect(asked('Who signs first?', { rules: `Yes if it is signed ${words}.` })).toBe(deadline);
  });

  it('counts a day in that a text names as the last one', () => {
    for (const words of ['on or before', 'on or prior to', 'before or on', 'no later than'])
      expect(asked(`Truce ${words} March 20, 2026?`)).toBe('2026-03-21T04:00:00');
    expect(asked('Who signs?', { rules: 'Yes if signed on or before Friday, March 20, 2026.' })).toBe(
      '2026-03-21T04:00:00',
    );
  });

  it('begins the day that a text names as too late on the clock that it names', () => {
    expect(asked('Who signs?', { rules: 'Yes if before March 20, 2026 (Kyiv time).' })).toBe('2026-03-19T22:00:00');
  });

  it('takes the offset of the instant on the days on which clocks change', () => {
    expect(asked('Truce before November 1, 2026?')).toBe('2026-11-01T04:00:00');
    expect(asked('Truce by November 1, 2026?')).toBe('2026-11-02T05:00:00');
    expect(asked('Truce before March 8, 2026?')).toBe('2026-03-08T05:00:00');
    expect(asked('Truce by March 8, 2026?')).toBe('2026-03-09T04:00:00');
  });

  it('falls back on the title of the rung, then on the rules', () => {
    expect(asked('Truce by …?', { group_title: 'March 31' })).toBe('2026-04-01T04:00:00');
    expect(asked('Will it hold?', { rules: 'If it ends before Jun 1, 2026, then …' })).toBe('2026-06-01T04:00:00');
    expect(asked('Will it hold?', { rules: 'The truce signed on March 3, 2026 counts.' })).toBe(null);
  });

  it('uses the year nearest to the date of the exchange', () => {
    expect(asked('Truce by January 15?', { resolves_at: '2027-01-15T00:00:00.000000Z' })).toBe('2027-01-16T05:00:00');
    expect(asked('Truce by January 15?', { resolves_at: null, opens_at: null })).toBeNull();
  });

  it('drops dates before the market opened, or long after it ends', () => {
    expect(asked('Truce by January 2, 2026?')).toBeNull();
    expect(asked('Will it hold?', { rules: 'settles before January 1, 2030' })).toBeNull();
  });

  it('takes time that grows with the text alone', () => {
    const began = process.hrtime.bigint();
    asked('in March '.repeat(30_000), { rules: '2026 - '.repeat(30_000) });
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(500);
  });
});
