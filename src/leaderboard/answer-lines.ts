/** Answers of any model. Other members are ignored, so that output of `vedette questions` may stay in the line. */
import { isFields } from '../platform/common/foreign-json';
import { parseMicros } from '../platform/common/utc-time';
import { readJsonLines } from './json-lines';
import { RETROSPECTIVE } from './retrospective-answer';

export interface AnswerLine {
  /** Line number, from 1. */
  readonly line: number;
  readonly probabilityYes: number;
  readonly replayBundleId: string | null;
  readonly exchange: string | null;
  readonly ticker: string | null;
  readonly madeAt: string | null;
  readonly model: string;
  readonly arm: string;
  /** Made later on a sealed input: the model may know the outcome. */
  readonly retrospective: boolean;
}

const UNNAMED_MODEL = 'yours';

const LINE_LENGTH_MAX = 1_000_000;

export const readAnswerLines = (text: string) => {
  const seen = new Map<string, number>();
  const { rows: answers, faults } = readJsonLines(
    text,
    (value, line) => {
      const read = answerOf(value, line);
      if (typeof read === 'string') return read;
      const { replayBundleId, exchange, ticker, madeAt, model, arm } = read;
      const key = JSON.stringify([replayBundleId, exchange, ticker, madeAt, model, arm]);
      const before = seen.get(key);
      if (before !== undefined) return `answers the question of line ${before} again`;
      seen.set(key, line);
      return read;
    },
    LINE_LENGTH_MAX,
  );
  return { answers, faults };
};

const answerOf = (fields: unknown, line: number): AnswerLine | string => {
  if (!isFields(fields)) return 'is not a JSON object';
  const { probability_yes: probabilityYes } = fields;
  if (typeof probabilityYes !== 'number' || probabilityYes < 0 || probabilityYes > 1)
    return 'probability_yes is not a number from 0 to 1';
  const texts = ['replay_bundle_id', 'exchange', 'ticker', 'made_at', 'model', 'arm'];
  const wrong = texts.find((name) => {
    const field = fields[name];
    return field !== undefined && field !== null && (typeof field !== 'string' || field === '');
  });
  if (wrong !== undefined) return `${wrong} is not a text`;
  const text = (name: string): string | null => (fields[name] as string | null | undefined) ?? null;
  const madeAt = text('made_at');
  if (madeAt !== null && parseMicros(madeAt) === null)
    return 'made_at is not an instant such as 2026-07-03T12:00:00.000000Z';
  if (text('replay_bundle_id') === null && (text('exchange') === null || text('ticker') === null))
    return 'names nothing that it answers: replay_bundle_id, or exchange and ticker';
  return {
    line,
    probabilityYes,
    replayBundleId: text('replay_bundle_id'),
    exchange: text('exchange'),
    ticker: text('ticker'),
    madeAt,
    model: text('model') ?? UNNAMED_MODEL,
    arm: text('arm') ?? 'A',
    retrospective: fields['population'] === RETROSPECTIVE,
  };
};
