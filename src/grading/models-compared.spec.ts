import { correlation } from './correlation';
import { medianProbability, shrunkLogitMean } from './ensemble';
import { logScore } from './log-score';
import { ENSEMBLES, sourceOf } from './derived-answers';
import type { ComparedAnswer } from './compared-answer';
import { compareModels, comparePair } from './models-compared';
import { peerScores } from './peer-score';

const answer = (change: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  population: 'live',
  model: 'a',
  arm: 'A',
  question: 'q1',
  market: 'm1',
  family: 'f1',
  probabilityYes: 0.8,
  draws: [],
  outcome: 'YES',
  mid: 0.6,
  bid: 0.59,
  ask: 0.61,
  madeAt: '2026-07-01T00:00:00.000000Z',
  resolvedAt: '2026-08-01T00:00:00.000000Z',
  ...change,
});

describe('an ensemble', () => {
  it('is the middle answer, or the mean of the two in the middle', () => {
    expect(medianProbability([0.9, 0.2, 0.4])).toBe(0.4);
    expect(medianProbability([0.2, 0.4])).toBeCloseTo(0.3, 15);
    expect(() => medianProbability([])).toThrow(RangeError);
  });

  it('is drawn towards even odds by as much as one answer of 0.5', () => {
    expect(shrunkLogitMean([0.5])).toBe(0.5);
    // One answer with odds of 9 to 1: the square root of the odds, 3 to 1.
    expect(shrunkLogitMean([0.9])).toBeCloseTo(0.75, 12);
    // Two answers of 8 to 1: the odds to the power of two thirds, 4 to 1.
    expect(shrunkLogitMean([8 / 9, 8 / 9])).toBeCloseTo(0.8, 12);
    expect(shrunkLogitMean([0, 1])).toBeCloseTo(0.5, 12);
  });

  it('is made where two models answered the same in one arm, and of several draws', () => {
    const { entrants } = compareModels([
      answer(),
      answer({ model: 'b', probabilityYes: 0.4 }),
      answer({ arm: 'B' }),
      answer({ model: 'c', question: 'q2', draws: [0.7, 0.8, 0.9] }),
    ]);
    const made = entrants.filter(({ model }) => sourceOf(model) === null);
    expect(made.map(({ arm, model }) => `${arm} ${model}`)).toEqual([
      'A a',
      'A b',
      'A c',
      `A ${ENSEMBLES.median}`,
      `A ${ENSEMBLES.draws} of c`,
      `A ${ENSEMBLES.shrunk}`,
      'B a',
    ]);
    const median = entrants.find(({ model }) => model === ENSEMBLES.median);
    expect(median?.brier).toBeCloseTo(0.4 ** 2, 12);
  });
});

describe('scores of the other models', () => {
  it('are logarithms of the probability of the outcome, with a minimum', () => {
    expect(logScore(0.5, 'NO')).toBeCloseTo(-Math.LN2, 15);
    expect(logScore(0, 'YES')).toBeCloseTo(Math.log(1e-6), 12);
  });

  it('are 100 times the distance from the mean of the others', () => {
    const [first, second] = peerScores([0.8, 0.4], 'YES');
    expect(first).toBeCloseTo(100 * Math.log(2), 10);
    expect(second).toBeCloseTo(-100 * Math.log(2), 10);
    expect(peerScores([0.8], 'YES')).toEqual([null]);
    const three = peerScores([0.2, 0.5, 0.7], 'NO') as number[];
    expect(three.reduce((sum, score) => sum + score, 0)).toBeCloseTo(0, 10);
  });

  it('measure how much of an answer follows the price', () => {
    const pairs = [0.1, 0.4, 0.9].map((x) => ({ x, y: 2 * x + 1, weight: 1 }));
    expect(correlation(pairs)).toBeCloseTo(1, 12);
    expect(correlation(pairs.map((pair) => ({ ...pair, y: 1 })))).toBeNull();
    // Numbers of Python's statistics.correlation([1, 2, 3, 4], [2, 1, 4, 3]).
    const four = [2, 1, 4, 3].map((y, index) => ({ x: index + 1, y, weight: 1 }));
    expect(correlation(four)).toBeCloseTo(0.6, 12);
  });
});

describe('a comparison', () => {
  it('takes the price at which an answer could have been traded', () => {
    const [above] = compareModels([answer()]).entrants;
    const [below] = compareModels([answer({ probabilityYes: 0.3, outcome: 'NO' })]).entrants;
    expect(above?.against_executed.skill).toBeCloseTo(1 - 0.2 ** 2 / 0.39 ** 2, 12);
    expect(below?.against_executed.skill).toBeCloseTo(1 - 0.3 ** 2 / 0.59 ** 2, 12);
    expect(above?.baselines).toMatchObject({ half: 0.25, base_rate: 0 });
    expect(above?.baselines.market_mid).toBeCloseTo(0.4 ** 2, 12);
  });

  it('uses the last price of a market', () => {
    const later = answer({ question: 'q2', mid: 0.9, madeAt: '2026-07-02T00:00:00.000000Z' });
    const [entrant] = compareModels([later, answer()]).entrants;
    expect(entrant?.baselines.last_price).toBeCloseTo(0.1 ** 2, 12);
  });

  it('of two is over the questions that both answered, and speaks for the smaller error', () => {
    const first = [answer(), answer({ question: 'q2', market: 'm2', family: 'f2' })];
    const second = [answer({ model: 'b', probabilityYes: 0.5 })];
    expect(comparePair(first, second)).toMatchObject({
      n_questions: 1,
      n_markets: 1,
      underpowered: true,
      interval: null,
    });
    expect(comparePair(first, second)?.difference).toBeCloseTo(0.25 - 0.04, 12);
    expect(comparePair(first, [answer({ model: 'b', question: 'q9' })])).toBeNull();
  });

  it('does not depend on the order of its rows', () => {
    const rows = [0.1, 0.3, 0.7, 0.9].flatMap((probabilityYes, index) => [
      answer({ question: `q${index}`, market: `m${index}`, family: `f${index}`, probabilityYes }),
      answer({ model: 'b', question: `q${index}`, market: `m${index}`, family: `f${index}` }),
    ]);
    const there = compareModels(rows);
    const back = compareModels([...rows].reverse());
    expect(back.entrants.map(({ model, n_markets }) => [model, n_markets])).toEqual(
      there.entrants.map(({ model, n_markets }) => [model, n_markets]),
    );
    back.entrants.forEach(({ brier }, index) => {
      expect(brier).toBeCloseTo(there.entrants[index]?.brier ?? NaN, 12);
    });
  });
});
