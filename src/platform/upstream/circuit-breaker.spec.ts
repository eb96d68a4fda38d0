import { afterFailure, atInterval, CLOSED_BREAKER, isOpen } from './circuit-breaker';

describe('circuit breaker', () => {
  const policy = { tolerated: 2, baseMs: 60_000, capMs: 240_000 };
  const fail = (times: number, askedMs: number | null = null) => {
    let state = CLOSED_BREAKER;
    for (let n = 0; n < times; n += 1) state = afterFailure(state, policy, 0, 0, askedMs);
    return state;
  };

  it('forgives the tolerated failures', () => {
    expect(isOpen(fail(2), 0)).toBe(false);
    expect(fail(2)).toEqual({ failures: 2, failedAt: 0, openUntil: 0 });
  });

  it('opens with the next one, for longer each time, up to the cap', () => {
    expect([3, 4, 5, 6, 20].map((times) => fail(times).openUntil)).toEqual([30_000, 60_000, 120_000, 120_000, 120_000]);
  });

  it('lets a try through when the pause is over', () => {
    expect(isOpen(fail(3), 29_999)).toBe(true);
    expect(isOpen(fail(3), 30_000)).toBe(false);
  });

  it('stays away at least as long as the upstream asked, at once', () => {
    expect(fail(1, 90_000).openUntil).toBe(90_000);
    expect(fail(3, 1_000).openUntil).toBe(30_000);
  });

  it('is closed once the clock has been set back to before its failure', () => {
    const ahead = afterFailure(fail(2), policy, 7_200_000, 0);

    expect(isOpen(ahead, 7_200_000)).toBe(true);
    expect(isOpen(ahead, 10_000)).toBe(false);
  });

  it('pauses for fewer minutes where ticks are closer together, never for more than usual', () => {
    expect(atInterval(policy, 60_000)).toEqual({ tolerated: 2, baseMs: 6_000, capMs: 24_000 });
    expect(atInterval(policy, 600_000)).toEqual(policy);
    expect(atInterval(policy, 3_600_000)).toEqual(policy);
  });
});
