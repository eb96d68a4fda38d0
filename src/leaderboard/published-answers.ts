import { fieldsOf, type Fields } from '../platform/common/foreign-json';
import type { GradableRecord } from './graded-answers';
import { readJsonLines } from './json-lines';

/** Rows of 0.1.0 get defaults: live, arm A, no group of markets. */
export const readPublishedRows = (text: string) => readJsonLines(text, rowOf);

const rowOf = (value: unknown): GradableRecord | string => {
  const row = fieldsOf(value);
  const question = fieldsOf(row['question']);
  const prediction = fieldsOf(row['prediction']);
  const context = fieldsOf(row['context']);
  const resolution = fieldsOf(row['resolution']);
  const paid = resolution['settlement_yes_price'];
  const outcome = resolution['outcome'];
  if (typeof question['exchange'] !== 'string' || typeof question['ticker'] !== 'string')
    return 'has no question.exchange and question.ticker';
  if (outcome !== 'YES' && outcome !== 'NO') return 'resolution.outcome is neither YES nor NO';
  if (typeof paid !== 'number') return 'resolution.settlement_yes_price is not a number';
  const text = (of: Fields, name: string): string | null => (typeof of[name] === 'string' ? of[name] : null);
  const share = (of: Fields, name: string): number | null => (typeof of[name] === 'number' ? of[name] : null);
  const draws = prediction['draws'];
  return {
    sample_id: text(row, 'sample_id') ?? `${question['exchange']}/${question['ticker']}`,
    population: text(row, 'population') ?? 'live',
    arm: (text(row, 'arm') ?? 'A') as GradableRecord['arm'],
    question: {
      exchange: question['exchange'] as GradableRecord['question']['exchange'],
      ticker: question['ticker'],
      event: text(question, 'event'),
      closes_at: text(question, 'closes_at'),
    },
    prediction: {
      made_at: text(prediction, 'made_at') ?? '',
      model: text(prediction, 'model') ?? 'unknown',
      model_version: text(prediction, 'model_version'),
      probability_yes: share(prediction, 'probability_yes') ?? 0.5,
      draws: Array.isArray(draws) ? draws.filter((one) => typeof one === 'number') : null,
    },
    context: {
      market_yes_price: share(context, 'market_yes_price'),
      market_yes_bid: share(context, 'market_yes_bid'),
      market_yes_ask: share(context, 'market_yes_ask'),
      spread: share(context, 'spread'),
      replay_bundle_id: text(context, 'replay_bundle_id'),
      intel_summary: { num_items: null, by_source_type: null, languages: null },
    },
    resolution: {
      resolved_at: text(resolution, 'resolved_at') ?? '9999',
      outcome,
      settlement_yes_price: paid,
      days_to_resolution: 0,
      brier_score: 0,
    },
  };
};
