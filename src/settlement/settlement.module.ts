import { Module } from '@nestjs/common';
import { SettlementService } from './settlement.service';

/** What the exchanges decided: grades predictions and closes paper trades. */
@Module({ providers: [SettlementService], exports: [SettlementService] })
export class SettlementModule {}
