/**
 * Cost of the tick with growing input: the whole application with generated feeds in addition to the demo's upstreams,
 * first with a stored day of items, then in further ticks.
 *
 *   npm run bench tick growth -- --data <folder> [--sources 1500] [--per-tick 1000] [--fill [--hours 24] | --ticks 3]
 *       [--inspect]
 *
 * `--fill` stores the hours before, as the ticks of that time would have, but without asking; then or without it ticks
 * are measured (`--ticks 0`: none). Feeds are served over HTTP by one local server. One tick represents ten minutes:
 * `--per-tick 6000` is ten items a second. `--inspect` then measures pages, disk, retention (its oldest two hours) and
 * a backup. Figures are kept in bench/results/growth.json.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { createApplication } from '../../src/application';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/common/durations';
import { packagePath } from '../../src/platform/common/package-root';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { SampleFiles } from '../../src/demo/sample-files.service';
import { EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { ItemTagger } from '../../src/ingestion/item-tagger.service';
import { ItemWriter } from '../../src/ingestion/item.writer';
import { prepareItems } from '../../src/ingestion/prepare-items';
import type { Source } from '../../src/ingestion/source';
import { newRecord } from '../../src/ingestion/source-state';
import type { ParsedItem } from '../../src/event-log/item';
import { SeedService } from '../../src/ontology/seed.service';
import type { TickFigures } from '../../src/pipeline/stages.service';
import { TickService, type TickReport } from '../../src/pipeline/tick.service';
import { testEnvironment } from '../../test/support/app-harness';
import { FaultyReplay } from '../../test/support/faulty-replay';
import { feedSource } from '../../test/support/ingestion-harness';
import { LivelySamples } from '../../test/support/lively-samples';
import { rss } from '../../test/support/upstream-world';
import type { Bench, Part } from '../support/bench';
import { serveLocally, type LocalServer } from '../support/local-server';
import { rounded } from '../support/quantiles';
import { inspect } from './inspection';

const TICK_MS = 10 * MINUTE_MS;
const HOST = /^\/https\/growth-(\d+)\.example\.com\//;

/** Headlines of the samples in all languages, as input of tagger and resolver. */
const headlines = (): string[] => {
  const files = new SampleFiles();
  return files.names('feed').flatMap((name) =>
    [
      ...files
        .bytes('feed', name)
        .toString('utf8')
        .matchAll(/<title[^>]*>([^<]+)<\/title>/g),
    ]
      .map(([, title]) => title ?? '')
      .slice(1, 60),
  );
};

/** Feeds with a growing number of items, the newest one tick's worth after the previous. */
class GrowingFeeds {
  private readonly titles = headlines();
  /** Known items of each source: `from` inclusive, `to` exclusive. */
  private shown = { from: 0, to: 0, since: 0, until: 0 };

  /** Shows the next items: equally many per source, spread evenly over a span (UTC ms). */
  show(from: number, to: number, since: number, until: number): void {
    this.shown = { from, to, since, until };
  }

  page(source: number): string {
    return rss(this.stories(source));
  }

  parsed(source: number): ParsedItem[] {
    return this.stories(source).map(({ guid, title, link, text, at }) => ({
      key: guid,
      title,
      url: link,
      publishedAt: at,
      lang: null,
      summary: text,
      publisher: null,
      attributes: {},
    }));
  }

  private stories(source: number) {
    const { from, to, since, until } = this.shown;
    const step = (until - since) / Math.max(1, to - from);
    return Array.from({ length: to - from }, (_, index) => {
      const n = from + index;
      const title = this.titles[(source * 31 + n * 7) % this.titles.length] ?? '';
      return {
        guid: `growth-${source}-${n}`,
        title: `${title} (${source}.${n})`,
        link: `https://growth-${source}.example.com/story/${n}`,
        text: `${title}. Item ${n} of source ${source}.`,
        at: Math.floor(since + (index + Math.abs(Math.sin(source))) * step),
      };
    });
  }
}

