import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { DatasetController } from './dataset.controller';
import { DatasetRepository } from './dataset.repository';
import { DatasetService } from './dataset.service';
import { ManifestService } from './manifest.service';

/** The evaluation dataset. */
@Module({
  imports: [RegistryModule],
  controllers: [DatasetController],
  providers: [DatasetRepository, DatasetService, ManifestService],
  exports: [DatasetRepository, DatasetService, ManifestService],
})
export class DatasetModule {}
