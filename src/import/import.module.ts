import { Module } from '@nestjs/common';
import { ImportService } from './import.service';

/** Predictions, paper trades and settlements from elsewhere, apart from what this deployment made itself. */
@Module({ providers: [ImportService], exports: [ImportService] })
export class ImportModule {}
