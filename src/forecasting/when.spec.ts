import { dueAt, rankDue, type Candidate } from './when';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;
const RULES = { minScore: 0.4, repeatHours: 12 };

const candidate = (
  ticker: string,
  more: {
    score?: number;
    price?: number;
    last?: { hoursAgo: number; price?: number };
    skippedHoursAgo?: number;
    surgeHoursAgo?: number;
  } = {},
): Candidate => ({
  market: {
    exchange: 'polymarket',
    ticker,
    question: `Will ${ticker} happen?`,
    resolves_at: '2026-07-01T00:00:00.000000Z',
    theater: null,
    event_type: null,
    yes_price: more.price ?? 0.5,
    yes_bid: null,
    yes_ask: null,
    confluence_score: more.score ?? 0.6,
    reevaluate_at: more.surgeHoursAgo === undefined ? null : NOW - more.surgeHoursAgo * HOUR,
    reevaluate_reason: more.surgeHoursAgo === undefined ? null : 'theater:iran',
  },
  last:
    more.last === undefined
      ? null
      : {
          made_at: new Date(NOW - more.last.hoursAgo * HOUR).toISOString(),
          market_yes_price: more.last.price ?? 0.5,
        },
  skipped: more.skippedHoursAgo === undefined ? null : NOW - more.skippedHoursAgo * HOUR,
});

const reason = (one: Candidate): string => {
  const due = dueAt(one, NOW, RULES);
  return due.kind === 'due' ? due.trigger : due.reason;
};

describe('dueAt', () => {
  it('asks on schedule above the threshold, and says why below it', () => {
    expect(reason(candidate('a', { score: 0.4 }))).toBe('schedule');
    expect(reason(candidate('a', { score: 0.2 }))).toBe('confluence 0.2 below 0.4');
  });

  it('lets a market rest after a prediction and after an unusable answer', () => {
    expect(reason(candidate('a', { last: { hoursAgo: 11.9 } }))).toMatch(/last 12 hours/);
    expect(reason(candidate('a', { last: { hoursAgo: 12 } }))).toBe('schedule');
    expect(reason(candidate('a', { skippedHoursAgo: 3 }))).toMatch(/last 12 hours/);
  });

  it('asks at once where the price moved by five points, whatever the score', () => {
    const last = { hoursAgo: 2, price: 0.5 };
    expect(reason(candidate('a', { score: 0, price: 0.55, last }))).toBe('price_move');
    expect(reason(candidate('a', { price: 0.5499, last }))).toMatch(/last 12 hours/);
  });

  it('asks at once after a surge, and once', () => {
    expect(reason(candidate('a', { score: 0, surgeHoursAgo: 1 }))).toBe('surge');
    expect(reason(candidate('a', { surgeHoursAgo: 1, last: { hoursAgo: 0.5 } }))).toMatch(
      /last 12/,
    );
  });
});

describe('rankDue', () => {
  it('takes surges, then moved prices, then the schedule', () => {
    const { due } = rankDue(
      [
        candidate('scheduled'),
        candidate('moved', { price: 0.7, last: { hoursAgo: 2 } }),
        candidate('surging', { surgeHoursAgo: 0.1, last: { hoursAgo: 1 } }),
      ],
      NOW,
      RULES,
    );
    expect(due.map(({ candidate: { market } }) => market.ticker)).toEqual([
      'surging',
      'moved',
      'scheduled',
    ]);
  });

  it('takes who has waited longest, so that a small budget reaches every market in turn', () => {
    const { due, notDue } = rankDue(
      [
        candidate('loud', { score: 1, last: { hoursAgo: 13 } }),
        candidate('never, weaker', { score: 0.4 }),
        candidate('waited', { score: 0.6, last: { hoursAgo: 40 } }),
        candidate('never, stronger', { score: 0.8 }),
        candidate('weak', { score: 0 }),
      ],
      NOW,
      RULES,
    );
    expect(due.map(({ candidate: { market } }) => market.ticker)).toEqual([
      'never, stronger',
      'never, weaker',
      'waited',
      'loud',
    ]);
    expect(notDue).toHaveLength(1);
  });
});
