import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManualClock } from '../support/manual-clock';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { formatMicros, parseMicros } from '../../src/platform/common/utc-time';
import type { DayFile } from '../../src/registry/log/day-file';
import { firstBrokenLink, type ChainLink } from '../../src/registry/proofs/hash-chain';
import type { StoredRecord } from '../../src/registry/registry.repository';
import { chance, killsOf } from '../support/chance';
import { openTestGraph } from '../support/graph-harness';
import { startNeo4j } from '../support/neo4j-process';
import type { RegistryWorld } from '../support/registry-harness';
import { forecast, openWriter } from '../support/registry-writer';
import { runsTypeScript } from '../support/typescript-process';

jest.setTimeout(1_800_000);

const SERVICE_KILLS = killsOf(30);
const NEO4J_KILLS = killsOf(10);
const random = chance('registry-kills');

/** Acknowledged records, and sealed days with their bytes. */
interface Acknowledged {
  readonly records: StoredRecord[];
  readonly days: Map<string, string>;
}

/** I1 to I4: all that was acknowledged is there once, and the chain verifies and can be gone on with. */
const expectInvariants = async (world: RegistryWorld, { records, days }: Acknowledged): Promise<void> => {
  expect((await world.check.run({ documents: true })).problem).toBeNull();
  for (const record of records) expect(await world.repository.getRecord(record.sha256)).toEqual(record);
  expect(new Set(records.map(({ made_at }) => made_at)).size).toBe(records.length);
  const chain = JSON.parse((await world.reader.index()).text) as ChainLink[];
  expect(firstBrokenLink(chain)).toBeNull();
  for (const { date } of chain) {
    const stored = await world.repository.getDay(date);
    expect(days.get(date) ?? stored?.text).toBe(stored?.text);
    if (stored !== null) days.set(date, stored.text);
  }
  await world.registry.maintain();
  expect(world.state.current()).toEqual({ available: true, degraded: false, reason: null });
  await expectIntents(world);
};

/** More than any log of this test has. */
const RECORDS_MAX = 1_000_000;

/**
 * Nothing is forecast without its intent, a bundle and its trade are there both or neither, and every
 * intent that a kill left without an answer is abandoned on the day on which its hour ended, no other is.
 */
const expectIntents = async (world: RegistryWorld): Promise<void> => {
  const records = await world.repository.listRecords(0, RECORDS_MAX);
  const at = new Map(records.map(({ id, leaf_index }) => [id, leaf_index]));
  const names = (kind: string): string[] =>
    records.flatMap((record) => (record.kind === kind ? [record.id.replace(/^[a-z]+-/, '')] : []));
  for (const name of names('bundle')) {
    expect(at.get(`in-${name}`)).toBeLessThan(at.get(`rb-${name}`) ?? -1);
    expect(at.get(`t-${name}`)).toBe((at.get(`rb-${name}`) ?? NaN) + 1);
  }
  expect(names('trade')).toEqual(names('bundle'));
  const abandoned = records.filter(({ id, kind }) => kind === 'intent' && !at.has(id.replace(/^in-/, 'rb-')));
  for (const { sha256 } of records.filter(({ kind }) => kind === 'seal')) {
    const seal = JSON.parse((await world.reader.document(sha256)).text) as Seal;
    const file = JSON.parse((await world.reader.dayFile(seal.date, null)).text) as DayFile;
    const ended = abandoned.filter(
      ({ made_at }) => formatMicros((parseMicros(made_at) ?? 0) + HOUR).slice(0, 10) === seal.date,
    );
    expect(seal.abandoned).toEqual(ended.map(({ id }) => id).sort());
    expect(file.coverage?.filter(({ status }) => status === 'abandoned').map(({ ticker }) => ticker)).toEqual(
      ended.map(({ id }) => id.replace(/^in/, 'KX')).sort(),
    );
  }
};

interface Seal {
  readonly date: string;
  readonly abandoned: readonly string[];
}

const HOUR = 3_600_000_000;

/** Every copy on disk is complete: an interrupted copy was never renamed to its name. */
const expectWholeCopies = async (world: RegistryWorld): Promise<void> => {
  await world.copies.copyPending();
  const folder = join(world.environment.dataDir, 'live', 'registry', 'public', 'days');
  // Before the first day is sealed there is no such folder.
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => !name.startsWith('.'));
  for (const name of files) {
    const stored = await world.repository.getDay(name.replace('.json', ''));
    expect(readFileSync(join(folder, name), 'utf8')).toBe(stored?.text);
  }
  expect(files).toHaveLength((await world.repository.getHead())?.chain_length ?? -1);
};

