import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { isUtcDate } from '../../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { CheckpointService } from '../../registry/log/checkpoint.service';
import { readDayFile } from '../../registry/log/day-file';
import { RegistryService } from '../../registry/registry.service';
import { KeyChangeService } from '../../registry/log/key-change.service';
import { StoredChainCheck } from '../../registry/log/stored-chain-check.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { checked } from './option-values';
import { progress, sayJson } from './terminal';

const seal = new Command('seal')
  .description('Seal every day that is over, oldest first')
  .option(
    '--date <date>',
    'Fail unless this UTC day is sealed afterwards',
    checked(isUtcDate, '--date must be a day YYYY-MM-DD'),
  )
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly date?: string }): Promise<void> => {
    await opener.on(RegistryService, options, async (registry) => {
      await registry.begin();
      const sealed = await registry.sealDue();
      for (const date of sealed) sayJson({ sealed: date });
      if (options.date === undefined) {
        if (sealed.length === 0) progress('No day was due');
        return;
      }
      if (!(await registry.isSealed(options.date))) {
        throw new Error(`${options.date} cannot be sealed: it is not over, or lies outside the log`);
      }
    });
  });

const verify = new Command('verify')
  .description('Recompute the stored log from genesis, documents included')
  .addOption(DEMO)
  .action(async (options: DemoOption): Promise<void> => {
    await opener.run(options, async (app) => {
      const result = await app.get(StoredChainCheck, { strict: false }).run({
        documents: true,
        onProgress: (done, total) => {
          if (done % 10_000 === 0) progress(`${done} of ${total} records`);
        },
      });
      const doubt = await app.get(CheckpointService, { strict: false }).doubtAboutHead();
      const ok = result.problem === null && doubt === null;
      sayJson({ ok, ...result, doubt });
      if (!ok) process.exitCode = 1;
    });
  });

const confirm = new Command('confirm')
  .description('Go on with a log whose file of the last signed head is gone or damaged')
  .requiredOption(
    '--checkpoint <file>',
    'The last checkpoint that you know was published: a note, or a day-file with one in it, from the web archive, from a reader, or from registry/public in the data folder',
  )
  .addOption(DEMO)
  .action(async ({ checkpoint, ...options }: DemoOption & { readonly checkpoint: string }): Promise<void> => {
    const note = noteIn(readFileSync(checkpoint, 'utf8'));
    await opener.run(options, async (app) => {
      const { problem } = await app.get(StoredChainCheck, { strict: false }).run();
      if (problem !== null) throw new Error(problem);
      sayJson({ confirmed: await app.get(CheckpointService, { strict: false }).confirm(note) });
    });
  });

const noteIn = (text: string): string => {
  const read = readDayFile(text);
  return read.ok ? read.file.checkpoint : text;
};

const changeKey = new Command('change-key')
  .description('Give the log another key: the key of now names it in the log, and readers follow')
  .addOption(DEMO)
  .action(async (options: DemoOption): Promise<void> => {
    await opener.run(options, async (app) => {
      const { registrySigningKey } = app.get<Environment>(ENVIRONMENT, { strict: false });
      sayJson({ changed: await app.get(KeyChangeService, { strict: false }).change() });
      if (registrySigningKey !== null)
        progress(
          'The new key is in registry/signing-key.next of the data folder: put it into REGISTRY_SIGNING_KEY before the next start.',
        );
      progress('Give your witnesses the new public key, and publish it where the old one was.');
    });
  });

export const command = new Command('registry')
  .description('Seal days, check the stored log, change its key')
  .addCommand(seal)
  .addCommand(verify)
  .addCommand(confirm)
  .addCommand(changeKey);
