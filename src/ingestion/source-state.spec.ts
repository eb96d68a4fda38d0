import type { Source } from './source';
import {
  byTurn,
  healthOf,
  isDue,
  isOurOutage,
  newRecord,
  recordFailure,
  recordSuccess,
  type SourceRecord,
} from './source-state';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 7, 12);

const SOURCE: Source = {
  id: 'daily',
  kind: 'feed',
  sourceType: 'news',
  category: 'english_media',
  name: 'Daily',
  url: 'https://example.org/rss',
  lang: 'en',
  theater: null,
  family: 'daily',
  staleAfterHours: 24,
  settings: {},
};

const success = (record: SourceRecord, now: number, newItems = 1): SourceRecord =>
  recordSuccess(record, {
    now,
    collect: { etag: '"a"', lastModified: null, cursor: null },
    newItems,
    newestItemAt: newItems > 0 ? now - 60_000 : null,
  });

const FAILURE = {
  reason: 'HTTP 500',
  now: NOW,
  random: 0,
  askedMs: null,
  intervalMs: 600_000,
  resting: true,
};

const failures = (count: number, askedMs: number | null = null): SourceRecord => {
  let record = success(newRecord('daily'), NOW - HOUR);
  for (let n = 0; n < count; n += 1) record = recordFailure(record, { ...FAILURE, now: NOW + n, askedMs });
  return record;
};

describe('healthOf', () => {
  it('is stale before it was ever asked', () => {
    expect(healthOf(SOURCE, newRecord('daily'), null, NOW)).toEqual({
      state: 'stale',
      reason: 'Not asked yet',
      lagSeconds: null,
    });
  });

  it('is ok after a success, with its lag', () => {
    expect(healthOf(SOURCE, success(newRecord('daily'), NOW), null, NOW + HOUR)).toEqual({
      state: 'ok',
      reason: null,
      lagSeconds: 3_660,
    });
  });

  it('is stale when it answers and nothing new comes', () => {
    const record = success(success(newRecord('daily'), NOW), NOW + 25 * HOUR, 0);

    expect(healthOf(SOURCE, record, null, NOW + 25 * HOUR)).toMatchObject({
      state: 'stale',
      reason: 'Answers, but nothing new for more than 24 h',
    });
  });

  it('is down after one failure, for its reason, and ok again after a success', () => {
    expect(healthOf(SOURCE, failures(1), null, NOW)).toMatchObject({
      state: 'down',
      reason: 'HTTP 500',
    });
    expect(healthOf(SOURCE, success(failures(1), NOW), null, NOW)).toMatchObject({ state: 'ok' });
  });

  it('is disabled whatever happened before', () => {
    expect(healthOf(SOURCE, failures(1), 'X_BEARER_TOKEN is not set', NOW)).toMatchObject({
      state: 'disabled',
      reason: 'X_BEARER_TOKEN is not set',
    });
  });
});

describe('healthOf an answering source', () => {
  const answering = (newestItemAt: number, lastNewItemAt = NOW): SourceRecord => ({
    ...success(newRecord('a'), NOW),
    newest_item_at: newestItemAt,
    last_new_item_at: lastNewItemAt,
  });
  const state = (record: SourceRecord, kind: 'feed' | 'quotes') =>
    healthOf({ staleAfterHours: 24, kind }, record, null, NOW).state;

  it('calls a calm instrument quiet from its first answer on', () => {
    expect(state(answering(0, 0), 'quotes')).toBe('quiet');
    expect(state(answering(NOW - 90 * 24 * HOUR, 0), 'quotes')).toBe('quiet');
    expect(state(answering(NOW - HOUR), 'quotes')).toBe('ok');
  });

  it('does not call a feed ok whose newest item is years old, though all of it was new to us', () => {
    expect(state(answering(Date.UTC(2006, 1, 1)), 'feed')).toBe('stale');
    expect(state(answering(NOW - HOUR), 'feed')).toBe('ok');
    expect(state(answering(0), 'feed')).toBe('ok');
  });
});

