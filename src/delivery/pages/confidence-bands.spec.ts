import { hitRateByConfidence } from './confidence-bands';

describe('hitRateByConfidence', () => {
  it('counts each market once in the band of its confidence', () => {
    const bands = hitRateByConfidence([
      { market: 'a', confidence: 0.74, netPnl: 5 },
      { market: 'a', confidence: 0.79, netPnl: -2 },
      { market: 'b', confidence: 0.79, netPnl: -1 },
      { market: 'c', confidence: 1, netPnl: 1 },
    ]);

    expect(bands.map(({ from, hits, markets }) => [from, hits, markets])).toEqual([
      [0.74, 1, 2],
      [0.9, 1, 1],
    ]);
  });

  it('has no band without a trade', () => {
    expect(hitRateByConfidence([])).toEqual([]);
  });
});
