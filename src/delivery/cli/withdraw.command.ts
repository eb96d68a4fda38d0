import { Command } from 'commander';
import { WithdrawService } from '../../platform/operations/withdraw.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { sayJson } from './terminal';

interface WithdrawOptions extends DemoOption {
  readonly reason: string;
}

const REASON_LENGTH_MAX = 500;

export const command = new Command('withdraw')
  .arguments('<item>')
  .description('Take the words of an item out of the event log and of every bundle')
  .requiredOption('--reason <text>', 'Why, kept with the item', (value: string): string => {
    const reason = value.trim();
    if (reason === '' || reason.length > REASON_LENGTH_MAX)
      throw new Error(`--reason must be a text of 1 to ${REASON_LENGTH_MAX} characters`);
    return reason;
  })
  .addOption(DEMO)
  .action(async (item: string, options: WithdrawOptions): Promise<void> => {
    await opener.run(options, async (app) => {
      const done = await app.get(WithdrawService, { strict: false }).withdraw(item, options.reason);
      if (done === null) throw new Error(`No item has the id ${JSON.stringify(item)}`);
      sayJson(done);
    });
  });
