/** Error, skill and edge of forecasts by days to resolution, averaged within markets first. */
import type { ClusteredValue } from './clusters';
import { meanInterval } from './confidence-interval';
import { marketLosses, mean, type GradedForecast } from './market-losses';
import { jackknifeSkill, skillOf } from './skill-score';

export interface AgedForecast extends GradedForecast {
  readonly daysToResolution: number;
}

/** Bands of days: `from` inclusive, `to` exclusive. */
const DAY_BANDS = [
  { from: 0, to: 1 },
  { from: 1, to: 3 },
  { from: 3, to: 7 },
  { from: 7, to: 14 },
  { from: 14, to: 30 },
  { from: 30, to: 90 },
  { from: 90, to: null },
] as const;

/** `markets`, those with a baseline, is the n of every mean; a mean edge is positive on the side of the outcome. */
export const timeDecay = (rows: readonly AgedForecast[]) =>
  DAY_BANDS.map(({ from, to }) => {
    const inside = rows.filter(({ daysToResolution: days }) => days >= from && (to === null || days < to));
    const losses = marketLosses(inside);
    const model = meanInterval(losses.map(({ family, model: value }) => ({ family, value })));
    const edge = meanInterval(edgesByMarket(inside));
    return {
      fromDays: from,
      toDays: to,
      forecasts: inside.length,
      markets: losses.length,
      brierModel: model.mean,
      brierModelInterval: model.interval,
      brierBaseline: losses.length === 0 ? null : mean(losses.map((loss) => loss.baseline)),
      skill: skillOf(losses),
      skillInterval: jackknifeSkill(losses)?.interval ?? null,
      edge: edge.mean,
      edgeInterval: edge.interval,
    };
  });

/** Mean of (probability − baseline), signed toward the outcome, per market. */
const edgesByMarket = (rows: readonly GradedForecast[]): ClusteredValue[] => {
  const edges = new Map<string, { family: string; edges: number[] }>();
  for (const { market, family, probabilityYes, baselineYes, outcome } of rows) {
    if (baselineYes === null) continue;
    const edge = (probabilityYes - baselineYes) * (outcome === 'YES' ? 1 : -1);
    const known = edges.get(market) ?? { family: family ?? market, edges: [] };
    known.edges.push(edge);
    edges.set(market, known);
  }
  return [...edges.values()].map((one) => ({ family: one.family, value: mean(one.edges) }));
};
