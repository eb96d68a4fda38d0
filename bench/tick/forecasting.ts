/**
 * Selection of forecasts: a simulated month of markets, random prices and alerts.
 *
 *   npm run bench tick forecasting [-- --markets 120 --calls 200 --days 30 --seed 1]
 */
import { simulateMonth } from '../../test/support/forecast-month';
import type { Part } from '../support/bench';
import { seededRandom } from '../support/seeded-random';

export const forecasting: Part = (bench) => {
  const seed = bench.number('seed', 1);
  const of = (markets: number) => ({
    markets,
    ...simulateMonth({
      markets,
      callsPerDay: bench.number('calls', 200),
      callsPerTick: 10,
      repeatHours: 24,
      days: bench.number('days', 30),
      alertsPerDay: 6,
      random: seededRandom(seed),
    }),
  });
  const rows = bench.numbers('markets', [120, 434]).map(of);
  for (const { markets, share, alertMinutes, ...figures } of rows)
    bench.say(
      `${markets} markets: ${figures.calls} calls, ${percent(share.schedule)} to who waited, ${percent(share.surge)} to surges, ${percent(share.price_move)} to price moves; longest wait ${figures.longestWaitHours.toFixed(1)} h; a market of an alert asked after ${alertMinutes.p50} min (p50), ${alertMinutes.p90} (p90), ${alertMinutes.max} (max); ${figures.callsPastDeadline} calls past a deadline`,
    );
  bench.keep('forecasting', { seed, rows });
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
