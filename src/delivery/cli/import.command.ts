import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { faultText } from '../../platform/common/checked-lines';
import { IMPORT_KINDS, IMPORT_SCHEMAS, ImportService, type ImportKind } from '../../import/import.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { checked, oneOf } from './option-values';
import { progress, say, sayJson } from './terminal';

export const command = new Command('import')
  .argument('<kind>', 'predictions, trades or settlements', oneOf('The kind', IMPORT_KINDS))
  .argument('[file]', 'JSON Lines, UTF-8; - reads stdin')
  .description('Import predictions, paper trades or settlements; lines that break a rule are refused, the others kept')
  .addOption(DEMO)
  .option(
    '--label <label>',
    'Name of this population of predictions and trades; never pooled with others (default: default)',
    checked(
      (value) => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value),
      '--label must be lower-case letters, digits, dots and dashes',
    ),
  )
  .option('--schema', 'Print the JSON Schema of one line and do nothing')
  .action(
    async (
      kind: ImportKind,
      file: string | undefined,
      options: DemoOption & { readonly label?: string; readonly schema?: boolean },
    ): Promise<void> => {
      if (options.schema === true) {
        say(JSON.stringify(IMPORT_SCHEMAS[kind], null, 2));
        return;
      }
      if (file === undefined) throw new Error('Give the file to import, or - for stdin');
      const lines = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
      const population = `import:${options.label ?? 'default'}`;
      await opener.on(ImportService, options, async (service) => {
        const { faults, ...report } = await service.import(kind, lines, population, (written, of) => {
          progress(`${kind}: ${written} of ${of} new lines written`);
        });
        for (const fault of faults) progress(`${file}: ${faultText(fault)}`);
        sayJson(report);
        progress(`${report.imported + report.repeated} kept, ${report.refused} refused`);
        if (report.refused > 0) process.exitCode = 1;
      });
    },
  );
