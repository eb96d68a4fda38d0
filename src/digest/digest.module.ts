import { Module } from '@nestjs/common';
import { IngestionModule } from '../ingestion/ingestion.module';
import { DigestController } from './digest.controller';
import { DigestRepository } from './digest.repository';
import { DigestService } from './digest.service';
import { PlacesController } from './places.controller';

@Module({
  imports: [IngestionModule],
  controllers: [DigestController, PlacesController],
  providers: [DigestRepository, DigestService],
  exports: [DigestRepository, DigestService],
})
export class DigestModule {}
