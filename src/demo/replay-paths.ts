import type { PricePoint } from './replay-markets';
import type { SampleFiles } from './sample-files.service';

type Json = Record<string, unknown>;

export const pathsOfPolymarket = (files: SampleFiles, markets: readonly Json[]): Map<string, PricePoint[]> =>
  new Map(
    markets.map((market) => {
      const { history } = files.json<{ history: { t: number; p: number }[] }>(
        'polymarket-markets',
        'prices-history',
        `${String(market['id'])}0001.json`,
      );
      return [String(market['conditionId']), history.map(({ t, p }) => ({ at: t * 1000, price: p }))];
    }),
  );

export const pathsOfKalshi = (files: SampleFiles, markets: readonly Json[]): Map<string, PricePoint[]> =>
  new Map(
    markets.map(({ ticker }) => {
      const { candlesticks } = files.json<{
        candlesticks: { end_period_ts: number; price: { close_dollars: string } }[];
      }>('kalshi-markets', 'candlesticks', `${String(ticker)}.json`);
      return [
        String(ticker),
        candlesticks.map((candle) => ({ at: candle.end_period_ts * 1000, price: Number(candle.price.close_dollars) })),
      ];
    }),
  );
