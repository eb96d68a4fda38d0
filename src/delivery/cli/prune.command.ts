import { Command, CommandRunner, Option } from 'nest-commander';
import { parseAge } from '../../platform/operations/age';
import { PruneService } from '../../platform/operations/prune.service';
import { ApplicationOpener } from './application-opener.service';

interface PruneOptions {
  readonly olderThan: number;
  readonly demo?: boolean;
}

/** `vedette prune --older-than 180d`. */
@Command({ name: 'prune', description: 'Remove items older than an age; what bundles hold stays' })
export class PruneCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: PruneOptions): Promise<void> {
    await this.opener.run(options.demo === true ? { demo: true } : {}, async (app) => {
      const removed = await app.get(PruneService).prune(Date.now() - options.olderThan);
      process.stdout.write(`${JSON.stringify(removed)}\n`);
    });
  }

  @Option({ flags: '--older-than <age>', description: 'e.g. 180d, 36h, 26w', required: true })
  parseOlderThan(value: string): number {
    return parseAge('--older-than', value);
  }

  @Option({ flags: '--demo', description: "The demo's own database" })
  parseDemo(): boolean {
    return true;
  }
}
