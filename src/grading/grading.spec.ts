import { bootstrapSkill, mulberry32 } from './bootstrap';
import { brierScore } from './brier';
import { pairedTest, signTestP, wilsonInterval } from './confidence-interval';
import { hitRate } from './hit-rate';
import { marketLosses, type GradedForecast } from './market-losses';
import { marketsNeeded, pairedPower } from './power';
import { oneVoteAMarket, reliability } from './reliability';
import { jackknifeSkill, skillOf, skillScore } from './skill-score';
import { timeDecay } from './time-decay';

const forecast = (market: string, change: Partial<GradedForecast> = {}): GradedForecast => ({
  market,
  probabilityYes: 0.8,
  baselineYes: 0.6,
  outcome: 'YES',
  ...change,
});

describe('brierScore', () => {
  it('is 0 for a certain and right forecast and 1 for a certain and wrong one', () => {
    expect(brierScore(1, 'YES')).toBe(0);
    expect(brierScore(0, 'NO')).toBe(0);
    expect(brierScore(1, 'NO')).toBe(1);
  });
});

describe('marketLosses', () => {
  it('averages inside a market before anything else', () => {
    expect(
      marketLosses([forecast('A', { probabilityYes: 1 }), forecast('A', { probabilityYes: 0.5 }), forecast('B')]).map(
        ({ market, model, count }) => [market, model, count],
      ),
    ).toEqual([
      ['A', 0.125, 2],
      ['B', (0.8 - 1) ** 2, 1],
    ]);
  });

  it('omits rows without a baseline, on both sides', () => {
    expect(marketLosses([forecast('A', { baselineYes: null })])).toEqual([]);
  });
});

describe('values that cannot be computed', () => {
  const one = marketLosses([forecast('A')]);

  it('is null and not zero', () => {
    expect(skillOf([])).toBeNull();
    expect(skillScore(0.1, 0)).toBeNull();
    expect(pairedTest(one)).toBeNull();
    expect(jackknifeSkill(one)).toBeNull();
    expect(bootstrapSkill(one, 'market')).toBeNull();
    expect(reliability([]).baseRate).toBeNull();
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
    expect(signTestP([])).toBe(1);
  });

  it('is null where every market has the same outcome', () => {
    expect(pairedTest(marketLosses(['A', 'B', 'C'].map((market) => forecast(market))))).toBeNull();
  });
});

describe('markets of one event', () => {
  // Differences +0.3, +0.1, -0.1, -0.3 of a baseline of 0.5 in four markets of two events.
  const losses = [0.2, 0.4, 0.6, 0.8].map((model, index) => ({
    market: `M${index}`,
    family: index < 2 ? 'X' : 'Y',
    model,
    baseline: 0.5,
    count: 1,
  }));

  it('count once in the summary of their certainty', () => {
    expect(pairedTest(losses)?.degreesOfFreedom).toBe(1);
    const shifted = losses.map((loss) => ({ ...loss, baseline: 0.6 }));
    // Mean 0.1; sums of the residuals by event ±0.4: error √(2 · (0.16 + 0.16)) ÷ 4 = 0.2.
    expect(pairedTest(shifted)?.t).toBeCloseTo(0.5, 12);
    // One event better, one worse.
    expect(signTestP(losses)).toBe(1);
    expect(pairedTest(losses.map((loss) => ({ ...loss, family: 'X' })))).toBeNull();
  });
});

