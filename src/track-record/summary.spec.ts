import type { TradeFact } from './graded-trades';
import { gradeTrades } from './graded-trades';
import { honestyStatement, summarise, type SummaryRules } from './summary';

const RULES: SummaryRules = {
  lookbackDays: 90,
  minConfidence: 0.74,
  population: 'own',
  synthetic: false,
};

type Change = Partial<TradeFact['trade']> & { readonly void?: boolean };

let serial = 0;

/** A closed YES trade at 0.4, settled at 1, of the market named. */
const trade = (ticker: string, { void: calledOff = false, ...change }: Change = {}): TradeFact => ({
  trade: {
    trade_id: `t-${(serial += 1)}`,
    exchange: 'kalshi',
    ticker,
    side: 'YES',
    status: 'closed',
    opened_at: '2026-06-01T00:00:00.000000Z',
    entry_price: 0.4,
    entry_mid: 0.38,
    probability_yes: 0.7,
    closed_at: '2026-06-09T00:00:00.000000Z',
    exit_price: 1,
    exit_reason: 'settled',
    net_pnl: 60,
    ...change,
  },
  family: null,
  void: calledOff,
});

const many = (count: number, change: (index: number) => Change = () => ({})): TradeFact[] =>
  Array.from({ length: count }, (_, index) => trade(`M${index}`, change(index)));

const ZEROES = { n_registered: 0, n_resolved: 0, n_open: 0, n_void: 0 };

describe('summarise', () => {
  it('is empty before the first trade, in plain values', () => {
    const { figures, claims } = summarise([], RULES);

    expect(figures).toMatchObject({
      available: false,
      n_distinct_resolved: 0,
      n_distinct_markets: 0,
      underpowered: true,
      brier_skill_underpowered: true,
      hit_rate_underpowered: true,
      brier_skill_score_vs_market: null,
      brier_skill_interpretation: null,
      brier_model_mean: null,
      brier_market_baseline_mean: null,
      hit_rate: 0,
      hit_rate_ci: [0, 1],
      hit_rate_basis: 'per_distinct_market_net_pnl_sign',
      total_graded: 0,
      total_trades: 0,
      lookback_days: 90,
      min_confidence: 0.74,
    });
    expect(claims).toBe(false);
  });

  it('counts one trade and holds its Brier back', () => {
    const { figures, claims } = summarise([trade('A')], RULES);

    expect(figures).toMatchObject({
      available: true,
      n_distinct_resolved: 1,
      total_graded: 1,
      total_trades: 1,
      hit_rate: 1,
      brier_model_mean: null,
    });
    // Wilson 95 % of 1 in 1.
    expect(figures.hit_rate_ci[0]).toBeCloseTo(0.20654931, 8);
    expect(figures.hit_rate_ci[1]).toBe(1);
    expect(claims).toBe(false);
  });

  it('is underpowered at 99 markets and not at 100', () => {
    const before = summarise(many(99), RULES).figures;
    const after = summarise(many(100), RULES).figures;

    expect(before.underpowered).toBe(true);
    expect(before.brier_skill_score_vs_market).toBeNull();
    expect(after.underpowered).toBe(false);
    expect(after.hit_rate_underpowered).toBe(false);
    // (0.7 − 1)² = 0.09 against (0.4 − 1)² = 0.36.
    expect(after.brier_model_mean).toBeCloseTo(0.09, 12);
    expect(after.brier_market_baseline_mean).toBeCloseTo(0.36, 12);
    expect(after.brier_skill_score_vs_market).toBeCloseTo(0.75, 12);
  });

  it('counts a market with many trades once', () => {
    const facts = [...many(99), ...Array.from({ length: 500 }, () => trade('Z', { exit_price: 0, net_pnl: -40 }))];
    const { figures } = summarise(facts, RULES);

    expect(figures).toMatchObject({
      total_graded: 599,
      n_distinct_resolved: 100,
      hit_rate: 0.99,
    });
    // 99 markets at 0.09 and one at 0.49.
    expect(figures.brier_model_mean).toBeCloseTo((99 * 0.09 + 0.49) / 100, 12);
    expect(figures.brier_market_baseline_mean).toBeCloseTo((99 * 0.36 + 0.16) / 100, 12);
  });

  it('does not let many trades on one market look like many markets', () => {
    const { figures } = summarise(
      Array.from({ length: 300 }, () => trade('A')),
      RULES,
    );

    expect(figures).toMatchObject({
      total_graded: 300,
      n_distinct_resolved: 1,
      underpowered: true,
    });
  });

  it('grades no void market, wherever it was closed', () => {
    const { figures } = summarise(
      many(120, (index) => ({
        void: true,
        exit_price: index % 2 === 0 ? 0.4 : 0.995,
        net_pnl: -1,
      })),
      RULES,
    );

    expect(figures).toMatchObject({
      total_graded: 0,
      n_distinct_resolved: 0,
      n_distinct_markets: 120,
      underpowered: true,
      hit_rate: 0,
    });
  });

  it('counts a take-profit for the hit rate and not for Brier', () => {
    const { figures } = summarise([trade('A', { exit_reason: 'take_profit', exit_price: 0.99, net_pnl: 59 })], RULES);

    expect(figures).toMatchObject({ total_graded: 0, n_distinct_resolved: 0, hit_rate: 1 });
  });

  it('uses its own fill as the price of YES, on either side', () => {
    const { graded } = gradeTrades([
      trade('A'),
      trade('B', { side: 'NO', entry_price: 0.63, entry_mid: 0.62, exit_price: 1 }),
    ]);

    expect(graded).toMatchObject([
      { outcome: 'YES', fillYes: 0.4, midYes: 0.38 },
      { outcome: 'NO', fillYes: 0.37, midYes: 0.38 },
    ]);
  });

  it('names why each trade is left out', () => {
    const { excluded } = gradeTrades([
      trade('A', { status: 'open' }),
      trade('B', { exit_reason: 'stop_loss', exit_price: 0.2 }),
      trade('C', { exit_price: 0.5 }),
      trade('D', { probability_yes: null }),
      trade('E', { void: true }),
      trade('F', { opened_at: '2026-06-09T00:00:00.000000Z' }),
    ]);

    expect(excluded).toEqual({
      open: 1,
      take_profit: 0,
      stop_loss: 1,
      void: 1,
      split: 1,
      no_probability: 1,
      after_resolution: 1,
    });
  });

  it('adds the gains of one market before it looks at their sign', () => {
    const { figures } = summarise(
      [trade('A', { net_pnl: 10 }), trade('A', { net_pnl: -11 }), trade('B', { net_pnl: 0 })],
      RULES,
    );

    expect(figures.hit_rate).toBe(0);
  });
});

