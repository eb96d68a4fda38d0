import { Command, CommandRunner, Option } from 'nest-commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { BackupService } from '../../platform/operations/backup.service';
import { ApplicationOpener, mustBeEmbedded, progress, tellDeployment } from './application-opener.service';

interface DemoOption {
  readonly demo?: boolean;
}

/** `vedette restore DIR`. */
@Command({
  name: 'restore',
  arguments: '<dir>',
  description: 'Put a backup in place of what is stored; the service must be stopped',
})
export class RestoreCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run([dir = '']: string[], options: DemoOption): Promise<void> {
    const environment = this.opener.environment(options);
    tellDeployment(environment);
    mustBeEmbedded(environment, 'vedette restore');
    const service = new BackupService(instanceDir(environment), environment.demo, progress);
    const { madeAt, headKept } = await service.restore(dir);
    if (headKept)
      progress(
        'A head newer than this backup was signed here: the service will serve, report degraded, and append nothing.',
      );
    process.stdout.write(`${JSON.stringify({ restored: dir, made_at: madeAt, head_kept: headKept })}\n`);
  }

  @Option({ flags: '--demo', description: "The demo's own database" })
  parseDemo(): boolean {
    return true;
  }
}
