import { deadlineOf, type DatedQuestion } from './deadline';

const asked = (question: string, changes: Partial<DatedQuestion> = {}): string | null =>
  deadlineOf({
    question,
    groupTitle: null,
    rules: null,
    opensAt: '2026-01-10T00:00:00.000000Z',
    resolvesAt: '2026-12-31T00:00:00.000000Z',
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
    ['Ships turned back March 3-9?', '2026-03-10T04:00:00'],
    ['Ships turned back between March 3 and March 9?', '2026-03-10T04:00:00'],
    ['Minister out by 2026-05-31?', '2026-06-01T04:00:00'],
    ['Truce after the vote of 5 May, by 30 June?', '2026-07-01T04:00:00'],
  ])('reads %s', (question, deadline) => {
    expect(asked(question)).toBe(deadline);
  });

  it.each([
    ['Truce before the next album?'],
    ['Will the premier resign after 5 May?'],
    ['How may ships pass?'],
    ['Truce by 31 February?'],
  ])('finds none in %s', (question) => {
    expect(asked(question)).toBeNull();
  });

  it('takes the time of day that the rules give for that day', () => {
    const rules = 'Resolves to Yes if signed by March 31, 2026, 11:59 PM ET, and to No otherwise.';
    expect(asked('Truce by March 31?', { rules })).toBe('2026-04-01T03:59:00');
    expect(asked('Truce by April 30?', { rules })).toBe('2026-05-01T04:00:00');
    expect(asked('Truce by April 30?', { rules: 'before April 30, 2026, 12:00 UTC' })).toBe('2026-04-30T12:00:00');
  });

  it('falls back on the title of the rung, then on the rules', () => {
    expect(asked('Truce by …?', { groupTitle: 'March 31' })).toBe('2026-04-01T04:00:00');
    expect(asked('Will it hold?', { rules: 'If it ends before Jun 1, 2026, then …' })).toBe('2026-06-01T04:00:00');
    expect(asked('Will it hold?', { rules: 'The truce signed on March 3, 2026 counts.' })).toBe(null);
  });

  it('takes the year nearest to the date of the exchange', () => {
    expect(asked('Truce by January 15?', { resolvesAt: '2027-01-15T00:00:00.000000Z' })).toBe('2027-01-16T05:00:00');
    expect(asked('Truce by January 15?', { resolvesAt: null, opensAt: null })).toBeNull();
  });

  it('drops what lies before the market opened, or in the rules long after it ends', () => {
    expect(asked('Truce by January 2, 2026?')).toBeNull();
    expect(asked('Will it hold?', { rules: 'settles before January 1, 2030' })).toBeNull();
  });

  it('takes time that grows with the text alone', () => {
    const began = process.hrtime.bigint();
    asked('in March '.repeat(30_000), { rules: '2026 - '.repeat(30_000) });
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(500);
  });
});
