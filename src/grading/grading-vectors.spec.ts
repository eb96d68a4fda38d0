import { readVectorLines, readVectors } from '../../test/support/vectors';
import { daysBetween, parseMicros } from '../platform/common/utc-time';
import { bootstrapSkill } from './bootstrap';
import { brierScore, type GradedOutcome } from './brier';
import { pairedTest, signTestP, wilsonInterval } from './confidence-interval';
import { normalQuantile, studentTQuantile, studentTTwoSidedP } from './distributions';
import { marketLosses, mean } from './market-losses';
import { marketsNeeded } from './power';
import { reliability } from './reliability';
import { jackknifeSkill, skillOf } from './skill-score';

interface Stats {
  wilson: { hits: number; n: number; alpha: number; lo: number; hi: number }[];
  quantiles: {
    normal: { p: number; z: number }[];
    student_t: { p: number; df: number; t: number }[];
    student_t_two_sided_p: { t: number; df: number; p: number }[];
  };
  graded_sets: {
    rows: { market: string; p: number; price: number; outcome: GradedOutcome }[];
    expect: {
      total_graded: number;
      n_distinct_resolved: number;
      brier_model_mean: number;
      brier_market_baseline_mean: number;
      brier_skill_score_vs_market: number;
      paired?: {
        mean_difference: number;
        sd: number;
        t: number;
        df: number;
        p_two_sided: number;
        ci95: [number, number];
        sign_test_p: number;
      };
      skill_jackknife?: { se: number; ci95: [number, number] };
      skill_bootstrap_percentile_ci95_approx?: [number, number];
    };
    calibration: {
      bins: number;
      base_rate: number;
      reliability: number;
      resolution: number;
      uncertainty: number;
      ece: number;
      log_loss_mean: number;
      table: { bin: number; n: number; mean_p: number; yes_rate: number; ci95: [number, number] }[];
    };
  }[];
  paired_t_sample_size: { effect_size_d: number; alpha: number; power: number; n: number }[];
}

/** Relative 1e-9, absolute below a thousandth of that for values at zero. */
const expectClose = (actual: number | null | undefined, expected: number): void => {
  expect(Math.abs((actual ?? NaN) - expected)).toBeLessThanOrEqual(Math.max(1e-12, Math.abs(expected) * 1e-9));
};

const expectPair = (actual: readonly [number, number] | undefined, expected: readonly [number, number]): void => {
  expectClose(actual?.[0], expected[0]);
  expectClose(actual?.[1], expected[1]);
};

describe('statistics against independently computed values', () => {
  const stats = readVectors<Stats>('stats.json');

  it('match for the Wilson interval of every share', () => {
    for (const { hits, n, alpha, lo, hi } of stats.wilson) expectPair(wilsonInterval(hits, n, alpha), [lo, hi]);
  });

  it('match for the quantiles and tails of the normal and of Student', () => {
    for (const { p, z } of stats.quantiles.normal) expectClose(normalQuantile(p), z);
    for (const { p, df, t } of stats.quantiles.student_t) expectClose(studentTQuantile(p, df), t);
    for (const { t, df, p } of stats.quantiles.student_t_two_sided_p) expectClose(studentTTwoSidedP(t, df), p);
  });

  it.each(stats.graded_sets.map((set, index) => [index, set] as const))(
    'grades set %i',
    (_index, { rows, expect: expected, calibration }) => {
      const graded = rows.map(({ market, p, price, outcome }) => ({
        market,
        probabilityYes: p,
        baselineYes: price,
        outcome,
      }));
      const losses = marketLosses(graded);

      expect(graded).toHaveLength(expected.total_graded);
      expect(losses).toHaveLength(expected.n_distinct_resolved);
      expectClose(mean(losses.map(({ model }) => model)), expected.brier_model_mean);
      expectClose(mean(losses.map(({ baseline }) => baseline)), expected.brier_market_baseline_mean);
      expectClose(skillOf(losses), expected.brier_skill_score_vs_market);
      const test = pairedTest(losses);
      if (expected.paired === undefined) expect(test).toBeNull();
      else {
        expectClose(test?.meanDifference, expected.paired.mean_difference);
        expectClose(test?.standardDeviation, expected.paired.sd);
        expectClose(test?.t, expected.paired.t);
        expect(test?.degreesOfFreedom).toBe(expected.paired.df);
        expectClose(test?.twoSidedP, expected.paired.p_two_sided);
        expectPair(test?.interval, expected.paired.ci95);
        expectClose(signTestP(losses), expected.paired.sign_test_p);
      }
      if (expected.skill_jackknife !== undefined) {
        const jackknife = jackknifeSkill(losses);
        expectClose(jackknife?.standardError, expected.skill_jackknife.se);
        expectPair(jackknife?.interval, expected.skill_jackknife.ci95);
      }
      const bootstrap = expected.skill_bootstrap_percentile_ci95_approx;
      if (bootstrap !== undefined) {
        const drawn = bootstrapSkill(losses, 'market')?.interval;
        expect(Math.abs((drawn?.[0] ?? NaN) - bootstrap[0])).toBeLessThan(0.03);
        expect(Math.abs((drawn?.[1] ?? NaN) - bootstrap[1])).toBeLessThan(0.03);
      }
      const bins = reliability(graded, calibration.bins);
      expectClose(bins.baseRate, calibration.base_rate);
      expectClose(bins.reliability, calibration.reliability);
      expectClose(bins.resolution, calibration.resolution);
      expectClose(bins.uncertainty, calibration.uncertainty);
      expectClose(bins.calibrationError, calibration.ece);
      expectClose(bins.logLossMean, calibration.log_loss_mean);
      expect(bins.table.map(({ bin, count }) => [bin, count])).toEqual(calibration.table.map(({ bin, n }) => [bin, n]));
      bins.table.forEach((bin, index) => {
        const row = calibration.table[index];
        expectClose(bin.meanProbability, row?.mean_p ?? NaN);
        expectClose(bin.yesRate, row?.yes_rate ?? NaN);
        expectPair(bin.interval, row?.ci95 ?? [NaN, NaN]);
      });
    },
  );

  it('match for the number of markets that an effect needs', () => {
    for (const { effect_size_d, alpha, power, n } of stats.paired_t_sample_size)
      expect(marketsNeeded(effect_size_d, alpha, power)).toBe(n);
  });

  it('match exactly for every Brier score', () => {
    const rows = readVectorLines<{ p: number; outcome: GradedOutcome; hex: string }>('brier.jsonl');
    for (const { p, outcome, hex } of rows) {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleBE(brierScore(p, outcome));
      expect(bytes.toString('hex')).toBe(hex);
    }
    expect(rows.length).toBeGreaterThan(100);
  });

  it('counts days to a millionth', () => {
    const { days } = readVectors<{
      days: { made_at: string; resolved_at: string; days_to_resolution: number }[];
    }>('times.json');
    for (const row of days)
      expect(daysBetween(parseMicros(row.made_at) ?? NaN, parseMicros(row.resolved_at) ?? NaN)).toBe(
        row.days_to_resolution,
      );
  });
});
