import { Module } from '@nestjs/common';
import { PruneService } from './prune.service';

/** Work of the operator on what is stored. Backup and restore work on a stopped database, outside Nest. */
@Module({ providers: [PruneService], exports: [PruneService] })
export class OperationsModule {}
