import { ManualClock } from '../../../test/support/manual-clock';
import { MemoryThrottlerStorage, SUBJECTS_MAX } from './memory-throttler.storage';
import { eachHeader, type HeaderList } from '../http/header-list';
import { rateHeaders } from './rate-limit';

const HOUR_MILLIS = 3_600_000;
const POLICY = { name: 'anonymous', quota: 60, windowSeconds: 3_600 };

const tableOf = (list: HeaderList): Record<string, string> => {
  const table: Record<string, string> = {};
  eachHeader(list, (name, value) => (table[name] = value));
  return table;
};

describe('rateHeaders', () => {
  it('count down and name the window', () => {
    expect(tableOf(rateHeaders({ policy: POLICY, hits: 1, resetSeconds: 1_800 }))).toEqual({
      'ratelimit-policy': '"anonymous";q=60;w=3600',
      ratelimit: '"anonymous";r=59;t=1800',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': '1800',
    });
  });

  it('state when to come back once the budget is used up, and never go below zero', () => {
    expect(rateHeaders({ policy: POLICY, hits: 60, resetSeconds: 7 })).not.toContain('retry-after');
    expect(tableOf(rateHeaders({ policy: POLICY, hits: 75, resetSeconds: 7 }))).toMatchObject({
      ratelimit: '"anonymous";r=0;t=7',
      'x-ratelimit-remaining': '0',
      'retry-after': '7',
    });
  });
});

describe('MemoryThrottlerStorage', () => {
  const start = 1_000 * HOUR_MILLIS;
  const open = (): { clock: ManualClock; hit: (key: string, name?: string) => Promise<number> } => {
    const clock = new ManualClock(start * 1000);
    const storage = new MemoryThrottlerStorage(clock);
    const hit = async (key: string, name = 'anonymous'): Promise<number> =>
      (await storage.increment(key, HOUR_MILLIS, 60, 0, name)).totalHits;
    return { clock, hit };
  };

  it('counts each subject and each policy apart', async () => {
    const { hit } = open();

    expect([await hit('a'), await hit('a'), await hit('b'), await hit('a', 'pages')]).toEqual([1, 2, 1, 1]);
  });

  it('begins anew with the clock hour and not an hour after the first request', async () => {
    const { clock, hit } = open();
    clock.set((start + HOUR_MILLIS - 1) * 1000);

    const before = await hit('a');
    clock.advance(1_000);

    expect([before, await hit('a')]).toEqual([1, 1]);
  });

  it('states the remaining whole seconds, at least one', async () => {
    const { clock } = open();
    const storage = new MemoryThrottlerStorage(clock);

    const first = await storage.increment('a', HOUR_MILLIS, 60, 0, 'anonymous');
    clock.set((start + HOUR_MILLIS - 1) * 1000);
    const last = await storage.increment('a', HOUR_MILLIS, 60, 0, 'anonymous');

    expect([first.timeToExpire, last.timeToExpire]).toEqual([3_600, 1]);
  });

  it('holds a bounded number of counts, however many addresses ask', async () => {
    const { clock } = open();
    const storage = new MemoryThrottlerStorage(clock);
    const hit = (key: string) => storage.increment(key, HOUR_MILLIS, 60, 0, 'anonymous');
    let kept = 0;
    let most = 0;
    for (let n = 0; n < 4 * SUBJECTS_MAX; n++) {
      void hit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
      // A caller who returns regularly must stay counted.
      if (n % 1_000 === 0) kept = (await hit('caller')).totalHits;
      most = Math.max(most, storage.size);
    }

    expect(most).toBeLessThanOrEqual(SUBJECTS_MAX);
    expect(kept).toBe((4 * SUBJECTS_MAX) / 1_000);
  });
});
