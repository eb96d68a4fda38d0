import { brierOverOptions, cumulated, rankedProbabilityScore } from './group-scores';

describe('scores of several options', () => {
  it('are sums of squared errors, with none of these as an option', () => {
    expect(brierOverOptions([1, 0], ['YES', 'NO'])).toBe(0);
    expect(brierOverOptions([0, 1], ['YES', 'NO'])).toBe(2);
    expect(brierOverOptions([0.5, 0.25], ['YES', 'NO'])).toBe(0.25 + 0.0625 + 0.0625);
    expect(brierOverOptions([0.5, 0.25], ['NO', 'NO'])).toBe(0.25 + 0.0625 + 0.5625);
    expect(brierOverOptions([1, 0.5], ['YES', 'NO'])).toBe(0.25);
  });

  it('of a quantity grow with the distance between forecast and outcome', () => {
    const happened = cumulated([0, 0, 1]);
    const score = (...probabilities: number[]): number => rankedProbabilityScore(cumulated(probabilities), happened);
    expect(score(0, 0, 1)).toBe(0);
    expect(score(0, 1, 0)).toBe(1 / 3);
    expect(score(1, 0, 0)).toBe(2 / 3);
  });
});
