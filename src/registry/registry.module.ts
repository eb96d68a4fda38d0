import { Module } from '@nestjs/common';
import { UpstreamModule } from '../upstream/upstream.module';
import { CheckpointService } from './checkpoint.service';
import { DayFileStore } from './day-file.store';
import { LogService } from './log.service';
import { PublicCopyService } from './public-copy.service';
import { RegistryReader } from './registry-reader.service';
import { RegistryStateService } from './registry-state.service';
import { RegistryController } from './registry.controller';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import { StoredChainCheck } from './stored-chain-check.service';

/** The log of everything forecast, its sealed days and their proofs. */
@Module({
  imports: [UpstreamModule],
  controllers: [RegistryController],
  providers: [
    CheckpointService,
    DayFileStore,
    LogService,
    PublicCopyService,
    RegistryReader,
    RegistryRepository,
    RegistryService,
    RegistryStateService,
    StoredChainCheck,
  ],
  exports: [
    CheckpointService,
    LogService,
    RegistryReader,
    RegistryRepository,
    RegistryService,
    RegistryStateService,
    StoredChainCheck,
  ],
})
export class RegistryModule {}
