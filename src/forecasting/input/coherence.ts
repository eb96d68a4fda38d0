/**
 * Checks whether the probabilities of one event's markets are consistent. Violations are reported, never corrected.
 * Pure.
 */
import { DAY_MS } from '../../platform/common/durations';
import type { ForecastInput } from './forecast-input';

export interface Rung {
  readonly ticker: string;
  readonly question: string;
  /** Timestamp of the deadline in its text, or null. */
  readonly deadline: string | null;
  readonly probability: number | null;
}

/** Smaller differences are not contradiction: prices have a spread, forecasts are rounded. */
const TOLERANCE = 0.02;
/** Maximum deviation from 1 of the sum over exclusive outcomes. */
const SUM_TOLERANCE = 0.1;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
const YEAR = '(?:19|20)\\d\\d';
/** "June 30, 2026", "30 June", "June 2026", "2026". */
const DATE = new RegExp(
  `\\b(?:${MONTH}(?:\\s+${DAY}\\b)?(?:,?\\s+${YEAR}\\b)?|${DAY}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR}\\b)?|${YEAR}\\b)`,
  'giu',
);

/** A question without dates: equal for all markets of a ladder. */
export const withoutDates = (question: string): string =>
  question
    .toLowerCase()
    .replace(DATE, '')
    .replace(/\s+/gu, ' ')
    .replace(/ ([?.,])/gu, '$1')
    .trim();

const BY_A_DATE = /\b(?:by|before|until|prior to|no later than)\b/iu;

/** Forecasts further apart may differ because of events in between. */
const SAME_VIEW_MS = DAY_MS;

/**
 * Violations by a forecast together with our last forecasts of the event's other markets.
 *
 * @param input its input
 * @param joint forecasts of the same call, which replace earlier ones
 */
export const incoherentForecasts = (
  { question, now, left_out: out }: Pick<ForecastInput, 'question' | 'now' | 'left_out'>,
  probability: number,
  joint: readonly { readonly ticker: string; readonly probability_yes: number }[] = [],
): string[] => {
  const { group } = question;
  if (group === null) return [];
  const since = Date.parse(now.frozen_at) - SAME_VIEW_MS;
  const own = {
    ticker: question.ticker,
    question: question.text,
    deadline: question.deadline ?? question.resolves_at,
    probability,
  };
  const beside = new Map(joint.map((one) => [one.ticker, one.probability_yes]));
  const others = group.siblings.map(({ ticker, text, deadline, forecast }) => ({
    ticker,
    question: text,
    deadline,
    probability:
      beside.get(ticker) ?? (forecast && Date.parse(forecast.made_at) >= since ? forecast.probability_yes : null),
  }));
  if (hasWinner(group)) return [];
  // A sum over a part of the outcomes is meaningless.
  return incoherences([own, ...others], out.siblings === 0 ? group.exclusive : null);
};

type Group = NonNullable<ForecastInput['question']['group']>;

/** Whether one of the exclusive outcomes was decided YES: the others add up to 0. */
export const hasWinner = ({
  exclusive,
  settled,
}: {
  readonly exclusive: Group['exclusive'];
  readonly settled?: Group['settled'] | null;
}): boolean => exclusive === true && (settled?.yes ?? 0) > 0;

/**
 * Violations of "a later deadline is never less likely", for questions that differ only by date, and of "exclusive
 * outcomes add up to 1".
 *
 * @param exclusive whether exactly one resolves YES
 * @returns sentences in order of the deadlines; empty if consistent
 */
export const incoherences = (rungs: readonly Rung[], exclusive: boolean | null): string[] => {
  const known = rungs.filter((rung): rung is Rung & { probability: number } => rung.probability !== null);
  const found: string[] = [];
  const ladders = new Map<string, (Rung & { probability: number; deadline: string })[]>();
  for (const rung of known) {
    if (exclusive === true || rung.deadline === null || !BY_A_DATE.test(rung.question)) continue;
    const key = withoutDates(rung.question);
    ladders.set(key, [...(ladders.get(key) ?? []), { ...rung, deadline: rung.deadline }]);
  }
  for (const ladder of ladders.values()) {
    const ordered = ladder.sort((a, b) => (a.deadline < b.deadline ? -1 : 1));
    for (const [index, later] of ordered.entries()) {
      const earlier = ordered[index - 1];
      if (earlier === undefined || earlier.deadline === later.deadline) continue;
      if (later.probability < earlier.probability - TOLERANCE)
        found.push(
          `${later.deadline.slice(0, 10)} at ${later.probability} is below the earlier ${earlier.deadline.slice(0, 10)} at ${earlier.probability}`,
        );
    }
  }
  if (exclusive === true && known.length > 1 && known.length === rungs.length) {
    const sum = Math.round(known.reduce((total, { probability }) => total + probability, 0) * 100) / 100;
    if (Math.abs(sum - 1) > SUM_TOLERANCE) found.push(`exclusive outcomes add up to ${sum}`);
  }
  return found;
};
