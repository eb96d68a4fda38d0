import { Module } from '@nestjs/common';
import { ReceiptsModule } from '../../receipts/receipts.module';
import { RegistryModule } from '../../registry/registry.module';
import { SurgeModule } from '../../surge/surge.module';
import { PagesModule } from '../pages/pages.module';
import { CaseService } from './case.service';
import { CasesController } from './cases.controller';

@Module({
  imports: [PagesModule, ReceiptsModule, RegistryModule, SurgeModule],
  controllers: [CasesController],
  providers: [CaseService],
})
export class CasesModule {}
