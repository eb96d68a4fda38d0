/**
 * Bootstrap interval of the skill score: as many markets, or whole event families, as there are, are drawn with
 * replacement. Families are the right unit if several markets ask about one event. The generator has a fixed seed, so
 * that the same rows yield the same interval.
 */
import type { Interval } from './distributions';
import { skillScore } from './skill-score';
import type { MarketLoss } from './market-losses';

type BootstrapUnit = 'market' | 'family';

const BOOTSTRAP_DRAWS = 2_000;

/** Null below two units, or when most draws have no skill score. */
export const bootstrapSkill = (
  losses: readonly MarketLoss[],
  unit: BootstrapUnit,
  { draws = BOOTSTRAP_DRAWS, seed = 20_260_507, alpha = 0.05 } = {},
) => {
  const units = sums(losses, unit);
  if (units.length < 2) return null;
  const random = mulberry32(seed);
  const skills: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    let model = 0;
    let baseline = 0;
    for (let pick = 0; pick < units.length; pick += 1) {
      const drawn = units[Math.floor(random() * units.length)];
      model += drawn?.model ?? 0;
      baseline += drawn?.baseline ?? 0;
    }
    const skill = skillScore(model, baseline);
    if (skill !== null) skills.push(skill);
  }
  if (skills.length < draws / 2) return null;
  skills.sort((left, right) => left - right);
  const at = (share: number): number => percentile(skills, share);
  const interval: Interval = [at(alpha / 2), at(1 - alpha / 2)];
  return { unit, units: units.length, draws, interval };
};

/** Summed losses by unit. Sums over markets are proportional to means, so a family of five markets counts as five. */
const sums = (losses: readonly MarketLoss[], unit: BootstrapUnit): { model: number; baseline: number }[] => {
  const units = new Map<string, { model: number; baseline: number }>();
  for (const loss of losses) {
    const name = unit === 'market' ? loss.market : loss.family;
    const sum = units.get(name) ?? { model: 0, baseline: 0 };
    sum.model += loss.model;
    sum.baseline += loss.baseline;
    units.set(name, sum);
  }
  return [...units.values()];
};

/** Linear interpolation between order statistics. @param sorted ascending, not empty */
const percentile = (sorted: readonly number[], share: number): number => {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? 0;
  return low + (high - low) * (at - Math.floor(at));
};

/** Mulberry32: a small generator with good distribution. */
export const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
