/** `vedette registry seal|verify|confirm`: what the operator does with the stored log. */
import { readFileSync } from 'node:fs';
import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { isUtcDate } from '../../platform/common/utc-time';
import { CheckpointService } from '../../registry/log/checkpoint.service';
import { readDayFile } from '../../registry/log/day-file';
import { RegistryService } from '../../registry/registry.service';
import { StoredChainCheck } from '../../registry/log/stored-chain-check.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface RegistryOptions {
  demo?: boolean;
  date?: string;
}

const print = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

@SubCommand({ name: 'seal', description: 'Seal every day that is over, oldest first' })
class RegistrySealCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: RegistryOptions): Promise<void> {
    await this.opener.run(options, async (app) => {
      const registry = app.get(RegistryService, { strict: false });
      await registry.begin();
      const sealed = await registry.sealDue();
      for (const date of sealed) print({ sealed: date });
      if (options.date === undefined) {
        if (sealed.length === 0) progress('No day was due');
        return;
      }
      if (!(await registry.isSealed(options.date))) {
        throw new Error(`${options.date} cannot be sealed: it is not over, or lies outside the log`);
      }
    });
  }

  @Option({ flags: '--date <date>', description: 'Fail unless this UTC day is sealed afterwards' })
  date(value: string): string {
    if (!isUtcDate(value)) throw new Error('--date must be a day YYYY-MM-DD');
    return value;
  }

  @Option({ flags: '--demo', description: "Use the demo's own database" })
  demo(): boolean {
    return true;
  }
}

@SubCommand({
  name: 'verify',
  description: 'Recompute the stored log from genesis, documents included',
})
class RegistryVerifyCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: RegistryOptions): Promise<void> {
    await this.opener.run(options, async (app) => {
      const result = await app.get(StoredChainCheck, { strict: false }).run({
        documents: true,
        onProgress: (done, total) => {
          if (done % 10_000 === 0) progress(`${done} of ${total} records`);
        },
      });
      const doubt = await app.get(CheckpointService, { strict: false }).doubtAboutHead();
      const ok = result.problem === null && doubt === null;
      print({ ok, ...result, doubt });
      if (!ok) process.exitCode = 1;
    });
  }

  @Option({ flags: '--demo', description: "Use the demo's own database" })
  demo(): boolean {
    return true;
  }
}

interface ConfirmOptions extends RegistryOptions {
  checkpoint: string;
}

/** `vedette registry confirm --checkpoint FILE`. */
@SubCommand({
  name: 'confirm',
  description: 'Go on with a log whose file of the last signed head is gone or damaged',
})
class RegistryConfirmCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], { checkpoint, ...options }: ConfirmOptions): Promise<void> {
    const note = noteIn(readFileSync(checkpoint, 'utf8'));
    await this.opener.run(options, async (app) => {
      const { problem } = await app.get(StoredChainCheck, { strict: false }).run();
      if (problem !== null) throw new Error(problem);
      print({ confirmed: await app.get(CheckpointService, { strict: false }).confirm(note) });
    });
  }

  @Option({
    flags: '--checkpoint <file>',
    required: true,
    description:
      'The last checkpoint that you know was published: a note, or a day-file with one in it, from the web archive, from a reader, or from registry/public in the data folder',
  })
  checkpoint(value: string): string {
    return value;
  }

  @Option({ flags: '--demo', description: "Use the demo's own database" })
  demo(): boolean {
    return true;
  }
}

/** The note itself, or that of a day-file. */
const noteIn = (text: string): string => {
  const read = readDayFile(text);
  return read.ok ? read.file.checkpoint : text;
};

@Command({
  name: 'registry',
  description: 'Seal days and check the stored log',
  subCommands: [RegistrySealCommand, RegistryVerifyCommand, RegistryConfirmCommand],
})
export class RegistryCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