describe('bootstrapSkill', () => {
  const random = mulberry32(3);
  const losses = marketLosses(
    Array.from({ length: 60 }, (_, index) =>
      forecast(`M${index}`, {
        family: `F${index % 6}`,
        probabilityYes: random(),
        baselineYes: random(),
        outcome: random() < 0.5 ? 'YES' : 'NO',
      }),
    ),
  );

  it('is the same interval for the same rows', () => {
    expect(bootstrapSkill(losses, 'market')).toEqual(bootstrapSkill(losses, 'market'));
  });

  // Computed apart from this program, with Mulberry32 in Python.
  it('is the share of the sorted draws, those without a baseline left out', () => {
    const rows = (pairs: readonly (readonly [number, number])[]) =>
      pairs.map(([model, baseline], n) => ({ market: `M${n}`, family: `M${n}`, model, baseline, count: 1 }));
    const four = [
      [0.1, 0.3],
      [0.2, 0.4],
      [0.5, 0.25],
      [0.3, 0.6],
    ] as const;
    const within = (pairs: readonly (readonly [number, number])[], draws: number, seed: number) =>
      bootstrapSkill(rows(pairs), 'market', { draws, seed, alpha: 0.3 })?.interval.map((end) =>
        Number(end.toFixed(12)),
      );

    expect(within(four, 8, 7)).toEqual([0.012962962963, 0.309343715239]);
    expect(within(four.slice(0, 2), 8, 7)).toEqual([0.5, 0.666666666667]);
    const half = [
      [0.1, 0],
      [0.1, 0.3],
    ] as const;
    // Two of four draws have a baseline, and then one.
    expect(within(half, 4, 3)).toHaveLength(2);
    expect(within(half, 4, 13)).toBeUndefined();
    expect([mulberry32(3)(), mulberry32(7)()].map((one) => one.toFixed(6))).toEqual(['0.720227', '0.011705']);
  });

  it('draws whole families', () => {
    expect(bootstrapSkill(losses, 'family')?.units).toBe(6);
    expect(bootstrapSkill(losses, 'market')?.units).toBe(60);
  });
});

describe('jackknifeSkill', () => {
  const loss = (family: string, baseline: number) => ({ market: family, family, model: 0.1, baseline, count: 1 });

  it('is null where the skill without one event, or of all, is null', () => {
    expect(jackknifeSkill([loss('A', 0.2), loss('B', 0.3)])).not.toBeNull();
    expect(jackknifeSkill([loss('A', 0.2), loss('B', 0)])).toBeNull();
    expect(jackknifeSkill([loss('A', 0), loss('B', 0)])).toBeNull();
  });
});

describe('hitRate', () => {
  it('counts markets with a gain, neither those with a loss nor those without a trade', () => {
    const trades = ['A', 'B', 'C'].map((market) => ({ market, netPnl: market === 'C' ? -1 : 1 }));

    expect(hitRate(trades)).toMatchObject({ hits: 2, markets: 3, rate: 2 / 3 });
    expect(hitRate([])).toMatchObject({ hits: 0, markets: 0, rate: 0, interval: [0, 1] });
  });

  it('looks at the net of a market, to the hundredth of a cent', () => {
    expect(
      hitRate([
        { market: 'A', netPnl: 0.1 },
        { market: 'A', netPnl: 0.2 },
        { market: 'A', netPnl: -0.3 },
        { market: 'B', netPnl: 5 },
      ]),
    ).toMatchObject({ rate: 0.5, hits: 1, markets: 2 });
  });
});

describe('power', () => {
  it('grows with the effect and with the markets', () => {
    expect(pairedPower(0.3, 90)).toBeGreaterThan(0.8);
    expect(pairedPower(0.3, 89)).toBeLessThan(0.8);
    expect(marketsNeeded(-0.3)).toBe(90);
    expect(marketsNeeded(0)).toBe(Infinity);
  });
});

