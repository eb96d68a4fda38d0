import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccessModule } from './platform/access/access.module';
import type { Clock } from './platform/common/clock';
import type { PlayedPast } from './platform/common/played-past';
import { CommonModule } from './platform/common/common.module';
import { LoggingModule, makeLogger } from './platform/config/logging.module';
import { ConfigModule } from './platform/config/environment.provider';
import type { Environment } from './platform/config/environment';
import { BadgesModule } from './delivery/badges/badges.module';
import { CasesModule } from './delivery/cases/cases.module';
import { ConfluenceModule } from './confluence/confluence.module';
import { DatasetModule } from './dataset/dataset.module';
import { DigestModule } from './digest/digest.module';
import { EventLogModule } from './event-log/event-log.module';
import type { GraphConnection } from './platform/graph/graph-connection';
import { GraphModule } from './platform/graph/graph.module';
import { ForecastingModule } from './forecasting/forecasting.module';
import { HealthModule } from './platform/health/health.module';
import { HttpModule } from './platform/http/http.module';
import { ServerModule } from './server/server.module';
import { IngestionModule } from './ingestion/ingestion.module';
import { LeaderboardModule } from './leaderboard/leaderboard.module';
import { LeadTimeModule } from './lead-time/lead-time.module';
import { MarketsModule } from './markets/markets.module';
import { OntologyModule } from './ontology/ontology.module';
import { PagesModule } from './delivery/pages/pages.module';
import { PipelineModule } from './pipeline/pipeline.module';
import { ReceiptsModule } from './receipts/receipts.module';
import { OperationsModule } from './platform/operations/operations.module';
import { RegistryModule } from './registry/registry.module';
import { ImportModule } from './import/import.module';
import { SettlementModule } from './settlement/settlement.module';
import { SurgeModule } from './surge/surge.module';
import { TrackRecordModule } from './track-record/track-record.module';
import { WebhooksModule } from './delivery/webhooks/webhooks.module';
import { UpstreamModule } from './platform/upstream/upstream.module';

export interface AppOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly connection: GraphConnection;
  /** The past that a demo replays first. */
  readonly past?: PlayedPast;
  /** Where the log goes; JSON lines on stderr otherwise. */
  readonly logger?: Logger;
}

/** The whole service: its modules in the order of the pipeline. */
@Module({})
export class AppModule {
  static with({ environment, clock, connection, past, logger }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(environment, clock, past),
        CommonModule,
        HttpModule,
        LoggingModule.with(logger ?? makeLogger(environment)),
        GraphModule.with(connection),
        UpstreamModule,
        AccessModule,
        OntologyModule,
        EventLogModule,
        MarketsModule,
        IngestionModule,
        ConfluenceModule,
        SurgeModule,
        LeadTimeModule,
        RegistryModule,
        ForecastingModule,
        SettlementModule,
        ImportModule,
        DatasetModule,
        ReceiptsModule,
        TrackRecordModule,
        BadgesModule,
        CasesModule,
        LeaderboardModule,
        DigestModule,
        PagesModule,
        OperationsModule,
        PipelineModule,
        WebhooksModule,
        HealthModule,
        ServerModule,
      ],
    };
  }
}
