/**
 * Each upstream in trouble in turn, the whole application otherwise at work: errors, no response, broken connections and
 * false responses, each for two ticks, then one tick without trouble.
 *
 *   npm run bench live hosts [-- --feeds 3] [-- --host <part of a name>]
 *
 * Reports per host and kind of trouble the sources that failed meanwhile, stages and ticks that did not complete, the
 * longest tick and the age of the oldest quote in ticks. One tick takes ten seconds of real time. Of the feeds only the
 * first few have their turn: they share one adapter.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { SeedService } from '../../src/ontology/seed.service';
import { SourceHealthService } from '../../src/ingestion/source-health.service';
import { TickService, type TickReport } from '../../src/pipeline/tick.service';
import { testEnvironment } from '../../test/support/app-harness';
import { FaultyReplay, type UpstreamFault } from '../../test/support/faulty-replay';
import { LivelySamples } from '../../test/support/lively-samples';
import type { Part } from '../support/bench';

const TICK_MS = 10_000;
const FAULTS: readonly UpstreamFault[] = ['error', 'hang', 'cut', 'lie'];
const TICKS_OF_TROUBLE = 2;

const OLDEST = `
MATCH (m:Market {status: 'open'})
RETURN m.exchange AS exchange, min(coalesce(m.quoted_at, 0)) AS oldest`;

export const hosts: Part = async (bench) => {
  const replay = await FaultyReplay.open(new LivelySamples());
  bench.atEnd(() => replay.close());
  const { connection, graph } = await bench.database();
  const url = replay.settings()['UPSTREAM_REPLAY_URL'] ?? '';
  const environment = testEnvironment({
    demo: true,
    upstreamReplayUrl: url,
    anthropicApiKey: 'replay',
    anthropicBaseUrl: `${url}/model/anthropic`,
    metaculusToken: 'replay',
    xBearerToken: 'replay',
    modelMinScore: 0,
    registryOrigin: 'hosts.example.org/registry',
    pollIntervalSeconds: TICK_MS / 1000,
    tickBudgetSeconds: 20,
  });
  const app = await NestFactory.createApplicationContext(
    AppModule.with({ environment, clock: new SystemClock(), connection }),
    { logger: ['error'], abortOnError: false },
  );
  bench.atEnd(() => app.close());
  await app.get(SchemaService, { strict: false }).apply();
  await app.get(SeedService, { strict: false }).load();
  const ticks = app.get(TickService, { strict: false });
  const health = app.get(SourceHealthService, { strict: false });
  let next = Date.now();
  const tick = async (): Promise<TickReport> => {
    await sleep(Math.max(0, next - Date.now()));
    next = Date.now() + TICK_MS;
    return ticks.run();
  };
  const failing = async (): Promise<readonly string[]> =>
    [...(await health.summary()).health].filter(([, { state }]) => state === 'down').map(([id]) => id);
  /** Ticks since the oldest quote of an open market, by exchange. */
  const ages = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await graph.statement(OLDEST, 'READ')).map(({ exchange, oldest }) => [
        String(exchange),
        Math.floor((Date.now() - Number(oldest)) / TICK_MS),
      ]),
    );
  for (let n = 0; n < 2; n += 1) await tick();
  const before = new Set(await failing());
  const inTurn = turns([...replay.asked].sort(), bench.number('feeds', 3)).filter((host) =>
    host.includes(bench.option('host') ?? ''),
  );
  bench.say(`${inTurn.length} hosts; failing without trouble: ${[...before].join(', ') || 'none'}`);
  const rows: Row[] = [];
  for (const host of inTurn)
    for (const fault of FAULTS) {
      const row: Row = { host, fault, seconds: 0, failing: [], unfinished: [], oldest_quote_ticks: {} };
      replay.host = host;
      for (let n = 0; n <= TICKS_OF_TROUBLE; n += 1) {
        replay.fault = n < TICKS_OF_TROUBLE ? fault : 'none';
        const report = await tick();
        row.seconds = Math.max(row.seconds, Math.round(report.duration_ms / 1000));
        row.failing = [...new Set([...row.failing, ...(await failing())])].filter((id) => !before.has(id));
        const late = report.stages
          .filter(({ state }) => state !== 'done')
          .map(({ stage, state }) => `${stage} ${state}`);
        row.unfinished = [...new Set([...row.unfinished, ...late])];
        for (const [exchange, age] of Object.entries(await ages()))
          row.oldest_quote_ticks[exchange] = Math.max(row.oldest_quote_ticks[exchange] ?? 0, age);
      }
      rows.push(row);
      bench.say(JSON.stringify(row));
    }
  bench.keep('hosts', { rows });
};

interface Row {
  readonly host: string;
  readonly fault: UpstreamFault;
  seconds: number;
  failing: readonly string[];
  unfinished: readonly string[];
  readonly oldest_quote_ticks: Record<string, number>;
}

/** Every upstream that is not a feed, and the first few feeds. */
const turns = (asked: readonly string[], feeds: number): readonly string[] => {
  const isFeed = (host: string): boolean => host.endsWith('.example.org');
  return [...asked.filter((host) => !isFeed(host)), ...asked.filter(isFeed).slice(0, feeds)];
};
