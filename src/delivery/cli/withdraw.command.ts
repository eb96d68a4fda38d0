import { Command } from 'commander';
import { WithdrawService } from '../../platform/operations/withdraw.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { textOf } from './option-values';
import { sayJson } from './terminal';

const REASON_LENGTH_MAX = 500;

export const command = new Command('withdraw')
  .arguments('<item>')
  .description('Remove the text of an item from the event log and from every bundle')
  .requiredOption('--reason <text>', 'Why, kept with the item', textOf('--reason', REASON_LENGTH_MAX))
  .addOption(DEMO)
  .action(async (item: string, options: DemoOption & { readonly reason: string }): Promise<void> => {
    const done = await opener.on(WithdrawService, options, (service) => service.withdraw(item, options.reason));
    if (done === null) throw new Error(`No item has the id ${JSON.stringify(item)}`);
    sayJson(done);
  });
