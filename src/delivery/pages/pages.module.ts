import { Module } from '@nestjs/common';
import { ConfluenceModule } from '../../confluence/confluence.module';
import { DatasetModule } from '../../dataset/dataset.module';
import { DigestModule } from '../../digest/digest.module';
import { EvidenceModule } from '../../evidence/evidence.module';
import { EventLogModule } from '../../event-log/event-log.module';
import { ForecastingModule } from '../../forecasting/forecasting.module';
import { MarketsModule } from '../../markets/markets.module';
import { IngestionModule } from '../../ingestion/ingestion.module';
import { LeaderboardModule } from '../../leaderboard/leaderboard.module';
import { LeadTimeModule } from '../../lead-time/lead-time.module';
import { OntologyModule } from '../../ontology/ontology.module';
import { ReceiptsModule } from '../../receipts/receipts.module';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { RegistryModule } from '../../registry/registry.module';
import { SurgeModule } from '../../surge/surge.module';
import { TrackRecordModule } from '../../track-record/track-record.module';
import { DayService } from './day.service';
import { DayPagesController } from './day-pages.controller';
import { AssetsController } from './assets.controller';
import { DocumentPagesController } from './document-pages.controller';
import { GraphPagesRepository } from './graph-pages.repository';
import { GraphPagesController } from './graph-pages.controller';
import { Neo4jBrowserController } from './neo4j-browser.controller';
import { MarketPagesRepository } from './market-pages.repository';
import { PagesController } from './pages.controller';
import { ProofFilesController } from './proof-files.controller';
import { RecordPagesController } from './record-pages.controller';
import { SourcePagesController } from './source-pages.controller';
import { SitePagesController } from './site-pages.controller';
import { ReferenceController } from './reference/reference.controller';
import { SiteService } from './site.service';

@Module({
  imports: [
    ConfluenceModule,
    DatasetModule,
    DigestModule,
    EventLogModule,
    EvidenceModule,
    ForecastingModule,
    IngestionModule,
    LeaderboardModule,
    LeadTimeModule,
    MarketsModule,
    OntologyModule,
    PipelineModule,
    ReceiptsModule,
    RegistryModule,
    SurgeModule,
    TrackRecordModule,
  ],
  controllers: [
    PagesController,
    GraphPagesController,
    RecordPagesController,
    ProofFilesController,
    DocumentPagesController,
    SitePagesController,
    SourcePagesController,
    Neo4jBrowserController,
    AssetsController,
    DayPagesController,
    ReferenceController,
  ],
  providers: [DayService, GraphPagesRepository, MarketPagesRepository, SiteService],
  exports: [DayService, SiteService],
})
export class PagesModule {}
