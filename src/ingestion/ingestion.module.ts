import { Module } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { RANDOM } from '../platform/common/random';
import { EventLogModule } from '../event-log/event-log.module';
import { EvidenceModule } from '../evidence/evidence.module';
import { MarketsModule } from '../markets/markets.module';
import type { AliasResolver } from '../resolver/alias-resolver';
import { ALIAS_RESOLVER, aliasResolverProvider } from '../ontology/resolver.provider';
import { loadKnownEntities, theatersOf } from '../ontology/known-entities';
import { CalendarSource } from './calendar/calendar.source';
import { FeedParserPool } from './feeds/feed-parser.pool';
import { FeedSource } from './feeds/feed.source';
import { FinancialSource } from './financial/financial.source';
import { ManifoldSource } from './forecaster/manifold.source';
import { MetaculusSource } from './forecaster/metaculus.source';
import { IngestionService } from './ingestion.service';
import { ItemWriter } from './item.writer';
import { SourceAsker } from './source-asker.service';
import { SourceTurns } from './source-turns.service';
import { ItemTagger } from './item-tagger.service';
import { SeismicSource } from './seismic/seismic.source';
import { SOURCE_ADAPTERS, type SourceAdapter, type Source } from './source';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceHealthService } from './source-health.service';
import { SourceRepository } from './source.repository';
import { SourcesController } from './sources.controller';
import { StoryRepository } from './story.repository';
import { StoryService } from './story.service';
import { TelegramSource } from './telegram/telegram.source';
import { TwitterSource, X_ACCOUNTS } from './twitter/twitter.source';
import { WhaleSource } from './whale/whale.source';
import { readJsonFile } from '../platform/common/json-file';
import { packagePath } from '../platform/common/package-root';
import { familiesOfFeeds, PublisherFamilies, type PublisherFamily } from './publisher-family';

const loadPublisherFamilies = (sources: readonly Source[]): PublisherFamilies => {
  const described = readJsonFile<PublisherFamily[]>(packagePath('seed', 'publisher-families.json'));
  const feeds = sources.filter(({ kind }) => kind === 'feed');
  return new PublisherFamilies([...described, ...familiesOfFeeds(described, feeds)]);
};

const ADAPTERS = [
  FeedSource,
  TelegramSource,
  TwitterSource,
  FinancialSource,
  WhaleSource,
  MetaculusSource,
  ManifoldSource,
  SeismicSource,
  CalendarSource,
];

@Module({
  imports: [EventLogModule, MarketsModule, EvidenceModule],
  controllers: [SourcesController],
  providers: [
    ...ADAPTERS,
    { provide: SOURCE_ADAPTERS, inject: ADAPTERS, useFactory: (...adapters: SourceAdapter[]) => adapters },
    { provide: FeedParserPool, useFactory: () => new FeedParserPool() },
    {
      provide: SourceCatalogue,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) =>
        environment.demo ? SourceCatalogue.forDemo() : SourceCatalogue.fromFolder(),
    },
    {
      provide: X_ACCOUNTS,
      inject: [SourceCatalogue],
      useFactory: ({ sources }: SourceCatalogue) => sources.filter(({ kind }) => kind === 'twitter').length,
    },
    { provide: RANDOM, useValue: Math.random },
    StoryRepository,
    StoryService,
    aliasResolverProvider,
    {
      provide: ItemTagger,
      inject: [ALIAS_RESOLVER, SourceCatalogue],
      useFactory: (resolver: AliasResolver, { sources }: SourceCatalogue) =>
        new ItemTagger(resolver, loadKnownEntities().derive(theatersOf), loadPublisherFamilies(sources)),
    },
    SourceRepository,
    SourceHealthService,
    SourceTurns,
    SourceAsker,
    ItemWriter,
    IngestionService,
  ],
  exports: [IngestionService, SourceHealthService, SourceCatalogue],
})
export class IngestionModule {}
