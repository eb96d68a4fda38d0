import type { Clock } from '../../src/platform/common/clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { EventLogService } from '../../src/event-log/event-log.service';
import { FeedParserPool } from '../../src/ingestion/feeds/feed-parser.pool';
import { FeedSource } from '../../src/ingestion/feeds/feed.source';
import { IngestionService, type IngestionOptions } from '../../src/ingestion/ingestion.service';
import { ItemWriter } from '../../src/ingestion/item.writer';
import { SourceAsker } from '../../src/ingestion/source-asker.service';
import { SourceTurns } from '../../src/ingestion/source-turns.service';
import type { IngestionSummary } from '../../src/ingestion/ingestion-summary';
import { ItemTagger } from '../../src/ingestion/item-tagger.service';
import type { LanguageDetector } from '../../src/ingestion/language';
import { PublisherFamilies } from '../../src/ingestion/publisher-family';
import type { Source, SourceAdapter } from '../../src/ingestion/source';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { SourceHealthService } from '../../src/ingestion/source-health.service';
import { SourceRepository } from '../../src/ingestion/source.repository';
import { StoryRepository } from '../../src/ingestion/story.repository';
import { StoryService } from '../../src/ingestion/story.service';
import type { Theater } from '../../src/ontology/theater';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { AliasResolver } from '../../src/resolver/alias-resolver';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';

export interface IngestionWorld {
  readonly service: IngestionService;
  readonly health: SourceHealthService;
  run(options?: Partial<IngestionOptions>): Promise<IngestionSummary>;
  close(): Promise<void>;
}

/** A feed source at `https://<id>.example.com/rss`. */
const THEATERS: ReadonlyMap<string, Theater> = new Map([
  ['iran', 'iran'],
  ['israel', 'israel'],
]);

export const feedSource = (id: string, given: Partial<Source> = {}): Source => ({
  id,
  kind: 'feed',
  sourceType: 'news',
  category: 'english_media',
  name: id,
  url: `https://${id}.example.com/rss`,
  lang: 'en',
  theater: null,
  family: id,
  staleAfterHours: 48,
  settings: {},
  ...given,
});

/** Knows Iran and Israel. */
export const smallResolver = (): AliasResolver =>
  AliasResolver.fromSeed({
    files: [{ lang: 'en', aliases: { iran: { names: ['Iran'] }, israel: { names: ['Israel'] } } }],
    refused: [],
    rules: {},
    words: {},
    paradigms: {},
  });

/** Ingestion as the service runs it, with upstreams answered by `replayUrl`. */
export const openIngestion = (world: {
  readonly graph: GraphService;
  readonly replayUrl: string;
  readonly clock: Clock;
  readonly sources: readonly Source[];
  readonly adapters?: readonly SourceAdapter[];
  readonly loadDetector?: () => Promise<LanguageDetector>;
}): IngestionWorld => {
  const pool = new FeedParserPool();
  const upstream = new UpstreamClient(
    {
      replayUrl: world.replayUrl,
      privateHosts: [],
      userAgent: 'test',
      intervalMs: 600_000,
      random: () => 0,
    },
    world.clock,
  );
  const catalogue = new SourceCatalogue(world.sources);
  const adapters = world.adapters ?? [new FeedSource(pool)];
  const repository = new SourceRepository(world.graph);
  const tagger = new ItemTagger(
    smallResolver(),
    () => THEATERS,
    new PublisherFamilies([{ family: 'reuters', names: ['Reuters'], domains: ['reuters.com'] }]),
    world.loadDetector,
  );
  const metrics = new Metrics();
  const service = new IngestionService(
    new SourceTurns(catalogue, repository, world.clock, () => 0, { pollIntervalSeconds: 600 }),
    new SourceAsker(adapters, upstream, world.clock),
    new ItemWriter(
      new StoryService(new StoryRepository(world.graph)),
      new EventLogService(world.graph),
      new EvidenceService(new EvidenceRepository(world.graph), loadEvidenceRule()),
      repository,
      metrics,
    ),
    new EventLogService(world.graph),
    tagger,
    metrics,
    world.clock,
  );
  return {
    service,
    health: new SourceHealthService(catalogue, adapters, repository, world.clock),
    run: (options = {}) => service.run({ only: null, signal: new AbortController().signal, ...options }),
    close: () => pool.onApplicationShutdown(),
  };
};
