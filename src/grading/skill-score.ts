/**
 * Brier skill score: 1 − model ÷ baseline, from means over markets. Above 0 the model is better. Its uncertainty comes
 * from leaving out one event at a time (jackknife) and from drawing markets, or whole event families, with replacement
 * (bootstrap).
 */
import { studentTQuantile, type Interval } from './distributions';
import { sumsByFamily } from './clusters';
import { mean, type MarketLoss } from './market-losses';

/** Null without data, or when the baseline has no error. */
export const skillScore = (modelMean: number, baselineMean: number): number | null =>
  Number.isFinite(modelMean) && baselineMean > 0 ? 1 - modelMean / baselineMean : null;

export const skillOf = (losses: readonly MarketLoss[]): number | null =>
  skillScore(mean(losses.map(({ model }) => model)), mean(losses.map(({ baseline }) => baseline)));

/**
 * Jackknife standard error of the skill score, leaving out one event with all its markets at a time (Efron 1982), and
 * skill ± t(n−1) · error over n events. Null below two events, or when a skill score is undefined.
 */
export const jackknifeSkill = (losses: readonly MarketLoss[], alpha = 0.05) => {
  const model = sumsBy(losses, (loss) => loss.model);
  const baseline = sumsBy(losses, (loss) => loss.baseline);
  const count = model.length;
  const whole = skillOf(losses);
  if (count < 2 || whole === null) return null;
  const [allModel, allBaseline] = [total(model), total(baseline)];
  const without = model.map((sum, index) => skillScore(allModel - sum, allBaseline - (baseline[index] ?? 0)));
  if (without.some((skill) => skill === null)) return null;
  const skills = without as number[];
  const centre = mean(skills);
  const spread = skills.reduce((sum, skill) => sum + (skill - centre) ** 2, 0);
  const standardError = Math.sqrt(((count - 1) / count) * spread);
  const reach = studentTQuantile(1 - alpha / 2, count - 1) * standardError;
  const interval: Interval = [whole - reach, whole + reach];
  return { standardError, interval };
};

const sumsBy = (losses: readonly MarketLoss[], of: (loss: MarketLoss) => number): number[] =>
  sumsByFamily(losses.map((loss) => ({ family: loss.family, value: of(loss) })));

const total = (sums: readonly number[]): number => sums.reduce((sum, one) => sum + one, 0);
