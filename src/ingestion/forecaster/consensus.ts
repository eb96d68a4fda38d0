/**
 * When the consensus of a crowd has moved enough to be an item of its own.
 *
 * A move is measured against the consensus that was last told, not against the last reading, so that
 * a slow drift is told too, once. Small crowds jump without cause: below a number of forecasters a
 * move is not told. The key of the item holds the day, the level moved from and the direction, and not
 * the level reached: a tick that is redone after a crash reads a slightly different value and must not
 * tell the same move twice.
 */
import { round4 } from '../../platform/common/ten-thousandths';
import type { ParsedItem } from '../../event-log/item';
import { questionItem, type Question } from './question';

/** Last told consensus by question id: what the source remembers between two ticks. */
export type ToldConsensus = Readonly<Record<string, number>>;

interface ConsensusRule {
  /** Least change of probability that is a move. */
  readonly changeMin: number;
  /** Least number of forecasters for a move to count. */
  readonly forecastersMin: number;
}

/** Five points, as for a market's move in the lead-time analysis; ten forecasters. */
export const CONSENSUS_RULE: ConsensusRule = { changeMin: 0.05, forecastersMin: 10 };

interface ConsensusReading {
  readonly items: readonly ParsedItem[];
  readonly told: ToldConsensus;
}

/**
 * Items of one reading: each question itself, and a move for each whose consensus has moved. The memory
 * keeps only questions of this reading, so that it stays as small as the answer.
 *
 * @param now UTC milliseconds: when the consensus was read, which is when it moved for all we know
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
