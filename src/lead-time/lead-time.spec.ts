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
    expect(at([0, 0.3], [10, 0.35])).toEqual([{ started_at: 0, at: 10 * MINUTE, from: 0.3, to: 0.35 }]);
  });

  it('is a fall as well as a rise', () => {
    expect(at([0, 0.3], [10, 0.2])).toMatchObject([{ from: 0.3, to: 0.2 }]);
  });

  it('is measured from the extreme, and the next from where the last ended', () => {
    expect(at([0, 0.3], [5, 0.28], [10, 0.32], [15, 0.34], [20, 0.38], [25, 0.4])).toEqual([
      { started_at: 5 * MINUTE, at: 15 * MINUTE, from: 0.28, to: 0.34 },
      { started_at: 15 * MINUTE, at: 25 * MINUTE, from: 0.34, to: 0.4 },
    ]);
  });

  it('excludes a slow drift: five points within six hours', () => {
    expect(at([0, 0.3], [7 * 60, 0.33], [14 * 60, 0.36])).toEqual([]);
  });

  it('carries a price forward until the next quote', () => {
    expect(at([0, 0.3], [24 * 60, 0.36])).toEqual([{ started_at: 18 * HOUR, at: 24 * HOUR, from: 0.3, to: 0.36 }]);
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
  at: day * DAY,
  before: before.map(([source, type, first, last]) => ({
    source,
    source_type: type,
    first_lead_ms: first * MINUTE,
    last_lead_ms: last * MINUTE,
  })),
  control,
});

describe('leadTimes', () => {
  it('compare with reports in periods without a move', () => {
    const loud = { source: 'loud', source_type: 'news' };
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
      { name: 'loud', share: 1, control_share: 0.5 },
      { name: 'rare', share: 1 / 3, control_share: 0 },
    ]);
    expect(leadTimes([move([['loud', 'news', 60, 10]])], 'source')).toMatchObject([{ control_share: null }]);
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
    expect(leadTimes(moves, 'source_type')).toEqual([
      {
        name: 'news',
        moves: 2,
        share: 2 / 3,
        control_share: null,
        median_first_lead_seconds: 55 * 60,
        median_last_lead_seconds: 12.5 * 60,
      },
      expect.objectContaining({ name: 'telegram', moves: 1, median_first_lead_seconds: 200 * 60 }),
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
      first_reports: 9,
      copies: 3,
      silent_days: 5,
      watched_days: 7,
      mean_delay_ms: 10,
      moves_preceded: 1,
      moves: 2,
      median_lead_ms: 60 * MINUTE,
    });
  });

  it('does not call the days silent before it was first heard', () => {
    expect(scoreCard('a', days, [], 100, 30)).toMatchObject({ watched_days: 11, silent_days: 8 });
    expect(scoreCard('x', [], [], 100, 30)).toMatchObject({
      watched_days: 0,
      silent_days: 0,
      mean_delay_ms: null,
      median_lead_ms: null,
    });
  });
});
