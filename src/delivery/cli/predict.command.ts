import { Command } from 'commander';
import { ForecastingService } from '../../forecasting/forecasting.service';
import { ClaudeModel } from '../../platform/models/claude.client';
import { marketId, type MarketKey } from '../../markets/market-key';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { progress, sayJson, stopSignal } from './terminal';

export const command = new Command('predict')
  .description('Ask the model about tracked markets now')
  .addOption(DEMO)
  .option('--market <exchange/ticker>', 'Only this market', (value: string): MarketKey => {
    const at = value.indexOf('/');
    if (at < 1 || at === value.length - 1) throw new Error('--market must be EXCHANGE/TICKER');
    return { exchange: value.slice(0, at), ticker: value.slice(at + 1) };
  })
  .action(async ({ demo = false, market }: DemoOption & { readonly market?: MarketKey }): Promise<void> => {
    // Before the database starts, which takes long.
    const { offReason } = new ClaudeModel(opener.environment({ demo }));
    if (offReason !== null) throw new Error(`The model is off: ${offReason}`);
    await opener.run({ demo }, async (app) => {
      const stop = stopSignal('Stopping after the current market');
      let asked = 0;
      await app.get(ForecastingService).predict(
        ({ exchange, ticker }) =>
          !stop.aborted && (market === undefined || (exchange === market.exchange && ticker === market.ticker)),
        stop,
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
            : `${marketId(market)} is not a tracked market that can be forecast now`,
        );
        process.exitCode = market === undefined ? 0 : 1;
      }
    });
  });
