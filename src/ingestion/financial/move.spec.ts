import { latestMove, moveItem, robustZ, type Instrument } from './move';
import type { PricePoint } from './price-point';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5);

/** One point a day; a number is its price, null a day without a trade. */
const series = (prices: readonly (number | null)[]): PricePoint[] =>
  prices.map((price, index) => ({
    symbol: 'BZ=F',
    currency: 'USD',
    at: START + index * DAY,
    price,
    open: null,
    high: null,
    low: null,
    volume: null,
  }));

/** A market that swings by about a percent, for as many days as asked. */
const calm = (days: number): number[] =>
  Array.from({ length: days }, (_, index) => 80 * (1 + 0.01 * Math.sin(index * 1.7)));

const BRENT: Instrument = { id: 'brent', name: 'Brent crude', symbol: 'BZ=F', decimals: 2 };

describe('robustZ', () => {
  it('is the distance from the median in scaled median deviations', () => {
    expect(robustZ(10, [1, 2, 3, 4, 5])).toBeCloseTo((10 - 3) / 1.4826, 10);
  });

  it('falls back to the mean deviation when most of the history is equal', () => {
    expect(robustZ(1, [0, 0, 0, 0, 1])).toBeCloseTo(1 / (1.2533 * 0.2), 10);
  });

  it('finds none in a constant history', () => {
    expect(robustZ(1, [0, 0, 0])).toBeNull();
  });
});

describe('latestMove', () => {
  it('finds a jump that is beyond the habit of the instrument', () => {
    const move = latestMove(series([...calm(60), 92]));

    expect(move?.change).toBeGreaterThan(0.1);
    expect(move?.z).toBeGreaterThan(3.5);
  });

  it('finds none in the usual swing', () => {
    expect(latestMove(series(calm(60)))).toBeNull();
  });

  it('compares trading times, not days: closed days between change nothing', () => {
    const open = [...calm(60), 92];
    const closed = [...calm(60), null, null, 92];

    expect(latestMove(series(closed))?.z).toBe(latestMove(series(open))?.z);
  });

  it('does not mistake a closed market for a calm one', () => {
    const jumpThenClosed = [...calm(60), 92, null, null];

    expect(latestMove(series(jumpThenClosed))?.after.price).toBe(92);
  });

  it('does not judge by a short history', () => {
    expect(latestMove(series([...calm(15), 92]))).toBeNull();
    expect(latestMove([])).toBeNull();
  });

  it('is not fooled into calling a twitch of a pegged price a move', () => {
    const pegged = Array.from({ length: 60 }, (_, index) => 3.75 + (index % 2) * 0.0001);

    expect(latestMove(series([...pegged, 3.76]))).toBeNull();
  });

  it('has no return from a price that is not positive', () => {
    expect(latestMove(series([...calm(60), -37.63, 10]))).toBeNull();
  });

  it('does not depend on the order of the points', () => {
    const points = series([...calm(60), 92]);

    expect(latestMove(points.toReversed())).toEqual(latestMove(points));
  });
});

describe('moveItem', () => {
  const move = latestMove(series([...calm(60), 92]))!;

  it('states the move with its figures and the entity that moved', () => {
    const item = moveItem(BRENT, move, move.after.at + 3_600_000);

    expect(item).toMatchObject({
      title: expect.stringMatching(/^Brent crude up \d+\.\d % to 92\.00$/),
      publishedAt: move.after.at + 3_600_000,
      entityHints: ['brent'],
      attributes: { symbol: 'BZ=F', price: 92 },
    });
  });

  it('keeps its identity while the price moves further during the day', () => {
    const later = latestMove(series([...calm(60), 93]))!;

    expect(moveItem(BRENT, later).key).toBe(moveItem(BRENT, move).key);
  });
});
