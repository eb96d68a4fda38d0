/**
 * Ingestion rate of the event log through the code path of a tick: story matching, items, links, stories, counters, all
 * indexes. Compared with the database's own limit on the same machine in the same run: the same items and links in the
 * same indexes, created without any lookup.
 */
import neo4j, { type Driver } from 'neo4j-driver';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { itemProperties } from '../../src/event-log/item-rows';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { BatchWriter } from '../../src/ingestion/batch.writer';
import { ITEMS_PER_TRANSACTION } from '../../src/event-log/event-log.service';
import { StoryRepository } from '../../src/ingestion/story.repository';
import { StoryService } from '../../src/ingestion/story.service';
import { generateItems, NOW } from '../support/generated-world';
import { rounded } from '../support/quantiles';
import { serverCpuSeconds, type BenchStore } from './store';

export interface IngestionFigures {
  /** Items per second through the service, one caller. */
  readonly service: number;
  /** CPU of the database and of this process, ms per thousand items. */
  readonly databaseMs: number;
  readonly ownMs: number;
  /** Share of `service` spent on story matching, mostly in parallel with storage. */
  readonly storiesShare: number;
  /** Items per second of plain CREATE, one caller. */
  readonly bare: number;
  /** Items per second of the service in each warm-up part: the effect of Java's compiler. */
  readonly warming: readonly number[];
  /** Items per second with eight concurrent callers. */
  readonly eightWriters: number;
  /** Transactions of the eight writers that were retried (deadlocks among them). */
  readonly retries: number;
}

/** Batch sizes and counts. */
const WARM = { parts: 20, items: 5_000 };
const MEASURED = { parts: 3, items: 20_000 };

/**
 * Measures all stores, alternating. A hundred thousand items per store precede as warm-up: until then Java's compiler
 * uses up to half of two cores, once per server.
 */
export const measureIngestion = async (stores: readonly BenchStore[]): Promise<Record<string, IngestionFigures>> => {
  const meters = stores.map((store) => new Meter(store));
  for (let part = 0; part < WARM.parts; part += 1)
    for (const meter of meters) {
      await meter.service(WARM.items, false);
      if (part % 4 === 3) await meter.bare(WARM.items, false);
    }
  for (let part = 0; part < MEASURED.parts; part += 1)
    for (const meter of meters) {
      await meter.service(MEASURED.items, true);
      await meter.bare(MEASURED.items, true);
    }
  for (const meter of meters) await meter.eightWriters();
  return Object.fromEntries(
    await Promise.all(meters.map(async (meter) => [meter.store.size, await meter.figures()] as const)),
  );
};

interface Sum {
  items: number;
  ms: number;
  /** CPU seconds of the database, and of this process. */
  cpu: number;
  own: number;
  storiesMs: number;
}

const nothing = (): Sum => ({ items: 0, ms: 0, cpu: 0, own: 0, storiesMs: 0 });

class Meter {
  private readonly log: EventLogService;
  private readonly stories: StoryService;
  private readonly driver: Driver;
  private readonly sums = { service: nothing(), bare: nothing() };
  private readonly warming: number[] = [];
  private eight = { rate: 0, retries: 0 };
  private next = 0;

  constructor(readonly store: BenchStore) {
    this.log = new EventLogService(store.graph);
    this.stories = new StoryService(new StoryRepository(store.graph));
    const { uri, username, password } = store.server.connection;
    this.driver = neo4j.driver(uri, neo4j.auth.basic(username, password), {
      disableLosslessIntegers: true,
    });
  }

  /** As in a tick: a source's items are a batch, and stories are matched while others are stored. */
  async service(size: number, measured: boolean): Promise<void> {
    const answers = chunks(this.items(size), 50);
    let storiesMs = 0;
    const writer = new BatchWriter<readonly NewItem[], number, readonly NewItem[]>(
      {
        prepare: async (entries) => {
          const began = performance.now();
          const told = await this.stories.assign(entries.flat());
          storiesMs += performance.now() - began;
          return told;
        },
        write: async (entries, items) => {
          await this.log.append(items);
          return entries.map(({ length }) => length);
        },
      },
      ITEMS_PER_TRANSACTION,
    );
    const begun = this.begin();
    await Promise.all(answers.map((answer) => writer.add(answer, answer.length)));
    if (measured) this.add(this.sums.service, size, begun, storiesMs);
    else this.warming.push(Math.round((size * 1_000) / (performance.now() - begun.at)));
  }

