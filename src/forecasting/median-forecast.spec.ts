import type { Forecast } from './forecast';
import { medianForecast } from './median-forecast';

const draw = (probabilityYes: number, confidence = 0.5): Forecast => ({
  probability_yes: probabilityYes,
  confidence,
  direction: probabilityYes > 0.5 ? 'YES' : 'NO',
  reasoning: `Because of ${probabilityYes}.`,
});

describe('medianForecast', () => {
  it('is the answer itself when there is one', () => {
    expect(medianForecast([draw(0.3)])).toEqual(draw(0.3));
  });

  it('takes the middle number and its own reasoning', () => {
    expect(medianForecast([draw(0.9, 0.9), draw(0.2, 0.4), draw(0.35, 0.6)])).toEqual(draw(0.35, 0.6));
  });

  it('takes the mean of the two in the middle of an even number', () => {
    const median = medianForecast([draw(0.2), draw(0.3), draw(0.41), draw(0.9)]);
    expect(median).toMatchObject({ probability_yes: 0.355, reasoning: 'Because of 0.3.' });
  });

  it('has none of nothing', () => {
    expect(() => medianForecast([])).toThrow(RangeError);
  });
});
