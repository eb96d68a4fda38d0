import { wrongLines, type CheckResult } from './check-result';

const result = (what: string, verdict: CheckResult['verdict'] = 'wrong'): CheckResult => ({
  ...{ what, verdict, latencyMs: 12, means: 'does not answer', costsUsd: 0 },
});

describe('failures at a start', () => {
  it('are listed line by line, without successes', () => {
    expect(wrongLines([result('a'), result('b', 'ok'), result('c', 'warning')])).toEqual([
      expect.stringMatching(/^wrong +a +12 ms +does not answer$/),
      expect.stringMatching(/^warning +c /),
    ]);
  });

  it('is counted from the thirteenth on', () => {
    const lines = wrongLines(Array.from({ length: 205 }, (_, nth) => result(`feed ${nth}`)));

    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toBe('193 more: `vedette check` lists them all.');
  });
});
