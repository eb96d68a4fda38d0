import { Module } from '@nestjs/common';
import { MarketsModule } from '../markets/markets.module';
import { RegistryModule } from '../registry/registry.module';
import { SettlementRepository } from './settlement.repository';
import { SettlementService } from './settlement.service';

@Module({
  imports: [MarketsModule, RegistryModule],
  providers: [SettlementService, SettlementRepository],
  exports: [SettlementService],
})
export class SettlementModule {}
