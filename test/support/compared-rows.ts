/** Rows of the dataset 0.2.0, invented: some models in three arms over many markets, drawn with a fixed seed. */
import { mulberry32 } from '../../src/grading/bootstrap';
import type { GradableRecord } from '../../src/leaderboard/graded-answers';

const MODELS = ['claude', 'gpt', 'compatible'] as const;

const round3 = (value: number): number => Math.round(Math.min(0.99, Math.max(0.01, value)) * 1000) / 1000;

/** @param markets how many @param forecastsEach questions about each market */
export const comparedRows = (markets: number, { forecastsEach = 1, seed = 7 } = {}): GradableRecord[] => {
  const random = mulberry32(seed);
  return Array.from({ length: markets }, (_, market) => {
    const truth = random();
    const outcome = random() < truth ? ('YES' as const) : ('NO' as const);
    return Array.from({ length: forecastsEach }, (_, nth) => {
      const mid = round3(Math.min(0.9, Math.max(0.1, truth + 0.2 * (random() - 0.5))));
      const bundle = `rb-${market}-${nth}`;
      const row = (model: string, arm: 'A' | 'B' | 'C', probability: number): GradableRecord => ({
        sample_id: `${bundle}-${model}-${arm}`,
        population: 'live',
        arm,
        question: {
          exchange: 'kalshi',
          ticker: `M-${market}`,
          event: market % 3 === 0 ? `E-${Math.floor(market / 6)}` : null,
          closes_at: null,
        },
        prediction: {
          made_at: `2026-07-0${nth + 1}T00:00:00.000000Z`,
          model,
          model_version: `${model}-1`,
          probability_yes: round3(probability),
          draws: [round3(probability)],
        },
        context: {
          market_yes_price: mid,
          market_yes_bid: round3(mid - 0.01),
          market_yes_ask: round3(mid + 0.01),
          spread: 0.02,
          replay_bundle_id: bundle,
          intel_summary: { num_items: null, by_source_type: null, languages: null },
        },
        resolution: {
          resolved_at: '2026-08-01T00:00:00.000000Z',
          outcome,
          settlement_yes_price: outcome === 'YES' ? 1 : 0,
          days_to_resolution: 0,
          brier_score: 0,
        },
      });
      return [
        ...MODELS.map((model, index) => row(model, 'A', truth + (0.1 + 0.1 * index) * (random() - 0.5))),
        row('claude', 'B', 0.5 + 0.6 * (truth - 0.5) + 0.2 * (random() - 0.5)),
        row('claude', 'C', 0.5 + 0.2 * (random() - 0.5)),
      ];
    }).flat();
  }).flat();
};