  async bare(size: number, measured: boolean): Promise<void> {
    const batches = chunks(this.items(size), 1_000).map((batch) => batch.map(bareRow));
    const begun = this.begin();
    await twoAtATime(batches, async (rows) => {
      const session = this.driver.session();
      await session.executeWrite((transaction) => transaction.run(BARE, { rows }));
      await session.close();
    });
    if (measured) this.add(this.sums.bare, size, begun, 0);
  }

  /** Eight concurrent callers, each with its own items, all with the same stories, clusters and days. */
  async eightWriters(): Promise<void> {
    const writers = Array.from({ length: 8 }, () => this.items(2_000));
    const before = { items: await count(this.store.graph), retries: this.store.failures() };
    const begun = performance.now();
    await Promise.all(writers.map(async (items) => this.log.append(await this.stories.assign(items))));
    const seconds = (performance.now() - begun) / 1_000;
    const stored = (await count(this.store.graph)) - before.items;
    if (stored !== 16_000) throw new Error(`eight writers stored ${stored} of 16,000 items`);
    this.eight = { rate: 16_000 / seconds, retries: this.store.failures() - before.retries };
  }

  async figures(): Promise<IngestionFigures> {
    await this.driver.close();
    const { service, bare } = this.sums;
    return {
      service: Math.round((service.items * 1_000) / service.ms),
      databaseMs: Math.round((service.cpu * 1e6) / service.items),
      ownMs: Math.round((service.own * 1e6) / service.items),
      storiesShare: rounded(service.storiesMs / service.ms),
      bare: Math.round((bare.items * 1_000) / bare.ms),
      warming: this.warming,
      eightWriters: Math.round(this.eight.rate),
      retries: this.eight.retries,
    };
  }

  /** New items of the last hour, as in a tick. */
  private items(size: number): NewItem[] {
    const from = (this.next += size) - size;
    return generateItems(from, from + size, 'new').map((item) => {
      const at = NOW - ((item.at * 7) % 3_600_000);
      return { ...item, at, publishedAt: at, firstSeenAt: NOW };
    });
  }

  private begin(): Begun {
    return { cpu: serverCpuSeconds(this.store), own: process.cpuUsage(), at: performance.now() };
  }

  private add(sum: Sum, items: number, begun: Begun, storiesMs: number): void {
    sum.items += items;
    sum.ms += performance.now() - begun.at;
    sum.cpu += serverCpuSeconds(this.store) - begun.cpu;
    const { user, system } = process.cpuUsage(begun.own);
    sum.own += (user + system) / 1e6;
    sum.storiesMs += storiesMs;
  }
}

interface Begun {
  readonly at: number;
  readonly cpu: number;
  readonly own: NodeJS.CpuUsage;
}

const BARE = `UNWIND $rows AS r
CREATE (i) SET i = r.properties SET i:Item
WITH i, r UNWIND r.entities AS entity
MATCH (e:Entity {id: entity})
CREATE (i)-[:TOUCHES {entity: entity, source_type: r.source_type, at: r.at, item: r.id, seen_at: r.seen_at}]->(e)`;

const bareRow = (item: NewItem): Record<string, unknown> => {
  const at = neo4j.int(item.at);
  const seen = neo4j.int(item.firstSeenAt);
  return {
    id: item.id,
    at,
    source_type: item.sourceType,
    seen_at: seen,
    entities: item.entities,
    properties: { ...itemProperties(item), at, published_at: at, first_seen_at: seen },
  };
};

const chunks = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));

const twoAtATime = async <T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> => {
  const waiting = values.values();
  const worker = async (): Promise<void> => {
    for (const value of waiting) await work(value);
  };
  await Promise.all([worker(), worker()]);
};

const count = async (graph: GraphService): Promise<number> =>
  Number((await graph.statement('MATCH (i:Item) RETURN count(i) AS n', 'READ'))[0]?.['n']);