export const growth: Part = async (bench) => {
  const data = bench.option('data');
  if (data === undefined) throw new Error('Say where: --data <folder>');
  const count = bench.number('sources', 1500);
  const perSource = bench.number('per-tick', 1000) / count;
  const feeds = new GrowingFeeds();
  const replay = await FaultyReplay.open(new LivelySamples());
  bench.atEnd(() => replay.close());
  const world = await openWorld(feeds, replay.settings()['UPSTREAM_REPLAY_URL'] ?? '');
  bench.atEnd(world.close);
  const server = await EmbeddedServer.open({
    libDir: packagePath('.vedette', 'neo4j-lib'),
    instanceDir: data,
    heapMb: 1_024,
    pageCacheMb: 512,
  });
  bench.atEnd(() => server.stop());
  const environment = testEnvironment({
    demo: true,
    dataDir: data,
    upstreamReplayUrl: world.url,
    anthropicApiKey: 'replay',
    anthropicBaseUrl: `${world.url}/model/anthropic`,
    modelMinScore: 0,
    registryOrigin: 'growth.example.org/registry',
    tickBudgetSeconds: 60,
  });
  const app = await createApplication({ environment, clock: new SystemClock(), connection: server.connection });
  bench.atEnd(() => app.close());
  await app.listen(0, '127.0.0.1');
  await app.get(SchemaService, { strict: false }).apply();
  await app.get(SeedService, { strict: false }).load();
  const sources = app.get(SourceCatalogue, { strict: false }).sources as Source[];
  const growing = Array.from({ length: count }, (_, n) => feedSource(`growth-${n}`));

  const place = join(data, 'growth.json');
  let next = existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as { n: number }).n : 0;
  /** One tick with the next items of every source. */
  const tick = async (items: number, since: number, until: number): Promise<TickReport> => {
    const whole = Math.max(1, Math.round(items));
    feeds.show(next, next + whole, since, until);
    next += whole;
    const report = await app.get(TickService, { strict: false }).run();
    writeFileSync(place, JSON.stringify({ n: next }));
    return report;
  };
  const url = await app.getUrl();
  if (bench.has('fill')) {
    // Markets and their scopes, before the items.
    bench.say(lineOf('markets', await tick(0, 0, 0)));
    const begun = performance.now();
    const from = Date.now() - bench.number('hours', 24) * HOUR_MS;
    let stored = 0;
    const store = await storing(app, from);
    for (let since = from; since < Date.now() - TICK_MS; since += TICK_MS) {
      const whole = Math.max(1, Math.round(perSource));
      feeds.show(next, next + whole, since, since + TICK_MS);
      next += whole;
      stored += await store(growing, (n) => feeds.parsed(n), since + TICK_MS);
      if (Math.round(since / TICK_MS) % 6 === 0) bench.say(`${stored} items after ${secondsSince(begun)} s`);
    }
    writeFileSync(place, JSON.stringify({ n: next }));
    keep(bench, 'fill', { items: stored, seconds: secondsSince(begun) });
  }
  sources.push(...growing);
  const graph = app.get(GraphService, { strict: false });
  const ticks = await measure(bench, tick, perSource, bench.number('ticks', 3), graph);
  const told = (await (await fetch(`${url}/health/ready`)).json()) as object;
  if (ticks.length > 0) keep(bench, `ticks of ${Math.round(perSource * count)}`, { ticks, ready: told });
  if (!bench.has('inspect')) return;
  const { connection } = server;
  const figures = await inspect({ app, url, environment, connection, folder: data }, Date.now() - DAY_MS + 2 * HOUR_MS);
  bench.say(JSON.stringify(figures, null, 1));
  keep(bench, 'inspection', figures);
};

/** Replaces one entry of the results. */
const keep = (bench: Bench, name: string, figures: object): void => {
  const at = { date: new Date().toISOString().slice(0, 10), load: loadavg().map(rounded) };
  bench.keep('growth', { ...bench.kept<object>('growth'), [name]: { ...at, figures } });
};

type Tick = (items: number, since: number, until: number) => Promise<TickReport>;

/** Stores the items of a tick, as the service does once it is parsed. @param from UTC ms of the oldest */
const storing = async (
  app: INestApplicationContext,
  from: number,
): Promise<(sources: readonly Source[], told: (n: number) => ParsedItem[], at: number) => Promise<number>> => {
  const items = app.get(ItemWriter, { strict: false });
  const tagger = app.get(ItemTagger, { strict: false });
  await Promise.all([tagger.ready(), items.begin(from)]);
  return async (sources, told, at) => {
    const writer = items.batches(() => true);
    const counts = await Promise.all(
      sources.map(async (source, n) => {
        const prepared = await prepareItems(told(n), source, tagger, at);
        const record = { ...newRecord(source.id), last_attempt_at: at, last_success_at: at };
        return (await writer.add({ source, record, prepared }, prepared.items.length + 1)).newItems;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
};

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 1_000);

const measure = async (
  bench: Bench,
  tick: Tick,
  perSource: number,
  ticks: number,
  graph: GraphService,
): Promise<object[]> => {
  const [row] = await graph.statement('MATCH (i:Item) RETURN count(i) AS items', 'READ');
  bench.say(`${String(row?.['items'])} items stored`);
  const measured: object[] = [];
  for (let n = 1; n <= ticks; n += 1) {
    const now = Date.now();
    const peak = watchMemory();
    const report = await tick(perSource, now - TICK_MS, now);
    const memoryMb = peak();
    bench.say(`${lineOf(`tick ${n}`, report)}; memory at most ${memoryMb} MB`);
    const stages = report.stages.map(({ stage, state, duration_ms }) => ({ stage, state, duration_ms }));
    const { sources, items } = figuresOf(report) ?? {};
    measured.push({ outcome: report.outcome, ms: report.duration_ms, sources, items, memoryMb, stages });
  }
  return measured;
};

const figuresOf = ({ stages }: TickReport): TickFigures['ingestion'] | undefined =>
  stages.find(({ stage }) => stage === 'ingestion')?.figures as TickFigures['ingestion'] | undefined;

const lineOf = (name: string, report: TickReport): string => {
  const { duration_ms, stages, outcome } = report;
  const ingestion = figuresOf(report);
  const times = stages.map(
    ({ stage, state, duration_ms: ms }) =>
      `${stage} ${(ms / 1_000).toFixed(1)}${state === 'done' ? '' : ` (${state})`}`,
  );
  return `${name}: ${outcome} in ${(duration_ms / 1_000).toFixed(1)} s; ${JSON.stringify({ sources: ingestion?.sources, items: ingestion?.items })}; ${times.join(', ')}`;
};

/** Peak resident memory of this process from now on, MB. */
const watchMemory = (): (() => number) => {
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, Math.round(process.memoryUsage.rss() / 2 ** 20));
  };
  const timer = setInterval(sample, 50);
  return () => {
    clearInterval(timer);
    sample();
    return peak;
  };
};

/** The growing feeds, and the demo's replay for all other requests. */
const openWorld = (feeds: GrowingFeeds, replayUrl: string): Promise<LocalServer> => {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '', method, headers } = request;
    const source = HOST.exec(url)?.[1];
    if (source !== undefined) {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feeds.page(Number(source)));
      return;
    }
    const onward = ask(`${replayUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  return serveLocally(serve);
};
