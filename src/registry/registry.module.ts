import { Module } from '@nestjs/common';
import { UpstreamModule } from '../platform/upstream/upstream.module';
import { AnchorService } from './captures/anchor.service';
import { ARCHIVE_CLIENT } from './captures/archive-client';
import { CaptureRepository } from './captures/capture.repository';
import { CaptureService } from './captures/capture.service';
import { CheckpointService } from './log/checkpoint.service';
import { CopyDamage } from './copies/copy-damage.service';
import { DaysFeedController } from './days-feed.controller';
import { DayFileStore } from './log/day-file.store';
import { KeyChangeService } from './log/key-change.service';
import { KeptAnswers } from './copies/kept-answer.store';
import { LogAppender } from './log/log-appender.service';
import { LogService } from './log/log.service';
import { LogStreamsController } from './log/log-streams.controller';
import { LogStreams } from './log/log-streams.service';
import { OutsideClockRepository } from './clocks/outside-clock.repository';
import { OutsideClockService } from './clocks/outside-clock.service';
import { OutsideClocksController } from './clocks/outside-clocks.controller';
import { PublicCopyService } from './copies/public-copy.service';
import { RegistryReader } from './registry-reader.service';
import { RegistryStateService } from './registry-state.service';
import { RegistryController } from './registry.controller';
import { RegistryRepository } from './registry.repository';
import { RegistryService } from './registry.service';
import { StoredChainCheck } from './log/stored-chain-check.service';
import { OfflineProofsController } from './proofs/offline-proofs.controller';
import { TilesController } from './proofs/tiles.controller';
import { WebArchiveClient } from './captures/web-archive.client';

const SHARED = [
  AnchorService,
  CaptureService,
  CheckpointService,
  CopyDamage,
  KeptAnswers,
  KeyChangeService,
  LogService,
  OutsideClockRepository,
  OutsideClockService,
  PublicCopyService,
  RegistryReader,
  RegistryRepository,
  RegistryService,
  RegistryStateService,
  StoredChainCheck,
];

@Module({
  imports: [UpstreamModule],
  controllers: [
    OfflineProofsController,
    DaysFeedController,
    LogStreamsController,
    OutsideClocksController,
    TilesController,
    RegistryController,
  ],
  providers: [
    ...SHARED,
    CaptureRepository,
    WebArchiveClient,
    { provide: ARCHIVE_CLIENT, useExisting: WebArchiveClient },
    DayFileStore,
    LogAppender,
    LogStreams,
  ],
  exports: SHARED,
})
export class RegistryModule {}
