import { Command } from 'commander';
import { ForecastingService } from '../../forecasting/forecasting.service';
import { DEMO, opener } from './application-opener.service';
import { progress, sayJson } from './terminal';

interface PredictOptions {
  readonly demo?: boolean;
  readonly market?: { readonly exchange: string; readonly ticker: string };
}

/** `vedette predict`: forecasts now; one JSON line per market on stdout. */
export const command = new Command('predict')
  .description('Ask the model about tracked markets now')
  .addOption(DEMO)
  .option('--market <exchange/ticker>', 'Only this market', (value: string): { exchange: string; ticker: string } => {
    const at = value.indexOf('/');
    if (at < 1 || at === value.length - 1) throw new Error('--market must be EXCHANGE/TICKER');
    return { exchange: value.slice(0, at), ticker: value.slice(at + 1) };
  })
  .action(async ({ demo, market }: PredictOptions): Promise<void> => {
    await opener.run({ demo: demo ?? false }, async (app) => {
      const stopping = new AbortController();
      const stop = (): void => {
        progress('Stopping after the market at hand');
        stopping.abort(new Error('Stopped by a signal'));
      };
      process.once('SIGINT', stop).once('SIGTERM', stop);
      let asked = 0;
      await app.get(ForecastingService).predict(
        ({ exchange, ticker }) =>
          !stopping.signal.aborted &&
          (market === undefined || (exchange === market.exchange && ticker === market.ticker)),
        stopping.signal,
        ({ exchange, ticker }, outcome) => {
          asked += 1;
          if (outcome.kind !== 'predicted') process.exitCode = 1;
          sayJson({ exchange, ticker, ...outcome });
        },
      );
      if (asked === 0) {
        progress(
          market === undefined
            ? 'No tracked market can be forecast now'
            : `${market.exchange}/${market.ticker} is not a tracked market that can be forecast now`,
        );
        process.exitCode = market === undefined ? 0 : 1;
      }
    });
  });
