import { silentSince } from './health.controller';

const START = Date.UTC(2026, 4, 7, 12);
const EVERY = 600_000;
const report = (at: number): string =>
  JSON.stringify({ started_at: new Date(at).toISOString(), duration_ms: 5_000, outcome: 'completed' });
const since = (last: string | null, now: number): number | null =>
  silentSince(last, { startedAt: START, now, everyMs: EVERY });

describe('silentSince', () => {
  it('grants a process three intervals for its first tick', () => {
    expect(since(null, START + 3 * EVERY)).toBeNull();
    expect(since(null, START + 3 * EVERY + 1)).toBe(START);
  });

  it('counts from the end of the last tick, of whatever process', () => {
    const ended = START + EVERY + 5_000;

    expect(since(report(START + EVERY), ended + 3 * EVERY)).toBeNull();
    expect(since(report(START + EVERY), ended + 3 * EVERY + 1)).toBe(ended);
  });

  it('does not count the time before this process started', () => {
    expect(since(report(START - 100 * EVERY), START + EVERY)).toBeNull();
  });
});
