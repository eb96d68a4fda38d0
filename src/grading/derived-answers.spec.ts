import { mulberry32 } from './bootstrap';
import { calibrate, fitCalibration, IDENTITY } from './calibration';
import { CALIBRATION_MARKETS_MIN } from './combination-rules';
import { derivedAnswers } from './derived-answers';
import type { ComparedAnswer } from './compared-answer';

const day = (number: number): string => new Date(Date.UTC(2026, 5, 1 + number)).toISOString().replace('Z', '000Z');

const answer = (number: number, change: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  population: 'live',
  model: 'a',
  arm: 'A',
  question: `q${number}`,
  market: `m${number}`,
  family: `f${number}`,
  probabilityYes: 0.8,
  draws: [],
  outcome: 'YES',
  mid: 0.5,
  bid: 0.49,
  ask: 0.51,
  madeAt: day(number),
  resolvedAt: day(number + 2),
  ...change,
});

const madeOf = (rows: readonly ComparedAnswer[], prefix: string): readonly ComparedAnswer[] =>
  derivedAnswers(rows, new Map()).filter(({ model }) => model.startsWith(prefix));

describe('a blend', () => {
  it('is the middle of model and price in log-odds, of who was shown everything and had a price', () => {
    // Odds of 4 and of 1: of 2.
    expect(madeOf([answer(0)], 'blend')).toEqual([
      { ...answer(0), model: 'blend with the price: a', probabilityYes: 0.6666666666666666 },
    ]);
    expect(madeOf([answer(0, { mid: null }), answer(1, { arm: 'B' })], 'blend')).toEqual([]);
  });
});

describe('a calibration', () => {
  it('finds by how much answers are too sure, and changes little where they are right', () => {
    const random = mulberry32(3);
    const votes = (truth: (answered: number) => number): Map<number, [number, number]> => {
      const counted = new Map<number, [number, number]>();
      for (let n = 0; n < 4000; n += 1) {
        const percent = 5 + Math.floor(random() * 90);
        const [yes, no] = counted.get(percent) ?? [0, 0];
        counted.set(percent, random() < truth(percent / 100) ? [yes + 1, no] : [yes, no + 1]);
      }
      return counted;
    };
    const right = fitCalibration(votes((answered) => answered));
    expect(right.slope).toBeGreaterThan(0.9);
    expect(right.slope).toBeLessThan(1.1);
    expect(Math.abs(right.intercept)).toBeLessThan(0.1);
    const sure = fitCalibration(votes((answered) => calibrate({ intercept: -0.4, slope: 0.5 }, answered)));
    expect(sure.slope).toBeGreaterThan(0.4);
    expect(sure.slope).toBeLessThan(0.6);
    expect(sure.intercept).toBeGreaterThan(-0.5);
    expect(sure.intercept).toBeLessThan(-0.3);
  });

  it('ends at the identity without votes and stays finite where all went one way', () => {
    expect(fitCalibration(new Map())).toEqual(IDENTITY);
    const { intercept, slope } = fitCalibration(new Map([[0, [0, 900]]]));
    expect(Number.isFinite(intercept) && Number.isFinite(slope)).toBe(true);
    expect(calibrate({ intercept, slope }, 0)).toBeGreaterThan(0);
  });

  it('begins when enough markets were decided on earlier days, and ignores later ones', () => {
    const rows = Array.from({ length: 50 }, (_, number) =>
      answer(number, { outcome: number % 4 === 0 ? 'NO' : 'YES' }),
    );
    const made = madeOf(rows, 'calibrated');
    // Decided two days later, and read from the day after.
    expect(made[0]?.madeAt).toBe(day(CALIBRATION_MARKETS_MIN + 2));
    expect(made).toHaveLength(50 - CALIBRATION_MARKETS_MIN - 2);
    const changed = rows.map((row, number) => (number >= 31 ? { ...row, outcome: 'NO' as const } : row));
    const told = (list: readonly ComparedAnswer[]) => list.map(({ probabilityYes }) => probabilityYes);
    expect(told(madeOf(changed, 'calibrated')).slice(0, 2)).toEqual(told(made).slice(0, 2));
    expect(told(madeOf(changed, 'calibrated')).at(-1)).toBeLessThan(told(made).at(-1) ?? 0);
  });

  it('gives a market one vote, and is independent of the order of rows', () => {
    const rows = Array.from({ length: 40 }, (_, number) =>
      answer(number, { outcome: number % 3 === 0 ? 'NO' : 'YES' }),
    );
    const often = [...rows, ...Array.from({ length: 9 }, (_, nth) => answer(0, { question: `again ${nth}` }))];
    const last = (list: readonly ComparedAnswer[]) => madeOf(list, 'calibrated').at(-1)?.probabilityYes;
    // Nine more answers like the first of its market change no vote.
    expect(last(often.map((row) => (row.market === 'm0' ? { ...row, outcome: 'NO' } : row)))).toBeCloseTo(
      last(rows) ?? 0,
      12,
    );
    expect(last([...rows].reverse())).toBe(last(rows));
  });
});
