import { Command } from 'commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { holds, openSource, RECORDS } from '../../platform/operations/backup-folder.store';
import { BackupService } from '../../platform/operations/backup.service';
import { RecordsBackup } from '../../platform/operations/records-backup.service';
import { DEMO, mustBeEmbedded, opener, tellDeployment, type DemoOption } from './application-opener.service';
import { progress, sayJson } from './terminal';

export const command = new Command('restore')
  .arguments('<dir>')
  .description('Restore a backup over the store, or one of records into an empty database; stop the service first')
  .addOption(DEMO)
  .action(async (dir: string, options: DemoOption): Promise<void> => {
    const environment = opener.environment(options);
    tellDeployment(environment);
    const ofRecords = holds(openSource(dir, environment.demo), RECORDS);
    if (!ofRecords) mustBeEmbedded(environment, 'vedette restore of a whole backup');
    const service = ofRecords
      ? new RecordsBackup(environment, progress)
      : new BackupService(instanceDir(environment), environment.demo, progress);
    const { madeAt, headKept } = await service.restore(dir);
    if (headKept && !ofRecords)
      progress(
        'A head newer than this backup was signed here: the service will serve, report degraded, and append nothing.',
      );
    sayJson({ restored: dir, made_at: madeAt, head_kept: headKept });
  });
