/**
 * A process that lives fast, to be killed: it appends, seals, copies and captures as quickly as it can,
 * hours passing with every append, and prints each acknowledged record to stdout.
 *
 * `node --require typescript-hook.cjs registry-writer.ts '<connection>' <data folder>`
 */
import { writeSync } from 'node:fs';
import { ManualClock } from './manual-clock';
import { nextDate, parseMicros, startOfDay } from '../../src/platform/common/utc-time';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { archiveTimestamp, type ArchiveClient } from '../../src/registry/captures/archive-client';
import { RegistryRepository, type StoredRecord } from '../../src/registry/registry.repository';
import { answerRequests, intentRequest, openRegistry, type RegistryWorld } from './registry-harness';

const HOUR = 3_600_000_000;
const FIRST_DAY = '2026-05-07';

/** Clock of a new process: after all stored records. */
const clockAfter = (lastMadeAt: string | null, sealedDate: string | null): number => {
  const last = lastMadeAt === null ? 0 : (parseMicros(lastMadeAt) ?? 0);
  const open = sealedDate === null ? FIRST_DAY : nextDate(sealedDate);
  return Math.max(last, startOfDay(open)) + HOUR;
};

/** An archive that copies at once and truly. */
const promptArchive = (clock: ManualClock, world: () => RegistryWorld): ArchiveClient => ({
  offReason: null,
  capture: (url) => Promise.resolve({ kind: 'accepted', jobId: Buffer.from(url).toString('hex').slice(-40) }),
  status: () => Promise.resolve({ kind: 'captured', timestamp: archiveTimestamp(clock.nowMicros()) }),
  find: () => Promise.resolve(null),
  rawCopy: async (url) => {
    const { pathname, searchParams } = new URL(url);
    const date = pathname.slice('/api/registry/'.length, -'.json'.length);
    const size = searchParams.get('size');
    const file = await world().reader.dayFile(date, size === null ? null : Number(size));
    return Buffer.from(file.text);
  },
  waybackUrl: (url, timestamp) => `https://web.archive.org/web/${timestamp}/${url}`,
});

export const openWriter = async (
  graph: GraphService,
  dataDir: string,
): Promise<{ world: RegistryWorld; clock: ManualClock }> => {
  const head = await new RegistryRepository(graph).getHead();
  const clock = new ManualClock(clockAfter(head?.last_made_at ?? null, head?.sealed_date ?? null));
  const world: RegistryWorld = openRegistry({
    graph,
    clock,
    dataDir,
    archive: () => promptArchive(clock, () => world),
  });
  return { world, clock };
};

/** An intent, a minute of waiting for an answer, then the bundle and its trade in one transaction. */
export const forecast = async (
  world: RegistryWorld,
  clock: ManualClock,
  name: string,
): Promise<readonly StoredRecord[]> => {
  const intent = await world.log.append(intentRequest(`in-${name}`, `KX-${name}`));
  if (intent.kind !== 'appended') throw new Error(`Not appended: ${JSON.stringify(intent)}`);
  clock.advance(60_000_000);
  const answer = await world.log.appendAll(answerRequests(name));
  if (answer.kind !== 'done') throw new Error(`Not appended: ${JSON.stringify(answer)}`);
  return [intent.record, ...answer.records];
};

const live = async (connection: GraphConnection, dataDir: string): Promise<never> => {
  const graph = new GraphService(connection, new CypherCatalogue());
  const { world, clock } = await openWriter(graph, dataDir);
  for (let count = 0; ; count++) {
    for (const record of await forecast(world, clock, `${process.pid}-${count}`))
      writeSync(1, `${JSON.stringify(record)}\n`);
    clock.advance(9 * HOUR);
    const sealed = await world.registry.maintain();
    await world.captures.run();
    for (const date of sealed) writeSync(1, `${JSON.stringify({ sealed: date })}\n`);
  }
};

if (require.main === module) {
  const [connection = '', dataDir = ''] = process.argv.slice(2);
  live(JSON.parse(connection) as GraphConnection, dataDir).catch((error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exit(1);
  });
}
