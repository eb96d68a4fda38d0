import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module';
import { IngestionModule } from '../ingestion/ingestion.module';
import { ConfluenceController } from './confluence.controller';
import { ConfluenceRepository } from './confluence.repository';
import { ConfluenceService } from './confluence.service';
import { readSourceTypeSeed, SOURCE_TYPE_SEED } from './source-type-seed.provider';

@Module({
  imports: [EvidenceModule, IngestionModule],
  controllers: [ConfluenceController],
  providers: [
    ConfluenceRepository,
    ConfluenceService,
    { provide: SOURCE_TYPE_SEED, useFactory: () => readSourceTypeSeed() },
  ],
  exports: [ConfluenceService, SOURCE_TYPE_SEED],
})
export class ConfluenceModule {}
