import { Command, CommandRunner, Option } from 'nest-commander';
import { ForecastingService } from '../../forecasting/forecasting.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface PredictOptions {
  readonly demo?: boolean;
  readonly market?: { readonly exchange: string; readonly ticker: string };
}

/** `vedette predict`: asks the model now; one JSON line for each market on stdout. */
@Command({ name: 'predict', description: 'Ask the model about tracked markets now' })
export class PredictCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], { demo, market }: PredictOptions): Promise<void> {
    await this.opener.run({ demo: demo ?? false }, async (app) => {
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
          process.stdout.write(`${JSON.stringify({ exchange, ticker, ...outcome })}\n`);
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
  }

  @Option({ flags: '--demo', description: 'Ask in the synthetic demo, in its own database' })
  parseDemo(): boolean {
    return true;
  }

  @Option({ flags: '--market <exchange/ticker>', description: 'Only this market' })
  parseMarket(value: string): { exchange: string; ticker: string } {
    const at = value.indexOf('/');
    if (at < 1 || at === value.length - 1) throw new Error('--market must be EXCHANGE/TICKER');
    return { exchange: value.slice(0, at), ticker: value.slice(at + 1) };
  }
}
