import { Module } from '@nestjs/common';
import { ImportService } from './import.service';
import { SettlementService } from './settlement.service';

/** What the exchanges decided: grades predictions and closes paper trades. */
@Module({
  providers: [ImportService, SettlementService],
  exports: [ImportService, SettlementService],
})
export class SettlementModule {}
