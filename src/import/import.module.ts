import { Module } from '@nestjs/common';
import { ImportService } from './import.service';

/** Imports predictions, paper trades and settlements, kept separate from this deployment's own. */
@Module({ providers: [ImportService], exports: [ImportService] })
export class ImportModule {}
