import { Module } from '@nestjs/common';
import { ConfluenceModule } from '../confluence/confluence.module';
import { DigestModule } from '../digest/digest.module';
import { EventLogModule } from '../event-log/event-log.module';
import { MarketsModule } from '../markets/markets.module';
import { OntologyModule } from '../ontology/ontology.module';
import { RegistryModule } from '../registry/registry.module';
import { SurgeModule } from '../surge/surge.module';
import { AssetsController } from './assets.controller';
import { DocumentPagesController } from './document-pages.controller';
import { GraphPagesController } from './graph-pages.controller';
import { PagesController } from './pages.controller';
import { PagesRepository } from './pages.repository';

/** HTML for people. */
@Module({
  imports: [
    ConfluenceModule,
    DigestModule,
    EventLogModule,
    MarketsModule,
    OntologyModule,
    RegistryModule,
    SurgeModule,
  ],
  controllers: [
    PagesController,
    GraphPagesController,
    DocumentPagesController,
    AssetsController,
  ],
  providers: [PagesRepository],
})
export class PagesModule {}