describe('the claim of an edge', () => {
  /** Model error 0.09 against baselines that vary: enough for a test. */
  const better = many(100, (index) => ({ entry_price: 0.3 + (index % 10) / 50 }));
  const same = many(100, (index) => ({ probability_yes: index % 2 === 0 ? 0.41 : 0.39 }));

  it('is made for own forecasts at t beyond 3', () => {
    const { claims, t } = summarise(better, RULES);

    expect(t).toBeGreaterThan(3);
    expect(claims).toBe(true);
  });

  it('is not made on the rungs of a few ladders', () => {
    const ladders = better.map((fact, index) => ({ ...fact, family: `event-${index % 20}` }));
    const summary = summarise(ladders, RULES);

    expect(summary).toMatchObject({ claims: false, events: 20 });
    expect(summary.figures.underpowered).toBe(false);
    expect(honestyStatement({ summary, rules: RULES, counts: ZEROES, impairments: [] })).toContain(
      'belong to 20 events',
    );
  });

  it('is not made below, nor for imports, nor in the demo, nor underpowered', () => {
    expect(summarise(same, RULES).claims).toBe(false);
    expect(summarise(better, { ...RULES, population: 'import:old' }).claims).toBe(false);
    expect(summarise(better, { ...RULES, synthetic: true }).claims).toBe(false);
    expect(summarise(better.slice(1), RULES).claims).toBe(false);
  });
});

describe('the caveats next to the figures', () => {
  it('states every rule of Brier', () => {
    const { caveat } = summarise([], RULES).figures;

    for (const rule of [
      'model probability',
      'exit price near 0 or 1',
      'exit_reason = settled',
      'take-profit and stop-loss exits are excluded',
      'executed entry fill',
      'spread-crossed',
      'can inflate apparent skill',
    ])
      expect(caveat).toContain(rule);
  });

  it('state missing, invented and impaired data', () => {
    const summary = summarise([trade('A')], RULES);
    const said = honestyStatement({
      summary,
      rules: { ...RULES, synthetic: true },
      counts: { ...ZEROES, n_registered: 3, n_resolved: 1, n_open: 1, n_void: 1 },
      impairments: ['Degraded: settlements are late.'],
    });

    expect(said).toContain('SYNTHETIC');
    expect(said).toContain('1 distinct markets have resolved and at least 100 are needed');
    expect(said).toContain('3 registered predictions 1 are resolved, 1 open and 1 void');
    expect(said).toContain('settlements are late');
  });
});
