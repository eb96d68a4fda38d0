/**
 * Who is asked, and when: a simulated month of markets, wandering prices and alerts.
 *
 *   npm run bench forecasting [-- --markets 120 --calls 200 --days 30 --seed 1]
 */
import { simulateMonth } from '../test/support/forecast-month';
import { optionsOf } from './support/options';
import { keepResults } from './support/results';
import { seededRandom } from './support/seeded-random';

export const run = (args: readonly string[]): void => {
  const given = optionsOf(args);
  const seed = Number(given('seed') ?? 1);
  const of = (markets: number) => ({
    markets,
    ...simulateMonth({
      markets,
      callsPerDay: Number(given('calls') ?? 200),
      callsPerTick: 10,
      repeatHours: 24,
      days: Number(given('days') ?? 30),
      alertsPerDay: 6,
      random: seededRandom(seed),
    }),
  });
  const rows = (given('markets')?.split(',').map(Number) ?? [120, 434]).map(of);
  for (const { markets, share, alertMinutes, ...figures } of rows)
    process.stdout.write(
      `${markets} markets: ${figures.calls} calls, ${percent(share.schedule)} to who waited, ${percent(share.surge)} to surges, ${percent(share.price_move)} to price moves; longest wait ${figures.longestWaitHours.toFixed(1)} h; a market of an alert asked after ${alertMinutes.p50} min (p50), ${alertMinutes.p90} (p90), ${alertMinutes.max} (max); ${figures.callsPastDeadline} calls past a deadline\n`,
    );
  keepResults('forecasting', { seed, rows });
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
