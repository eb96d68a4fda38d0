import type { AnswerRecord } from '../dataset/answer-record';
import type { ComparedAnswer } from '../grading/compared-answer';
import { apartOf, decisiveOutcome } from '../grading/graded-rows';
import { marketId } from '../markets/market-key';

export type GradableRecord = Pick<AnswerRecord, 'sample_id' | 'population' | 'arm' | 'context' | 'resolution'> & {
  readonly question: Pick<AnswerRecord['question'], 'exchange' | 'ticker' | 'event' | 'closes_at'>;
  readonly prediction: Pick<AnswerRecord['prediction'], 'made_at' | 'model_version' | 'probability_yes' | 'draws'> & {
    readonly model: string;
  };
};

/** Name of a model on the leaderboard; each version is another model. */
export const modelName = ({ prediction }: GradableRecord): string =>
  prediction.model_version === null ? prediction.model : `${prediction.model} (${prediction.model_version})`;

/** A row's answer, or null: the market was void, split or decided, or the answer is counted separately. */
export const comparedAnswer = (row: GradableRecord): ComparedAnswer | null => {
  const { question, prediction, context, resolution } = row;
  const paid = resolution.settlement_yes_price;
  // A split.
  if (decisiveOutcome(paid) === null) return null;
  if (prediction.made_at >= resolution.resolved_at) return null;
  const market = marketId(question);
  const apart = apartOf({
    market_yes_price: context.market_yes_price,
    made_at: prediction.made_at,
    closes_at: question.closes_at,
  });
  if (apart !== null) return null;
  return {
    population: row.population,
    model: modelName(row),
    arm: row.arm,
    question: context.replay_bundle_id ?? row.sample_id,
    market,
    family: question.event ?? market,
    probabilityYes: prediction.probability_yes,
    draws: prediction.draws ?? [],
    outcome: resolution.outcome,
    mid: context.market_yes_price,
    bid: context.market_yes_bid,
    ask: context.market_yes_ask,
    madeAt: prediction.made_at,
    resolvedAt: resolution.resolved_at,
  };
};
