/** A sealed day's result per market. Where tick and log disagree (midnight, a kill), the log takes precedence. */
import { formatMicros, MICROS_PER_SECOND, parseMicros, startOfDay } from '../../platform/common/utc-time';
import { compareMarkets, type CoverageEntry } from './day-file';
import { marketId, type MarketKey } from '../../markets/market-key';

export const planId = (date: string): string => `pl-${date}`;

export interface Asking {
  readonly id: string;
  readonly text: string;
  readonly asked_at: string;
  readonly answered_at: string | null;
}

/** An intent without a bundle after this time is abandoned. */
const ANSWER_MICROS = 3_600 * MICROS_PER_SECOND;

const NOT_REPORTED = 'no round of this day was finished';
const NOT_RECORDED = 'no forecast of this market was recorded on this day';
const ABANDONED = 'it was asked about, and no answer was recorded within the hour';

/** Range of intents whose hour ends on a day: `from` inclusive, `to` exclusive. */
export const askedForDay = (date: string, end: string): { from: string; to: string } => ({
  from: formatMicros(Math.max(0, startOfDay(date) - ANSWER_MICROS)),
  to: formatMicros(startOfDay(end) - ANSWER_MICROS),
});

export const isAbandoned = ({ asked_at, answered_at }: Asking): boolean => {
  const asked = parseMicros(asked_at);
  const answered = answered_at === null ? null : parseMicros(answered_at);
  return asked === null || answered === null || answered > asked + ANSWER_MICROS;
};

interface CoverageParts {
  readonly planned: readonly MarketKey[];
  readonly reported: readonly CoverageEntry[];
  readonly forecast: readonly MarketKey[];
  /** Intents whose hour ended on the day without a bundle. */
  readonly abandoned: readonly Asking[];
}

export const coverageOfDay = ({ planned, reported, forecast, abandoned }: CoverageParts): CoverageEntry[] => {
  const unreported = ({ exchange, ticker }: MarketKey): CoverageEntry => {
    return { exchange, ticker, status: 'not_scored', reason: NOT_REPORTED };
  };
  const entries = new Map([...planned.map(unreported), ...reported].map((entry) => [marketId(entry), entry]));
  const recorded = new Set(forecast.map(marketId));
  for (const [name, entry] of entries) {
    if (entry.status !== 'predicted' || recorded.has(name)) continue;
    entries.set(name, { ...entry, status: 'not_scored', reason: NOT_RECORDED });
  }
  for (const { text } of abandoned) {
    const { exchange, ticker } = JSON.parse(text) as MarketKey;
    const said = entries.get(marketId({ exchange, ticker }));
    const reason = said?.status === 'skipped' ? said.reason : ABANDONED;
    entries.set(marketId({ exchange, ticker }), { exchange, ticker, status: 'abandoned', reason });
  }
  for (const market of forecast) {
    const { exchange, ticker } = market;
    entries.set(marketId(market), { exchange, ticker, status: 'predicted', reason: null });
  }
  return [...entries.values()].sort(compareMarkets);
};
