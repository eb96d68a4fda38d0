import { Command, CommandRunner, Option } from 'nest-commander';
import { WithdrawService } from '../../platform/operations/withdraw.service';
import { ApplicationOpener } from './application-opener.service';

interface WithdrawOptions {
  readonly reason: string;
  readonly demo?: boolean;
}

const REASON_LENGTH_MAX = 500;

/** `vedette withdraw n-5f2c… --reason "asked for by the publisher"`. */
@Command({
  name: 'withdraw',
  arguments: '<item>',
  description: 'Take the words of an item out of the event log and of every bundle',
})
export class WithdrawCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run([item = '']: string[], options: WithdrawOptions): Promise<void> {
    await this.opener.run(options.demo === true ? { demo: true } : {}, async (app) => {
      const done = await app.get(WithdrawService, { strict: false }).withdraw(item, options.reason);
      if (done === null) throw new Error(`No item has the id ${JSON.stringify(item)}`);
      process.stdout.write(`${JSON.stringify(done)}\n`);
    });
  }

  @Option({ flags: '--reason <text>', description: 'Why, kept with the item', required: true })
  parseReason(value: string): string {
    const reason = value.trim();
    if (reason === '' || reason.length > REASON_LENGTH_MAX)
      throw new Error(`--reason must be a text of 1 to ${REASON_LENGTH_MAX} characters`);
    return reason;
  }

  @Option({ flags: '--demo', description: "The demo's own database" })
  parseDemo(): boolean {
    return true;
  }
}
