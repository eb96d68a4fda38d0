import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { DatasetFilesController } from './dataset-files.controller';
import { DatasetFiles } from './dataset-files.service';
import { DatasetController } from './dataset.controller';
import { DatasetRepository } from './dataset.repository';
import { DatasetService } from './dataset.service';
import { ManifestService } from './manifest.service';

@Module({
  imports: [RegistryModule],
  controllers: [DatasetController, DatasetFilesController],
  providers: [DatasetRepository, DatasetService, DatasetFiles, ManifestService],
  exports: [DatasetRepository, DatasetService, DatasetFiles, ManifestService],
})
export class DatasetModule {}
