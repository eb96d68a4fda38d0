import { Module } from '@nestjs/common';
import { RegistryModule } from '../../registry/registry.module';
import { PruneService } from './prune.service';
import { WithdrawService } from './withdraw.service';

/** Operator's maintenance of stored data. Backup and restore work on a stopped database, outside Nest. */
@Module({
  imports: [RegistryModule],
  providers: [PruneService, WithdrawService],
  exports: [PruneService, WithdrawService],
})
export class OperationsModule {}
