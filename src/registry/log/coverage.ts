/**
 * The coverage list of a day as it is sealed: what the tick said became of each market, made to agree with
 * the records of that very day. A tick may cross midnight or be killed between a forecast and its report;
 * the log decides.
 */
import { compareCodePoints } from '../../platform/common/canonical-json';
import { formatMicros, MICROS_PER_SECOND, parseMicros, startOfDay } from '../../platform/common/utc-time';
import type { CoverageEntry } from './day-file';

/** Id of the plan of a UTC date. */
export const planId = (date: string): string => `pl-${date}`;

export interface ForecastMarket {
  readonly exchange: string;
  readonly ticker: string;
}

/** An intent and the bundle that answered it, if any. */
export interface Asking {
  readonly id: string;
  /** Canonical text of the intent. */
  readonly text: string;
  readonly asked_at: string;
  /** `made_at` of the bundle, or null. */
  readonly answered_at: string | null;
}

/** How long an answer may take: an intent without one is abandoned then. */
const ANSWER_MICROS = 3_600 * MICROS_PER_SECOND;

const NOT_REPORTED = 'no round of this day was finished';
const NOT_RECORDED = 'no forecast of this market was recorded on this day';
const ABANDONED = 'it was asked about, and no answer was recorded within the hour';

/** First and last instant of intents whose hour ends on a day: from included, to excluded. */
export const askedForDay = (date: string, end: string): { from: string; to: string } => ({
  from: formatMicros(Math.max(0, startOfDay(date) - ANSWER_MICROS)),
  to: formatMicros(startOfDay(end) - ANSWER_MICROS),
});

/** Whether the hour of an intent passed without an answer. */
export const isAbandoned = ({ asked_at, answered_at }: Asking): boolean => {
  const asked = parseMicros(asked_at);
  const answered = answered_at === null ? null : parseMicros(answered_at);
  return asked === null || answered === null || answered > asked + ANSWER_MICROS;
};

interface CoverageParts {
  /** Markets of the plan of the day. */
  readonly planned: readonly ForecastMarket[];
  /** What was said of markets. */
  readonly reported: readonly CoverageEntry[];
  /** Markets with the record of a bundle on the day. */
  readonly forecast: readonly ForecastMarket[];
  /** Intents whose hour ended on the day without an answer. */
  readonly abandoned: readonly Asking[];
}

/** One entry a market, by exchange and ticker. */
export const coverageOfDay = ({ planned, reported, forecast, abandoned }: CoverageParts): CoverageEntry[] => {
  const key = ({ exchange, ticker }: ForecastMarket): string => `${exchange}/${ticker}`;
  const unreported = ({ exchange, ticker }: ForecastMarket): CoverageEntry => {
    return { exchange, ticker, status: 'not_scored', reason: NOT_REPORTED };
  };
  const entries = new Map([...planned.map(unreported), ...reported].map((entry) => [key(entry), entry]));
  const recorded = new Set(forecast.map(key));
  for (const [name, entry] of entries) {
    if (entry.status !== 'predicted' || recorded.has(name)) continue;
    entries.set(name, { ...entry, status: 'not_scored', reason: NOT_RECORDED });
  }
  for (const { text } of abandoned) {
    const { exchange, ticker } = JSON.parse(text) as ForecastMarket;
    const said = entries.get(key({ exchange, ticker }));
    const reason = said?.status === 'skipped' ? said.reason : ABANDONED;
    entries.set(key({ exchange, ticker }), { exchange, ticker, status: 'abandoned', reason });
  }
  for (const market of forecast) {
    const { exchange, ticker } = market;
    entries.set(key(market), { exchange, ticker, status: 'predicted', reason: null });
  }
  return [...entries.values()].sort(
    (left, right) => compareCodePoints(left.exchange, right.exchange) || compareCodePoints(left.ticker, right.ticker),
  );
};
