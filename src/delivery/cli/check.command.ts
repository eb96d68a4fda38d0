import { Command } from 'commander';
import { misspeltSettings } from '../../platform/config/environment';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { checkExitCode, checkLines, estimateLine } from './check/check-result';
import { progress, say } from './terminal';

/** `vedette check`: which parts work now, the meaning of failures, the cost. */
export const command = new Command('check')
  .description('Ask every upstream and key in use once, and report which work')
  .option('--paid', 'Also one smallest request of each model in use, and one look at X')
  .option('--json', 'As one JSON object')
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly paid?: boolean; readonly json?: boolean }): Promise<void> => {
    if (opener.isReplayed(options, opener.environment(options)))
      throw new Error('Nothing outside is asked for the demo: run check without --demo and VEDETTE_DEMO');
    for (const words of misspeltSettings(Object.keys(process.env))) progress(words);
    await opener.run(options, async (app) => {
      const { monthOf, runChecks } = await import('./check/run-checks');
      const { ModelCaller } = await import('../../platform/models/model-caller.service');
      progress('Asking every upstream in use once; feeds take a minute');
      const { signal } = new AbortController();
      const results = await runChecks(app, { paid: options.paid === true, signal });
      const month = monthOf(opener.environment(options), app.get(ModelCaller, { strict: false }).models);
      const text =
        options.json === true
          ? JSON.stringify({ checks: results, month })
          : [...checkLines(results), '', estimateLine(month)].join('\n');
      say(text);
      process.exitCode = checkExitCode(results);
    });
  });
