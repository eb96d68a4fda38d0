import { Command } from 'commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { BackupService } from '../../platform/operations/backup.service';
import { RecordsBackup } from '../../platform/operations/records-backup.service';
import { DEMO, mustBeEmbedded, opener, tellDeployment, type DemoOption } from './application-opener.service';
import { progress, sayJson } from './terminal';

export const command = new Command('backup')
  .arguments('<dir>')
  .description('Write a backup of database, day-files and keys into a new folder')
  .option('--records', 'Only data that cannot be read again: the log, forecasts, markets, keys; while the service runs')
  .addOption(DEMO)
  .action(async (dir: string, options: DemoOption & { readonly records?: boolean }): Promise<void> => {
    const environment = opener.environment(options);
    tellDeployment(environment);
    if (options.records !== true) mustBeEmbedded(environment, 'vedette backup without --records');
    const service =
      options.records === true
        ? new RecordsBackup(environment, progress)
        : new BackupService(instanceDir(environment), environment.demo, progress);
    const files = await service.backup(dir, Date.now());
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    sayJson({ dir, files: files.length, bytes });
  });
