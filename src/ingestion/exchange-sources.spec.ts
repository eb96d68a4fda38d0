import { afterLook, reasonFor } from './exchange-sources';
import { newRecord } from './source-state';

describe('reasonFor', () => {
  const failures = [
    'kalshi listing: HTTP 500 from a:443',
    'polymarket quotes: Silence from b:443',
    'kalshi quotes: HTTP 500 from a:443',
  ];

  it('reports to each exchange its own failures', () => {
    expect(reasonFor('kalshi', failures)).toBe('listing: HTTP 500 from a:443; quotes: HTTP 500 from a:443');
    expect(reasonFor('polymarket', failures)).toBe('quotes: Silence from b:443');
    expect(reasonFor('polymarket', failures.slice(0, 1))).toBeNull();
  });
});

describe('afterLook', () => {
  const look = { reason: null } as const;

  it('remembers since when an exchange fails, and forgets it once it answers', () => {
    const ok = afterLook(newRecord('kalshi-markets'), { ...look, now: 1_000 });
    const first = afterLook(ok, { ...look, now: 2_000, reason: 'listing: HTTP 500' });
    const second = afterLook(first, { ...look, now: 3_000, reason: 'listing:\nHTTP 502' });

    expect(second).toMatchObject({
      last_attempt_at: 3_000,
      last_success_at: 1_000,
      failures: 2,
      down_since: 2_000,
      next_try_at: 0,
      reason: 'listing: HTTP 502',
    });
    expect(afterLook(second, { ...look, now: 4_000 })).toMatchObject({
      last_success_at: 4_000,
      failures: 0,
      down_since: 0,
      reason: null,
    });
  });
});
