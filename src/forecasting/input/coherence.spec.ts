import { LADDER } from '../../../test/support/forecast-inputs';
import { buildInput } from './build-input';
import { incoherences, incoherentForecasts, type Rung } from './coherence';

const rung = (question: string, deadline: string | null, probability: number | null): Rung => ({
  ticker: question,
  question,
  deadline: deadline === null ? null : `${deadline}T12:00:00.000000Z`,
  probability,
});

describe('incoherences', () => {
  it('finds a later deadline that is less likely', () => {
    const ladder = [
      rung('Israel strikes Iran by June 30, 2026?', '2026-06-30', 0.31),
      rung('Israel strikes Iran by 30 September 2026?', '2026-09-30', 0.27),
      rung('Israel strikes Iran by May 31?', '2026-05-31', 0.12),
    ];
    expect(incoherences(ladder, false)).toEqual(['2026-09-30 at 0.27 is below the earlier 2026-06-30 at 0.31']);
  });

  it('ignores questions that differ by more than the date, prices within the tolerance, and missing prices', () => {
    expect(
      incoherences(
        [
          rung('Will 50 ships pass by June 30?', '2026-06-30', 0.5),
          rung('Will 90 ships pass by July 31?', '2026-07-31', 0.2),
          rung('Ceasefire in June?', '2026-06-30', 0.4),
          rung('Ceasefire in July?', '2026-07-31', 0.1),
          rung('Deal by June 30?', '2026-06-30', 0.2),
          rung('Deal by July 31?', '2026-07-31', 0.19),
          rung('Deal by August 31?', '2026-08-31', null),
        ],
        null,
      ),
    ).toEqual([]);
  });

  it('adds up exclusive outcomes, when all have a price', () => {
    const outcomes = [rung('A wins?', null, 0.7), rung('B wins?', null, 0.6)];
    expect(incoherences(outcomes, true)).toEqual(['exclusive outcomes add up to 1.3']);
    expect(incoherences([...outcomes, rung('C wins?', null, null)], true)).toEqual([]);
    expect(incoherences([rung('A?', null, 0.5), rung('B?', null, 0.55)], true)).toEqual([]);
  });
});

describe('incoherentForecasts', () => {
  const { input } = buildInput(LADDER);

  it('holds a forecast to those of the same day for the other rungs', () => {
    expect(incoherentForecasts(input, 0.3)).toEqual(['2026-09-30 at 0.22 is below the earlier 2026-07-01 at 0.3']);
    expect(incoherentForecasts(input, 0.2)).toEqual([]);
  });

  it('is empty for older forecasts, and without a group', () => {
    const later = { ...input, now: { ...input.now, frozen_at: '2026-05-08T12:00:00.000000Z' } };
    expect(incoherentForecasts(later, 0.3)).toEqual([]);
    expect(incoherentForecasts({ ...input, question: { ...input.question, group: null } }, 0.3)).toEqual([]);
  });
});
