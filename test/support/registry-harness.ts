import { Logger } from '@nestjs/common';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import type { Clock } from '../../src/platform/common/clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import { sha256Hex } from '../../src/platform/common/sha256';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { AnchorService } from '../../src/registry/captures/anchor.service';
import type { ArchiveClient } from '../../src/registry/captures/archive-client';
import { CaptureRepository } from '../../src/registry/captures/capture.repository';
import { CaptureService } from '../../src/registry/captures/capture.service';
import { CheckpointService } from '../../src/registry/log/checkpoint.service';
import { CopyDamage } from '../../src/registry/copies/copy-damage.service';
import { DayFileStore } from '../../src/registry/log/day-file.store';
import { LogAppender } from '../../src/registry/log/log-appender.service';
import { logDocument } from '../../src/registry/log/log-document';
import { LogService, type AppendRequest } from '../../src/registry/log/log.service';
import { KeptAnswers } from '../../src/registry/copies/kept-answer.store';
import { OutsideClockRepository } from '../../src/registry/clocks/outside-clock.repository';
import { OutsideClockService } from '../../src/registry/clocks/outside-clock.service';
import { PublicCopyService } from '../../src/registry/copies/public-copy.service';
import { RegistryReader } from '../../src/registry/registry-reader.service';
import { RegistryStateService } from '../../src/registry/registry-state.service';
import { RegistryRepository } from '../../src/registry/registry.repository';
import { RegistryService } from '../../src/registry/registry.service';
import { StoredChainCheck } from '../../src/registry/log/stored-chain-check.service';
import { WebArchiveClient } from '../../src/registry/captures/web-archive.client';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';
import type { UpstreamClient } from '../../src/platform/upstream/upstream.client';

export interface RegistryWorld {
  readonly environment: Environment;
  readonly log: LogService;
  readonly registry: RegistryService;
  readonly metrics: Metrics;
  readonly reader: RegistryReader;
  readonly state: RegistryStateService;
  readonly check: StoredChainCheck;
  readonly repository: RegistryRepository;
  readonly checkpoints: CheckpointService;
  readonly copies: PublicCopyService;
  readonly damage: CopyDamage;
  readonly captures: CaptureService;
  readonly anchors: AnchorService;
  readonly clocks: OutsideClockService;
  readonly outsideClocks: OutsideClockRepository;
  /** Clock skew that the upstreams would report, in microseconds. */
  skewMicros: number | null;
}

export interface RegistryOptions {
  readonly graph: GraphService;
  readonly clock: Clock;
  readonly dataDir?: string;
  readonly environment?: Partial<Environment>;
  /** Asks authorities and witnesses; none unless given. */
  readonly upstream?: UpstreamClient;
  /** The web archive; none unless given. */
  readonly archive?: (environment: Environment) => ArchiveClient;
}

/** The registry of one process, wired by hand; a restart creates another on the same database and folder. */
export const openRegistry = (options: RegistryOptions): RegistryWorld => {
  const environment: Environment = {
    ...readEnvironment({}),
    registryOrigin: 'log.test/registry',
    publicUrl: 'http://log.test',
    dataDir: options.dataDir ?? mkdtempSync(join(tmpdir(), 'vedette-registry-')),
    ...options.environment,
  };
  Logger.overrideLogger(false);
  const { clock } = options;
  const world = { environment, skewMicros: null as number | null };
  const metrics = new Metrics();
  const repository = new RegistryRepository(options.graph);
  const state = new RegistryStateService({ skewMicros: () => world.skewMicros });
  const checkpoints = new CheckpointService(repository, state, environment);
  const store = new DayFileStore(environment);
  const damage = new CopyDamage(clock);
  const copies = new PublicCopyService(repository, store, damage, environment);
  const check = new StoredChainCheck(repository);
  const outsideClocks = new OutsideClockRepository(options.graph);
  const clocks = new OutsideClockService(
    outsideClocks,
    repository,
    checkpoints,
    options.upstream ?? noUpstream,
    metrics,
    environment,
    clock,
  );
  const reader = new RegistryReader(repository, checkpoints, copies, store, state, outsideClocks, clock);
  const archive = options.archive?.(environment) ?? new WebArchiveClient(noUpstream, environment);
  const captureRepository = new CaptureRepository(options.graph);
  const captures = new CaptureService(captureRepository, repository, reader, archive, metrics, environment, clock);
  const recent = new RecentAnswers();
  const answers = new KeptAnswers(recent, environment);
  const appender = new LogAppender(repository, state, clock);
  const registry = new RegistryService(repository, checkpoints, appender, check, copies, state, metrics, clock);
  const log = new LogService(repository, registry, checkpoints, appender, state, answers);
  const anchors = new AnchorService(captureRepository, environment);
  return Object.assign(world, {
    log,
    registry,
    reader,
    state,
    check,
    repository,
    checkpoints,
    copies,
    damage,
    captures,
    anchors,
    metrics,
    clocks,
    outsideClocks,
  });
};

/** Never asked: without credentials captures are off. */
const noUpstream = null as unknown as UpstreamClient;

/** An append of a small bundle of this id. */
export const bundleRequest = (id: string): AppendRequest => ({
  id,
  kind: 'bundle',
  build: ({ madeAt }) => {
    const text = canonicalJson({ bundle_id: id, made_at: madeAt, schema_version: '1.0.0' });
    return { text, sha256: sha256Hex(text) };
  },
});

/** An append of an intent to ask about a market of kalshi. */
export const intentRequest = (id: string, ticker: string): AppendRequest => ({
  id,
  kind: 'intent',
  build: ({ madeAt }) => logDocument('intent', id, madeAt, { exchange: 'kalshi', ticker }),
});

/** An append that answers the intent `in-<name>`: a bundle, and a trade that names it. */
export const answerRequests = (name: string): AppendRequest[] => {
  const [bundle, trade] = [`rb-${name}`, `t-${name}`];
  const { build, ...request } = bundleRequest(bundle);
  return [
    {
      ...request,
      build: (slot) => ({
        ...build(slot),
        also: [{ query: 'forecasting/link-intent', row: { bundle, intent: `in-${name}` } }],
      }),
    },
    {
      id: trade,
      kind: 'trade',
      build: ({ madeAt, sha256Of }) => logDocument('trade', trade, madeAt, { bundle_sha256: sha256Of(bundle) }),
    },
  ];
};
