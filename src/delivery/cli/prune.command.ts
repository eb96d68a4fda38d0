import { Command } from 'commander';
import { parseAge } from '../../platform/operations/age';
import { PruneService } from '../../platform/operations/prune.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { sayJson } from './terminal';

export const command = new Command('prune')
  .description('Remove items older than an age, except those in bundles')
  .requiredOption('--older-than <age>', 'e.g. 180d, 36h, 26w', (value: string) => parseAge('--older-than', value))
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly olderThan: number }): Promise<void> => {
    sayJson(await opener.on(PruneService, options, (service) => service.prune(Date.now() - options.olderThan)));
  });