describe('recordFailure', () => {
  it('forgives two failures, then rests longer each time', () => {
    const rests = [1, 2, 3, 4, 5, 9].map((count) => {
      const { next_try_at: nextTryAt } = failures(count);
      return nextTryAt === 0 ? 0 : Math.round((nextTryAt - NOW) / 60_000);
    });

    expect(rests).toEqual([0, 0, 20, 40, 80, 180]);
  });

  it('is not due while it rests', () => {
    expect(isDue(failures(2), NOW)).toBe(true);
    expect(isDue(failures(3), NOW + HOUR / 4)).toBe(false);
    expect(isDue(failures(3), NOW + HOUR)).toBe(true);
  });

  it('is due when the clock that dated its failure has been set back', () => {
    expect(isDue(failures(3), NOW - HOUR)).toBe(true);
  });

  it('rests for fewer minutes where ticks are closer together', () => {
    const twice = failures(2);
    const { next_try_at: nextTryAt } = recordFailure(twice, { ...FAILURE, intervalMs: 60_000 });

    expect(nextTryAt - NOW).toBe(2 * 60_000);
  });

  it('stays away as long as the upstream asks', () => {
    expect(failures(1, 90 * 60_000).next_try_at).toBe(NOW + 90 * 60_000);
  });

  it('stores when it went down, and the validators for the next request', () => {
    expect(failures(3)).toMatchObject({
      failures: 3,
      down_since: NOW,
      last_success_at: NOW - HOUR,
      collect: { etag: '"a"' },
    });
  });

  it('keeps the reason to one line of bounded length', () => {
    const { reason } = recordFailure(newRecord('a'), {
      ...FAILURE,
      reason: `a\n b\u001b\u202E ${'x'.repeat(294)}🚀🚀`,
    });

    expect(reason).toBe(`a b ${'x'.repeat(294)}…`);
  });
});

describe('isOurOutage', () => {
  const records = (failing: number, well: number): SourceRecord[] => [
    ...Array.from({ length: failing }, () => failures(3)),
    ...Array.from({ length: well }, (_, n) => success(newRecord(`well-${n}`), NOW)),
  ];

  it('is one when nearly all sources fail, and not when most do or few are there', () => {
    expect(isOurOutage(records(18, 2))).toBe(true);
    expect(isOurOutage(records(17, 3))).toBe(false);
    expect(isOurOutage(records(9, 0))).toBe(false);
  });

  it('leaves out sources that were never asked', () => {
    const never = Array.from({ length: 50 }, (_, n) => newRecord(`never-${n}`));

    expect(isOurOutage([...never, ...records(18, 2)])).toBe(true);
  });

  it('has every source asked, but those that asked to be left alone', () => {
    expect(isDue(failures(3), NOW + 60_000)).toBe(false);
    expect(isDue(failures(3), NOW + 60_000, false)).toBe(true);
    expect(isDue(failures(3, HOUR), NOW + 60_000, false)).toBe(false);
    const awake = { ...FAILURE, resting: false };
    expect(recordFailure(failures(3), awake).next_try_at).toBe(0);
    expect(recordFailure(failures(3), { ...awake, askedMs: HOUR }).next_try_at).toBe(NOW + HOUR);
  });
});

describe('the order of sources', () => {
  it('puts those that work first, and of these the one that has waited longest', () => {
    const record = (id: string, failures: number, lastAttemptAt: number): SourceRecord => ({
      ...newRecord(id),
      failures,
      last_attempt_at: lastAttemptAt,
    });
    const records = [
      record('asked last', 0, NOW),
      record('broken, and long not asked', 3, 1),
      record('broken once', 1, NOW),
      record('left out last time', 0, NOW - HOUR),
      record('never asked', 0, 0),
    ];

    expect(records.sort(byTurn).map(({ id }) => id)).toEqual([
      'never asked',
      'left out last time',
      'asked last',
      'broken once',
      'broken, and long not asked',
    ]);
  });
});
