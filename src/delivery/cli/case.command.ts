import { writeFile } from 'node:fs/promises';
import { Argument, Command } from 'commander';
import { CASE_KINDS, type CaseKind } from '../../verification/case';
import { casePage } from '../cases/case-page';
import { CaseService } from '../cases/case.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { say } from './terminal';

export const command = new Command('case')
  .addArgument(new Argument('<kind>', 'what it is about').choices(CASE_KINDS))
  .argument('<id>', 'of the trade, the bundle or the alert; of a day its date')
  .description('Write a receipt, forecast, alert or day as one HTML file that needs nothing else')
  .option('--out <file>', 'Where to write it; vedette-{kind}-{id}.html by default.')
  .addOption(DEMO)
  .action(async (kind: CaseKind, id: string, options: DemoOption & { readonly out?: string }): Promise<void> => {
    const page = casePage(await opener.on(CaseService, options, (cases) => cases.read(kind, id)));
    const path = options.out ?? `vedette-${kind}-${id.replace(/[^A-Za-z0-9._-]/g, '-')}.html`;
    await writeFile(path, page);
    say(`${path}: ${Math.ceil(page.length / 1000)} kB`);
  });
