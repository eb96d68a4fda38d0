import { leadTimes, scoreCard, type PrecededMove } from './lead-time';
import { priceMoves } from './price-moves';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

describe('priceMoves', () => {
  const at = (...points: [number, number][]) =>
    priceMoves(points.map(([minutes, price]) => ({ at: minutes * MINUTE, price })));

  it('is a change of five points, not of four', () => {
    expect(at([0, 0.3], [10, 0.349])).toEqual([]);
    expect(at([0, 0.3], [10, 0.35])).toEqual([{ startedAt: 0, at: 10 * MINUTE, from: 0.3, to: 0.35 }]);
  });

  it('is a fall as well as a rise', () => {
    expect(at([0, 0.3], [10, 0.2])).toMatchObject([{ from: 0.3, to: 0.2 }]);
  });

  it('is measured from the extreme, and the next from where the last ended', () => {
    expect(at([0, 0.3], [5, 0.28], [10, 0.32], [15, 0.34], [20, 0.38], [25, 0.4])).toEqual([
      { startedAt: 5 * MINUTE, at: 15 * MINUTE, from: 0.28, to: 0.34 },
      { startedAt: 15 * MINUTE, at: 25 * MINUTE, from: 0.34, to: 0.4 },
    ]);
  });

  it('is no slow drift: five points take at most six hours', () => {
    expect(at([0, 0.3], [7 * 60, 0.33], [14 * 60, 0.36])).toEqual([]);
  });

  it('takes a price to hold until the next quote', () => {
    expect(at([0, 0.3], [24 * 60, 0.36])).toEqual([{ startedAt: 18 * HOUR, at: 24 * HOUR, from: 0.3, to: 0.36 }]);
  });

  it('is not found in one quote', () => {
    expect(at([0, 0.3])).toEqual([]);
  });
});

const move = (
  before: [string, string, number, number][],
  day = 100,
  control: PrecededMove['control'] = null,
): PrecededMove => ({
  exchange: 'kalshi',
  ticker: 'A',
  at: day * DAY,
  from: 0.3,
  to: 0.4,
  before: before.map(([source, sourceType, first, last]) => ({
    source,
    sourceType,
    firstLeadMs: first * MINUTE,
    lastLeadMs: last * MINUTE,
  })),
  control,
});

describe('leadTimes', () => {
  it('stand beside what was said while prices stood still', () => {
    const loud = { source: 'loud', sourceType: 'news' };
    const rows = leadTimes(
      [
        move(
          [
            ['loud', 'news', 60, 10],
            ['rare', 'telegram', 60, 60],
          ],
          100,
          [loud],
        ),
        move([['loud', 'news', 60, 10]], 101, []),
        move([['loud', 'news', 60, 10]], 102, null),
      ],
      'source',
    );

    expect(rows).toMatchObject([
      { name: 'loud', share: 1, controlShare: 0.5 },
      { name: 'rare', share: 1 / 3, controlShare: 0 },
    ]);
    expect(leadTimes([move([['loud', 'news', 60, 10]])], 'source')).toMatchObject([{ controlShare: null }]);
  });

  const moves = [
    move([
      ['a', 'news', 60, 10],
      ['b', 'news', 90, 5],
      ['c', 'telegram', 200, 200],
    ]),
    move([['a', 'news', 20, 20]]),
    move([]),
  ];

  it('takes for a source type its first and its last word before each move', () => {
    expect(leadTimes(moves, 'sourceType')).toEqual([
      {
        name: 'news',
        moves: 2,
        share: 2 / 3,
        controlShare: null,
        medianFirstLeadMs: 55 * MINUTE,
        medianLastLeadMs: 12.5 * MINUTE,
      },
      expect.objectContaining({ name: 'telegram', moves: 1, medianFirstLeadMs: 200 * MINUTE }),
    ]);
  });

  it('ranks sources by the moves that they preceded', () => {
    expect(leadTimes(moves, 'source').map(({ name, moves: n }) => [name, n])).toEqual([
      ['a', 2],
      ['c', 1],
      ['b', 1],
    ]);
  });

  it('is empty without moves', () => {
    expect(leadTimes([], 'source')).toEqual([]);
  });
});

describe('scoreCard', () => {
  const days = [
    { day: 90, items: 4, copies: 4, delay_ms: 0, dated: 0, last_at: 0 },
    { day: 98, items: 10, copies: 3, delay_ms: 50, dated: 5, last_at: 0 },
    { day: 100, items: 2, copies: 0, delay_ms: 10, dated: 1, last_at: 0 },
  ];

  it('counts first reports, copies and silence within its days', () => {
    expect(scoreCard('a', days, [move([['a', 'news', 60, 10]]), move([])], 100, 7)).toEqual({
      days: 7,
      items: 12,
      firstReports: 9,
      copies: 3,
      silentDays: 5,
      watchedDays: 7,
      meanDelayMs: 10,
      movesPreceded: 1,
      moves: 2,
      medianLeadMs: 60 * MINUTE,
    });
  });

  it('does not call the days silent before it was first heard', () => {
    expect(scoreCard('a', days, [], 100, 30)).toMatchObject({ watchedDays: 11, silentDays: 8 });
    expect(scoreCard('x', [], [], 100, 30)).toMatchObject({
      watchedDays: 0,
      silentDays: 0,
      meanDelayMs: null,
      medianLeadMs: null,
    });
  });
});
