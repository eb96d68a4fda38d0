import type { Candidate } from './candidate';
import { dueAt, rankDue } from './due';
import { urgencyOf } from './urgency';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;
const RULES = { minScore: 0.4, repeatHours: 12, quoteMaxMs: 1_200_000 };

const candidate = (
  ticker: string,
  more: {
    score?: number;
    price?: number;
    last?: { hoursAgo: number; price?: number };
    skippedHoursAgo?: number;
    quotedAt?: number | null;
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
    quoted_at: more.quotedAt === undefined ? NOW : more.quotedAt,
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
  it('asks on schedule above the threshold, and states the reason below it', () => {
    expect(reason(candidate('a', { score: 0.4 }))).toBe('schedule');
    expect(reason(candidate('a', { score: 0.2 }))).toBe('confluence 0.2 below 0.4');
  });

  it('asks nothing of a market whose quote is older than two ticks, whatever asks for it', () => {
    expect(reason(candidate('a', { quotedAt: NOW - 1_200_000 }))).toBe('schedule');
    expect(reason(candidate('a', { quotedAt: NOW - 1_200_001 }))).toBe('no quote');
    expect(reason(candidate('a', { quotedAt: NOW - 3 * HOUR, surgeHoursAgo: 1 }))).toBe('no quote');
    expect(reason(candidate('a', { quotedAt: null }))).toBe('no quote');
    // The clock was set back since.
    expect(reason(candidate('a', { quotedAt: NOW + 1 }))).toBe('no quote');
  });

  it('lets a market rest after a prediction and after an unusable answer', () => {
    expect(reason(candidate('a', { last: { hoursAgo: 11.9 } }))).toMatch(/last 12 hours/);
    expect(reason(candidate('a', { last: { hoursAgo: 12 } }))).toBe('schedule');
    expect(reason(candidate('a', { skippedHoursAgo: 3 }))).toMatch(/last 12 hours/);
    const rare = dueAt(candidate('a', { last: { hoursAgo: 12 } }), NOW, { ...RULES, repeatHours: 480 });
    expect(rare).toMatchObject({ kind: 'not_due', reason: 'asked within the last 20 days' });
  });

  it('asks at once where the price moved by five points, whatever the score', () => {
    const last = { hoursAgo: 2, price: 0.5 };
    expect(reason(candidate('a', { score: 0, price: 0.55, last }))).toBe('price_move');
    expect(reason(candidate('a', { price: 0.5499, last }))).toMatch(/last 12 hours/);
  });

  it('asks at once after a surge, and once', () => {
    expect(reason(candidate('a', { score: 0, surgeHoursAgo: 1 }))).toBe('surge');
    expect(reason(candidate('a', { surgeHoursAgo: 1, last: { hoursAgo: 0.5 } }))).toMatch(/last 12/);
  });
});

describe('a market whose deadline or patience is over', () => {
  it('is not asked past its own day, though the exchange still lists it', () => {
    const one = candidate('a', { surgeHoursAgo: 1 });
    const past = { ...one, market: { ...one.market, deadline: '2026-06-01T00:00:00.000000Z' } };
    expect(reason(past)).toBe('past_deadline');
  });

  it('is asked at once where it would be over before its turn, and was never asked', () => {
    const one = candidate('a', { score: 0 });
    const soon = {
      ...one,
      market: { ...one.market, tracked_since: NOW - HOUR, deadline: '2026-06-02T06:00:00.000000Z' },
    };
    const later = { ...soon, market: { ...soon.market, deadline: '2026-06-03T06:00:00.000000Z' } };
    expect(reason(soon)).toBe('schedule');
    expect(reason(later)).toBe('confluence 0 below 0.4');
    expect(reason({ ...soon, skipped: NOW - HOUR })).toMatch(/last 12 hours/);
  });

  it('comes to its turn after two repeats, however little speaks of it', () => {
    expect(reason(candidate('a', { score: 0, last: { hoursAgo: 23 } }))).toMatch(/below/);
    expect(reason(candidate('a', { score: 0, last: { hoursAgo: 24 } }))).toBe('schedule');
    expect(reason(candidate('a', { score: 0 }))).toMatch(/below/);
  });
});

describe('rankDue', () => {
  const names = (wanted: readonly { candidate: Candidate }[]): string[] =>
    wanted.map(({ candidate: { market } }) => market.ticker);

  it('puts markets that have waited too long first, then the most urgent', () => {
    const { due, notDue } = rankDue(
      [
        candidate('settled in all but name', { price: 0.99, last: { hoursAgo: 13, price: 0.99 } }),
        candidate('open', { price: 0.5, last: { hoursAgo: 13 } }),
        candidate('waited', { price: 0.99, last: { hoursAgo: 25, price: 0.99 } }),
        candidate('waited longest', { price: 0.99, last: { hoursAgo: 40, price: 0.99 } }),
        candidate('weak', { score: 0 }),
      ],
      NOW,
      RULES,
    );
    expect(names(due.schedule)).toEqual(['waited longest', 'waited', 'open', 'settled in all but name']);
    expect(notDue).toHaveLength(1);
  });

  it("takes a surge's markets in the order in which its items bear on them", () => {
    const surging = (ticker: string, relevance: number): Candidate => {
      const one = candidate(ticker, { surgeHoursAgo: 0.1, last: { hoursAgo: 1 } });
      return { ...one, market: { ...one.market, reevaluate_relevance: relevance } };
    };
    const { due } = rankDue([surging('aside', 0.3), surging('about', 0.9)], NOW, RULES);
    expect(names(due.surge)).toEqual(['about', 'aside']);
  });
});

describe('urgencyOf', () => {
  const urgency = (one: Candidate): number => urgencyOf(one, NOW, RULES.repeatHours);
  const base = candidate('a', { last: { hoursAgo: 12 } });
  const withMarket = (market: Partial<Candidate['market']>): Candidate => ({
    ...base,
    market: { ...base.market, ...market },
  });

  it('increases with uncertainty, nearness, volume, news and waiting time', () => {
    expect(urgency(withMarket({ yes_price: 0.98 }))).toBeLessThan(urgency(base));
    expect(urgency(withMarket({ deadline: '2026-06-02T00:00:00.000000Z' }))).toBeGreaterThan(urgency(base));
    expect(urgency(withMarket({ volume_24h: 5_000 }))).toBeGreaterThan(urgency(base));
    expect(urgency({ ...base, newEvidence: 2 })).toBeGreaterThan(urgency(base));
    expect(urgency(candidate('a', { last: { hoursAgo: 36 } }))).toBeCloseTo(3 * urgency(base), 3);
  });

  it('leaves nobody behind for ever: the wait has no bound, the rest has', () => {
    const dull = candidate('dull', { price: 0.99, last: { hoursAgo: 12 * 5 } });
    const lively = { ...candidate('lively', { last: { hoursAgo: 12 } }), newEvidence: 100 };
    expect(urgency(dull)).toBeGreaterThan(urgency(lively));
  });
});
