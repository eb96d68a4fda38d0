/**
 * The coverage list of a day as it is sealed: what the tick said became of each market, made to agree with
 * the records of that very day. A tick may cross midnight or be killed between a forecast and its report;
 * the log decides.
 */
import type { CoverageEntry } from './day-file';

export interface ForecastMarket {
  readonly exchange: string;
  readonly ticker: string;
}

const NOT_RECORDED = 'no forecast of this market was recorded on this day';

/** @param reported what was said of markets @param forecast markets with a record on the day */
export const coverageOfDay = (
  reported: readonly CoverageEntry[],
  forecast: readonly ForecastMarket[],
): CoverageEntry[] => {
  const key = ({ exchange, ticker }: ForecastMarket): string => `${exchange}/${ticker}`;
  const entries = new Map(reported.map((entry) => [key(entry), entry]));
  const recorded = new Set(forecast.map(key));
  for (const [name, entry] of entries) {
    if (entry.status !== 'predicted' || recorded.has(name)) continue;
    entries.set(name, { ...entry, status: 'not_scored', reason: NOT_RECORDED });
  }
  for (const market of forecast) {
    const { exchange, ticker } = market;
    entries.set(key(market), { exchange, ticker, status: 'predicted', reason: null });
  }
  return [...entries.values()];
};
