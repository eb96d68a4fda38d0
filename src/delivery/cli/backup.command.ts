import { Command } from 'commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { BackupService } from '../../platform/operations/backup.service';
import { DEMO, mustBeEmbedded, opener, tellDeployment, type DemoOption } from './application-opener.service';
import { progress, sayJson } from './terminal';

export const command = new Command('backup')
  .arguments('<dir>')
  .description('Write a backup of database, day-files and keys into a new folder')
  .addOption(DEMO)
  .action(async (dir: string, options: DemoOption): Promise<void> => {
    const environment = opener.environment(options);
    tellDeployment(environment);
    mustBeEmbedded(environment, 'vedette backup');
    const service = new BackupService(instanceDir(environment), environment.demo, progress);
    const files = await service.backup(dir, Date.now());
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    sayJson({ dir, files: files.length, bytes });
  });
