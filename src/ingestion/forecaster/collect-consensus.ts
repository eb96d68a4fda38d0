/** Turns the questions of one poll into items, for both forecasting sites. */
import { fieldsOf, numberOf } from '../../platform/common/foreign-json';
import { collected, numberSetting, type CollectContext, type CollectResult, type Source } from '../source';
import { CONSENSUS_RULE, readConsensus, type ToldConsensus } from './consensus';
import type { Question } from './question';

/** `forecasters_min` skips play-money questions with few forecasters, but keeps those with a hidden number. */
export const collectConsensus = (
  questions: readonly Question[],
  source: Source,
  { state, now }: CollectContext,
): CollectResult => {
  const least = numberSetting(source, 'forecasters_min', 0);
  const known = questions.filter(({ forecasters }) => forecasters === null || forecasters >= least);
  const { items, told } = readConsensus(known, readTold(state.cursor), now, {
    ...CONSENSUS_RULE,
    forecastersMin: Math.max(least, CONSENSUS_RULE.forecastersMin),
  });
  return collected(items, { told });
};

const readTold = (cursor: unknown): ToldConsensus =>
  Object.fromEntries(
    Object.entries(fieldsOf(fieldsOf(cursor)['told'])).flatMap(([id, value]) => {
      const consensus = numberOf(value);
      return consensus === null ? [] : [[id, consensus] as const];
    }),
  );
