/**
 * Turns the questions of one poll into items, for both forecasting sites, and moves of a crowd's consensus too.
 *
 * A move is measured against the last reported consensus, not the last reading, so that a slow drift is reported once.
 * Small crowds jump without cause: below a number of forecasters no move is reported. The item's key contains the day,
 * the start level and the direction, but not the level reached, so that a repeated tick with a slightly different value
 * does not report the move twice.
 */
import { fieldsOf, numberOf } from '../../platform/common/foreign-json';
import { collected, numberSetting, type CollectContext, type CollectResult, type Source } from '../source';
import { type Question, questionItem } from './question';
import { round4 } from '../../platform/common/ten-thousandths';
import type { ParsedItem } from '../../event-log/item';

/** Last reported consensus by question id, kept between ticks. */
type ToldConsensus = Readonly<Record<string, number>>;

interface ConsensusRule {
  readonly changeMin: number;
  readonly forecastersMin: number;
}

/** Five points, as for a market's move in the lead-time analysis; ten forecasters. */
const CONSENSUS_RULE: ConsensusRule = { changeMin: 0.05, forecastersMin: 10 };

interface ConsensusReading {
  readonly items: readonly ParsedItem[];
  readonly told: ToldConsensus;
}

/**
 * Items of one reading: each question, and each move. The state keeps only questions of this reading.
 *
 * @param now UTC milliseconds of the reading, used as the time of moves
 */
export const readConsensus = (
  questions: readonly Question[],
  told: ToldConsensus,
  now: number,
  rule: ConsensusRule = CONSENSUS_RULE,
): ConsensusReading => {
  const items: ParsedItem[] = [];
  const next: Record<string, number> = {};
  for (const question of questions) {
    items.push(questionItem(question));
    if (question.consensus === null) continue;
    const before = told[question.id];
    const moved = before !== undefined && isMove(question, before, rule);
    if (moved) items.push(moveItem(question, before, question.consensus, now));
    next[question.id] = before === undefined || moved ? question.consensus : before;
  }
  return { items, told: next };
};

const isMove = (question: Question, before: number, rule: ConsensusRule): boolean =>
  question.consensus !== null &&
  question.status === 'open' &&
  (question.forecasters ?? 0) >= rule.forecastersMin &&
  Math.abs(question.consensus - before) >= rule.changeMin - 1e-9;

const percent = (probability: number): string => `${Math.round(probability * 100)} %`;

const moveItem = (question: Question, before: number, after: number, now: number): ParsedItem => {
  const item = questionItem(question);
  const direction = after > before ? 'up' : 'down';
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    ...item,
    key: `${item.key}|${day}|${before.toFixed(4)}|${direction}`,
    title: `Consensus ${direction} from ${percent(before)} to ${percent(after)}: ${item.title}`,
    publishedAt: now,
    summary: null,
    attributes: { ...item.attributes, consensus_before: before, consensus_change: change(before, after) },
  };
};

const change = (before: number, after: number): number => round4(after - before);

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
