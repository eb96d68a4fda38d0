import { analyse } from './analysis';
import type { TradeFact } from './graded-trades';
import type { GradedRow } from '../grading/graded-rows';

const fact = (index: number): TradeFact => ({
  trade: {
    trade_id: `t-${index}`,
    exchange: 'kalshi',
    ticker: `M${index}`,
    side: 'YES',
    status: 'closed',
    opened_at: '2026-06-01T00:00:00.000000Z',
    entry_price: 0.42,
    entry_mid: 0.4 + (index % 7) / 100,
    probability_yes: 0.6 + (index % 5) / 100,
    closed_at: `2026-06-${String(10 + (index % 20))}T00:00:00.000000Z`,
    exit_price: index % 3 === 0 ? 0 : 1,
    exit_reason: 'settled',
    net_pnl: index % 3 === 0 ? -42 : 58,
  },
  family: `event-${index % 30}`,
  void: false,
});

const row = (index: number): GradedRow => ({
  market: `kalshi/M${index}`,
  family: null,
  probability_yes: 0.05 + (index % 10) / 10,
  market_yes_price: 0.5,
  outcome: index % 10 >= 5 ? 'YES' : 'NO',
  made_at: '2026-06-01T00:00:00.000000Z',
  resolved_at: '2026-06-10T00:00:00.000000Z',
  closes_at: null,
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('analyse', () => {
  it('holds back, while underpowered, everything from which a held-back figure follows', () => {
    const analysis = analyse(range(99).map(fact), range(99).map(row));

    expect(analysis.underpowered).toBe(true);
    for (const comparison of analysis.comparisons) {
      const { baseline, rows, n_rows, n_markets, n_families, underpowered, ...figures } = comparison;
      expect({ baseline, rows, n_rows, n_markets, n_families, underpowered }).toMatchObject({
        underpowered: true,
        n_markets: 99,
      });
      expect(Object.values(figures).filter((value) => value !== null)).toEqual([]);
    }
    expect(analysis.brier_curves).toBeNull();
    expect(analysis.controls.map(({ brier_mean }) => brier_mean)).toEqual([null, null, null, null]);
    expect(analysis.calibration.reliability).toBeNull();
    expect(analysis.calibration.bins.length).toBeGreaterThan(0);
  });

  it('compares the model with both baselines and four controls', () => {
    const analysis = analyse(range(120).map(fact), range(120).map(row));
    const [fill, mid, predictions] = analysis.comparisons;

    expect(fill).toMatchObject({ baseline: 'executed_fill', n_markets: 120, n_families: 30 });
    expect(mid?.brier_baseline_mean).not.toBe(fill?.brier_baseline_mean);
    expect(predictions).toMatchObject({ baseline: 'market_mid', n_markets: 120 });
    // Families are fewer and larger than markets: their interval is not the same.
    expect(fill?.skill_bootstrap_families_ci).not.toEqual(fill?.skill_bootstrap_markets_ci);
    const brier = new Map(analysis.controls.map(({ name, brier_mean }) => [name, brier_mean]));
    expect(brier.get('always_half')).toBe(0.25);
    // 80 of 120 are YES.
    expect(brier.get('base_rate')).toBeCloseTo((80 / 120) * (40 / 120), 12);
    expect(brier.get('market')).toBeCloseTo(fill?.brier_baseline_mean ?? NaN, 12);
    expect(brier.get('reversed_call')).toBeGreaterThan(0.25);
  });

  it('adds up gains in the order in which trades were closed', () => {
    const { pnl_curve: curve, net_pnl_usd: total } = analyse(range(30).map(fact), []);

    expect(curve.at(-1)?.value).toBe(total);
    expect(total).toBe(20 * 58 - 10 * 42);
    const instants = curve.map(({ at }) => at);
    expect(instants).toEqual([...instants].sort());
  });

  it('counts near-certain forecasts apart', () => {
    const rows = [
      ...range(40).map(row),
      { ...row(40), market_yes_price: 0.03 },
      { ...row(41), market_yes_price: 0.97 },
      { ...row(42), market_yes_price: 0.04 },
      { ...row(43), closes_at: '2026-06-01T00:00:00.000000Z' },
    ];
    const { apart, calibration, comparisons } = analyse([], rows);

    expect(apart.map(({ reason, n_rows }) => [reason, n_rows])).toEqual([
      ['near_certain', 2],
      ['after_close', 1],
    ]);
    expect(calibration.n_rows).toBe(41);
    expect(comparisons[2]?.n_rows).toBe(41);
  });

  it('is as sure of a ladder as of one event', () => {
    const ladder = (index: number): GradedRow => ({
      ...row(Math.floor(index / 12)),
      market: `kalshi/M${index}`,
      probability_yes: 0.1 + (Math.floor(index / 12) % 9) / 10,
      family: `event-${Math.floor(index / 12)}`,
    });
    const rungs = analyse([], range(120).map(ladder));
    const independent = analyse(
      [],
      range(120).map((index) => ({ ...ladder(index), family: null })),
    );
    const [one, other] = [independent.comparisons[2], rungs.comparisons[2]];

    expect(other?.brier_model_mean).toBe(one?.brier_model_mean);
    expect(other).toMatchObject({ n_markets: 120, n_families: 10 });
    // Twelve equal markets an event: the error of ten values, not of a hundred and twenty.
    expect(Math.abs((one?.paired_t ?? NaN) / (other?.paired_t ?? NaN))).toBeCloseTo(Math.sqrt(119 / 9), 9);
    for (const [index, bin] of rungs.calibration.bins.entries()) {
      const alone = independent.calibration.bins[index]!;
      expect(bin.n_markets).toBe(alone.n_markets);
      expect(bin.ci[1] - bin.ci[0]).toBeGreaterThanOrEqual(alone.ci[1] - alone.ci[0]);
    }
  });

  it('states how many more markets an effect needs', () => {
    const { power } = analyse(range(10).map(fact), []);

    expect(power).toEqual([
      { effect_size: 0.2, markets_needed: 199, markets_missing: 189 },
      { effect_size: 0.3, markets_needed: 100, markets_missing: 90 },
      { effect_size: 0.5, markets_needed: 100, markets_missing: 90 },
    ]);
  });
});
