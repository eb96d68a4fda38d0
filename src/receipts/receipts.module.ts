import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { ReceiptsController } from './receipts.controller';
import { ReceiptsRepository } from './receipts.repository';
import { ReceiptsService } from './receipts.service';

@Module({
  imports: [RegistryModule],
  controllers: [ReceiptsController],
  providers: [ReceiptsRepository, ReceiptsService],
  exports: [ReceiptsRepository, ReceiptsService],
})
export class ReceiptsModule {}
