/** `vedette registry seal|verify`: what the operator does with the stored log. */
import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { isUtcDate } from '../common/utc-time';
import { RegistryService } from '../registry/registry.service';
import { StoredChainCheck } from '../registry/stored-chain-check.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface RegistryOptions {
  demo?: boolean;
  date?: string;
}

const print = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

@SubCommand({ name: 'seal', description: 'Seal every day that is over, oldest first' })
export class RegistrySealCommand extends CommandRunner {
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
        throw new Error(
          `${options.date} cannot be sealed: it is not over, or lies outside the log`,
        );
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
export class RegistryVerifyCommand extends CommandRunner {
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
      print({ ok: result.problem === null, ...result });
      if (result.problem !== null) process.exitCode = 1;
    });
  }

  @Option({ flags: '--demo', description: "Use the demo's own database" })
  demo(): boolean {
    return true;
  }
}

@Command({
  name: 'registry',
  description: 'Seal days and check the stored log',
  subCommands: [RegistrySealCommand, RegistryVerifyCommand],
})
export class RegistryCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