describe('timeDecay', () => {
  const aged = (market: string, daysToResolution: number, change: Partial<GradedForecast> = {}) => ({
    ...forecast(market, change),
    daysToResolution,
  });

  it('puts every forecast into exactly one band, its end excluded', () => {
    const bands = timeDecay([0, 0.999999, 1, 3, 89.9, 90, 4000].map((days, index) => aged(`M${index}`, days)));

    expect(bands.map(({ fromDays, forecasts }) => [fromDays, forecasts])).toEqual([
      [0, 2],
      [1, 1],
      [3, 1],
      [7, 0],
      [14, 0],
      [30, 1],
      [90, 2],
    ]);
    expect(bands[3]).toMatchObject({ markets: 0, brierModel: null, skill: null, edge: null });
  });

  it('counts edge toward the outcome', () => {
    const [band] = timeDecay([
      aged('A', 0.5, { probabilityYes: 0.8, baselineYes: 0.6, outcome: 'YES' }),
      aged('B', 0.5, { probabilityYes: 0.8, baselineYes: 0.6, outcome: 'NO' }),
    ]);

    expect(band?.edge).toBeCloseTo(0, 12);
    expect(band?.markets).toBe(2);
  });

  it('averages a band by market, with its uncertainty by event', () => {
    const rows = [
      aged('A', 0.5, { probabilityYes: 0.9, baselineYes: 0.6 }),
      aged('A', 0.7, { probabilityYes: 0.7, baselineYes: 0.6 }),
      aged('B', 0.5, { probabilityYes: 0.2, baselineYes: 0.3, outcome: 'NO' }),
      aged('C', 0.5, { probabilityYes: 0.5, baselineYes: null }),
    ];
    const [band] = timeDecay(rows);

    expect([band?.brierModel, band?.brierBaseline, band?.edge].map((one) => one?.toFixed(6))).toEqual([
      '0.045000',
      '0.125000',
      '0.150000',
    ]);
    expect([band?.skill, band?.markets, band?.forecasts].map(Number)).toEqual([expect.closeTo(0.64, 9), 2, 4]);
    const intervals = (each: typeof band) => [each?.brierModelInterval, each?.skillInterval, each?.edgeInterval];
    expect(intervals(band).map((one) => one === null)).toEqual([false, false, false]);
    // Of one event nothing is known about the next.
    expect(intervals(timeDecay(rows.map((row) => ({ ...row, family: 'X' })))[0])).toEqual([null, null, null]);
  });
});

describe('reliability with one vote a market', () => {
  const forecasts = (market: string, outcome: 'YES' | 'NO', ...probabilities: number[]) =>
    probabilities.map((probabilityYes) => ({ market, outcome, probabilityYes }));

  it('counts eleven forecasts of five markets as five', () => {
    const rows = [
      ...forecasts('a', 'NO', 0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77),
      ...['b', 'c', 'd', 'e'].flatMap((market) => forecasts(market, 'YES', 0.75)),
    ];
    const [bin] = reliability(oneVoteAMarket(rows)).table;

    expect(bin).toMatchObject({ bin: 7, count: 11, markets: 5 });
    expect(bin?.votes).toBeCloseTo(5, 12);
    expect(bin?.yesRate).toBeCloseTo(0.8, 12);
    const expected = wilsonInterval(4, 5);
    expect(bin?.interval[0]).toBeCloseTo(expected[0], 12);
    expect(bin?.interval[1]).toBeCloseTo(expected[1], 12);
  });

  it('splits the vote of a market over the bins in which it was forecast', () => {
    const rows = [...forecasts('a', 'YES', 0.15, 0.15, 0.15, 0.95), ...forecasts('b', 'NO', 0.15)];
    const { table, baseRate } = reliability(oneVoteAMarket(rows));

    expect(table.map(({ votes }) => votes)).toEqual([1.75, 0.25]);
    expect(table[0]?.yesRate).toBeCloseTo(0.75 / 1.75, 12);
    expect(baseRate).toBe(0.5);
    // A quarter of one vote is one market, and has the weight of one.
    expect(table[1]?.interval).toEqual(wilsonInterval(1, 1));
  });

  it('equals pooling where each market was forecast once', () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      market: `m${index}`,
      probabilityYes: ((index * 7919) % 100) / 100,
      outcome: index % 3 === 0 ? ('YES' as const) : ('NO' as const),
    }));
    expect(reliability(oneVoteAMarket(rows))).toEqual(reliability(rows));
  });
});
