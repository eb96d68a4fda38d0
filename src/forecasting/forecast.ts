/** Validates a model's response: numbers, an enum and reasoning, or an error. */
import { isFields, type Fields } from '../platform/common/foreign-json';
import { cleanText, cut } from '../platform/common/plain-text';

export const DIRECTIONS = ['ESCALATE', 'DEESCALATE', 'YES', 'NO', 'SKIP'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export interface Forecast {
  /** 0.01 to 0.99, three decimals. */
  readonly probability_yes: number;
  /** 0 to 1, three decimals. */
  readonly confidence: number;
  readonly direction: Direction;
  /** Verbatim except control characters; at most {@link REASONING_MAX} characters. */
  readonly reasoning: string;
}

const REASONING_MAX = 6_000;
const REASONING_MIN = 20;

type Malformed = { readonly kind: 'malformed'; readonly reason: string };

type ForecastCheck = { readonly kind: 'forecast'; readonly forecast: Forecast } | Malformed;

/** One forecast per question, in order. */
type AnswersCheck = { readonly kind: 'forecasts'; readonly forecasts: readonly Forecast[] } | Malformed;

/** Rounds to a multiple of 0.001, as a double with at most three decimals. */
export const round3 = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Parses a response to one or several questions. A missing or invalid value for one of them makes the whole malformed.
 */
export const checkAnswers = (answer: unknown, questions: number): AnswersCheck => {
  const checks = questions === 1 ? [checkAnswer(answer)] : eachOf(answer, questions);
  const wrong = checks.find((check) => check.kind === 'malformed');
  if (wrong !== undefined) return wrong;
  return {
    kind: 'forecasts',
    forecasts: checks.flatMap((check) => (check.kind === 'forecast' ? [check.forecast] : [])),
  };
};

/** Forecasts of a joint answer by question number; they share the reasoning. */
const eachOf = (answer: unknown, questions: number): ForecastCheck[] => {
  const fields = fieldsOf(answer);
  if (fields === null) return [malformed(NO_OBJECT)];
  const { forecasts, reasoning } = fields;
  const given = Array.isArray(forecasts) ? forecasts.filter(isFields) : [];
  if (!Array.isArray(forecasts) || given.length !== questions || forecasts.length !== questions)
    return [malformed(`forecasts is not a list of ${questions}, one for each question`)];
  return given.map((_, index) => {
    const of = given.find(({ question }) => question === index + 1);
    if (of === undefined) return malformed(`forecasts has none for question ${index + 1}`);
    const check = checkAnswer({ ...of, reasoning });
    return check.kind === 'forecast' ? check : malformed(`question ${index + 1}: ${check.reason}`);
  });
};

const fieldsOf = (answer: unknown): Fields | null => {
  const fields = typeof answer === 'string' ? jsonIn(answer) : answer;
  return isFields(fields) ? fields : null;
};

const NO_OBJECT = 'the answer is not a JSON object';

/** Parses a response to one question. */
export const checkAnswer = (answer: unknown): ForecastCheck => {
  const fields = fieldsOf(answer);
  if (fields === null) return malformed(NO_OBJECT);
  const { probability_yes, confidence, direction, reasoning } = fields;
  if (!isShare(probability_yes)) return malformed('probability_yes is not a number from 0 to 1');
  if (!isShare(confidence)) return malformed('confidence is not a number from 0 to 1');
  const called = DIRECTIONS.find((candidate) => candidate === direction);
  if (called === undefined) return malformed(`direction is none of ${DIRECTIONS.join(', ')}`);
  if (typeof reasoning !== 'string' || cleanText(reasoning).trim().length < REASONING_MIN)
    return malformed(`reasoning has fewer than ${REASONING_MIN} characters`);
  return {
    kind: 'forecast',
    forecast: {
      probability_yes: round3(Math.min(0.99, Math.max(0.01, probability_yes))),
      confidence: round3(confidence),
      direction: called,
      reasoning: cut(cleanText(reasoning).trim(), REASONING_MAX),
    },
  };
};

const malformed = (reason: string): Malformed => ({ kind: 'malformed', reason });

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1;

const FENCE = '```';

/** Removes a surrounding code fence. */
const unfenced = (text: string): string => {
  const trimmed = text.trim();
  const start = trimmed.indexOf('\n');
  const isFenced = ['', 'json'].some((language) => trimmed.slice(0, start).trimEnd() === `${FENCE}${language}`);
  return isFenced && trimmed.endsWith(FENCE) ? trimmed.slice(start, -FENCE.length) : text;
};

/** The object in a JSON text, bare or in one code fence; else null. */
const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(unfenced(text)) as unknown;
  } catch {
    // Prose instead of JSON: the caller treats null as malformed.
    return null;
  }
};
