import { Command } from 'commander';
import { instanceDir } from '../../platform/config/instance-dir';
import { BackupService } from '../../platform/operations/backup.service';
import { DEMO, mustBeEmbedded, opener, tellDeployment, type DemoOption } from './application-opener.service';
import { progress, sayJson } from './terminal';

export const command = new Command('restore')
  .arguments('<dir>')
  .description('Put a backup in place of what is stored; the service must be stopped')
  .addOption(DEMO)
  .action(async (dir: string, options: DemoOption): Promise<void> => {
    const environment = opener.environment(options);
    tellDeployment(environment);
    mustBeEmbedded(environment, 'vedette restore');
    const service = new BackupService(instanceDir(environment), environment.demo, progress);
    const { madeAt, headKept } = await service.restore(dir);
    if (headKept)
      progress(
        'A head newer than this backup was signed here: the service will serve, report degraded, and append nothing.',
      );
    sayJson({ restored: dir, made_at: madeAt, head_kept: headKept });
  });
