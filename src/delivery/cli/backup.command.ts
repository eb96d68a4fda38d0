import { Command, CommandRunner, Option } from 'nest-commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { BackupService } from '../../platform/operations/backup.service';
import { ApplicationOpener, mustBeEmbedded, progress, tellDeployment } from './application-opener.service';

interface DemoOption {
  readonly demo?: boolean;
}

/** `vedette backup DIR`. */
@Command({
  name: 'backup',
  arguments: '<dir>',
  description: 'Write a backup of database, day-files and keys into a new folder',
})
export class BackupCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run([dir = '']: string[], options: DemoOption): Promise<void> {
    const environment = this.opener.environment(options);
    tellDeployment(environment);
    mustBeEmbedded(environment, 'vedette backup');
    const service = new BackupService(instanceDir(environment), environment.demo, progress);
    const files = await service.backup(dir, Date.now());
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    process.stdout.write(`${JSON.stringify({ dir, files: files.length, bytes })}\n`);
  }

  @Option({ flags: '--demo', description: "The demo's own database" })
  parseDemo(): boolean {
    return true;
  }
}