/** A kill comes after some acknowledgements and a random delay within the following work. */
const someAcknowledgements = (): number => 2 + Math.floor(random() * 7);
const aMoment = (): number => random() * 400;

/** Starts a writer and kills it. */
const liveAndDie = (connection: GraphConnection, dataDir: string): Promise<StoredRecord[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      runsTypeScript('test/support/registry-writer.ts', JSON.stringify(connection), dataDir),
    );
    let out = '';
    let failure = '';
    let dying = false;
    const enough = someAcknowledgements();
    child.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (dying || out.split('\n').length <= enough) return;
      dying = true;
      setTimeout(() => child.kill('SIGKILL'), aMoment());
    });
    child.on('exit', (code, signal) => {
      if (signal !== 'SIGKILL') {
        reject(new Error(`The writer ended by itself (${code ?? 'no code'}): ${failure}`));
        return;
      }
      const lines = out.split('\n').slice(0, -1);
      resolve(lines.map((line) => JSON.parse(line)).filter((row) => 'leaf_index' in row));
    });
  });

describe('the log', () => {
  it(`keeps its promises through ${SERVICE_KILLS} kills of the service at random moments`, async () => {
    const test = await openTestGraph();
    const dataDir = mkdtempSync(join(tmpdir(), 'vedette-kills-'));
    const acknowledged: Acknowledged = { records: [], days: new Map() };
    try {
      for (let kill = 0; kill < SERVICE_KILLS; kill++) {
        acknowledged.records.push(...(await liveAndDie(test.connection, dataDir)));
        const { world } = await openWriter(test.graph, dataDir);
        await expectInvariants(world, acknowledged);
        await expectWholeCopies(world);
      }
      expect(acknowledged.records.length).toBeGreaterThan(SERVICE_KILLS);
    } finally {
      await test.close();
    }
  });

  it(`keeps its promises through ${NEO4J_KILLS} kills of Neo4j`, async () => {
    const { server, stop } = await startNeo4j();
    server.supervise(() => undefined);
    const graph = new GraphService(server.connection, new CypherCatalogue());
    try {
      await new SchemaService(graph).apply();
      const { world, clock } = await openWriter(graph, mkdtempSync(join(tmpdir(), 'vedette-kills-')));
      const acknowledged: Acknowledged = { records: [], days: new Map() };
      for (let kill = 0; kill < NEO4J_KILLS; kill++) {
        await writeUntilKilled(server.pid, world, clock, kill, acknowledged);
        await untilAnswered(graph);
        await expectInvariants(world, acknowledged);
      }
      expect(acknowledged.records.length).toBeGreaterThan(NEO4J_KILLS);
      await world.copies.copyPending();
    } finally {
      await graph.close();
      await stop();
    }
  });
});

/** Appends and seals while Neo4j is killed under it; a write that fails then was not acknowledged. */
const writeUntilKilled = async (
  pid: number,
  world: RegistryWorld,
  clock: ManualClock,
  kill: number,
  acknowledged: Acknowledged,
): Promise<void> => {
  const dead = { is: false };
  const enough = acknowledged.records.length + someAcknowledgements();
  let killing: Promise<void> | null = null;
  for (let count = 0; !dead.is; count++) {
    const records = await forecast(world, clock, `${kill}-${count}`).catch(() => []);
    acknowledged.records.push(...records);
    if (acknowledged.records.length >= enough) {
      killing ??= sleep(aMoment()).then(() => {
        dead.is = process.kill(pid, 'SIGKILL');
      });
    }
    clock.advance(9 * 3_600_000_000);
    await world.registry.maintain().catch(() => []);
  }
  await killing;
};

const untilAnswered = async (graph: GraphService): Promise<void> => {
  for (let attempt = 0; attempt < 240; attempt++) {
    try {
      // As the log itself asks: a service that has seen the database go looks for it from time to time.
      await graph.read('health/probe');
      return;
    } catch {
      await sleep(500); // Not back yet.
    }
  }
  throw new Error('Neo4j did not restart');
};
