/**
 * Generates a store in minutes instead of hours: items, links and stories go through the database's bulk importer while
 * no server runs, indexes are created afterwards, and the service's counters are computed from the items. The result is
 * identical to a store filled item by item.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCounts, dayCounts, itemProperties, storiesOf } from '../../src/event-log/item-rows';
import type { NewItem } from '../../src/event-log/item';
import { adminArguments, neo4jConf } from '../../src/platform/graph/embedded-config';
import { javaCommand } from '../../src/platform/graph/embedded-process.service';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { AlertRepository } from '../../src/surge/alert.repository';
import { clustersOf } from '../../src/surge/clusters';
import { buildOntology, ENTITY_COUNT, generateItems, MARKET_COUNT, NOW } from './generated-world';

const HOUR_MS = 3_600_000;
/** Hours before {@link NOW} whose items are counted by cluster, as in the service. */
const COUNTED_HOURS = 193;

/** Items generated at a time. */
const CHUNK = 20_000;

const ITEM_COLUMNS =
  'id source_type category source family publisher lang title summary url published_at:long at:long first_seen_at:long theater story content_hash search market attr_exchange attr_ticker attr_usd:long'.split(
    ' ',
  );

const FILES = {
  entities: 'id:ID(Entity)',
  items: `${['id:ID(Item)', ...ITEM_COLUMNS.slice(1)].join(',')},time:datetime`,
  touches: ':START_ID(Item),:END_ID(Entity),entity,source_type,at:long,item,seen_at:long',
  stories: 'id:ID(Story),origin_item,origin_family,origin_at:long',
  reports: ':START_ID(Item),:END_ID(Story)',
  markets: 'key:ID(Market),exchange,ticker',
  evidence:
    ':START_ID(Item),:END_ID(Market),market,source_type,at:long,item,seen_at:long,relevance:double,about:boolean,circular:boolean,rule:long',
} as const;

/** Imports items `0` to `size` into a new store; no server may run on it. */
export const importItems = async (instanceDir: string, libDir: string, size: number): Promise<void> => {
  const home = join(instanceDir, 'neo4j');
  const folder = join(instanceDir, 'import');
  mkdirSync(join(home, 'conf'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  const layout = {
    libDir,
    homeDir: home,
    boltPort: 0,
    httpPort: 0,
    heapMb: 1_024,
    pageCacheMb: 512,
  };
  writeFileSync(join(home, 'conf', 'neo4j.conf'), neo4jConf(layout));
  await writeFiles(folder, size);
  const file = (name: keyof typeof FILES): string => join(folder, `${name}.csv`);
  await runAdmin(home, libDir, [
    'database',
    'import',
    'full',
    'neo4j',
    '--overwrite-destination',
    '--id-type=string',
    `--nodes=Entity=${file('entities')}`,
    `--nodes=Item=${file('items')}`,
    `--nodes=Story=${file('stories')}`,
    `--nodes=Market=${file('markets')}`,
    `--relationships=TOUCHES=${file('touches')}`,
    `--relationships=REPORTS=${file('reports')}`,
    `--relationships=EVIDENCE=${file('evidence')}`,
    `--report-file=${join(folder, 'report.txt')}`,
  ]);
  rmSync(folder, { recursive: true });
};

/** Adds the ontology, the indexes, and item counts by day. */
export const completeWorld = async (graph: GraphService, size: number): Promise<void> => {
  await new SchemaService(graph).apply();
  await buildOntology(graph);
  const firstTold = new Map<string, string>();
  for (let from = 0; from < size; from += CHUNK) {
    const items = generateItems(from, Math.min(size, from + CHUNK));
    const stories = storiesOf(items);
    const origins = stories.map(({ story, id }) => {
      if (!firstTold.has(story)) firstTold.set(story, id);
      return firstTold.get(story) ?? id;
    });
    await graph.write('event-log/tally-days', { ...dayCounts(items) });
    await graph.write('event-log/tally-copies', { rows: copyCounts(items, stories, origins) });
  }
  const surge = new AlertRepository(graph);
  await surge.syncClusters(clustersOf, NOW - COUNTED_HOURS * HOUR_MS);
  await surge.noteWatched(NOW / HOUR_MS - COUNTED_HOURS, NOW / HOUR_MS);
};

const writeFiles = async (folder: string, size: number): Promise<void> => {
  const streams = Object.fromEntries(
    Object.keys(FILES).map((name) => [name, createWriteStream(join(folder, `${name}.csv`))]),
  ) as Record<keyof typeof FILES, ReturnType<typeof createWriteStream>>;
  const write = async (name: keyof typeof FILES, lines: readonly string[]): Promise<void> => {
    if (lines.length > 0 && !streams[name].write(`${lines.join('\n')}\n`)) await once(streams[name], 'drain');
  };
  for (const [name, header] of Object.entries(FILES)) await write(name as keyof typeof FILES, [header]);
  await write(
    'entities',
    Array.from({ length: ENTITY_COUNT }, (_, n) => `entity-${n}`),
  );
  await write(
    'markets',
    Array.from({ length: MARKET_COUNT }, (_, n) => csv([`kalshi/M${n}`, 'kalshi', `M${n}`])),
  );
  const origins = new Map<string, NewItem>();
  for (let from = 0; from < size; from += CHUNK) {
    const items = generateItems(from, Math.min(size, from + CHUNK));
    await write('items', items.map(itemLine));
    await write(
      'touches',
      items.flatMap(({ id, sourceType, at, firstSeenAt, entities }) =>
        entities.map((entity) => csv([id, entity, entity, sourceType, at, id, firstSeenAt])),
      ),
    );
    await write('evidence', items.flatMap(evidenceLines));
    for (const item of items) {
      if (item.story === null) continue;
      const origin = origins.get(item.story);
      if (origin === undefined || item.at < origin.at) origins.set(item.story, item);
    }
    await write(
      'reports',
      items.flatMap(({ id, story }) => (story === null ? [] : [csv([id, story])])),
    );
  }
  await write(
    'stories',
    [...origins].map(([story, { id, family, at }]) => csv([story, id, family, at])),
  );
  await Promise.all(
    Object.values(streams).map(async (stream) => {
      stream.end();
      await once(stream, 'close');
    }),
  );
};

/** Three items in ten are relevant to a market, each to two: more than on a real night. */
const evidenceLines = ({ id, sourceType, at, firstSeenAt }: NewItem): string[] => {
  const n = parseInt(id.slice(1), 36);
  if (n % 10 >= 3) return [];
  return [n % MARKET_COUNT, (n * 7 + 1) % MARKET_COUNT].map((market) => {
    const key = `kalshi/M${market}`;
    return csv([
      id,
      key,
      key,
      sourceType,
      at,
      id,
      firstSeenAt,
      0.65,
      'false',
      sourceType === 'whale' ? 'true' : 'false',
      1,
    ]);
  });
};

const itemLine = (item: NewItem): string => {
  const properties = itemProperties(item);
  return csv([
    ...ITEM_COLUMNS.map((column) => properties[column.split(':')[0] ?? ''] as string | number | null),
    new Date(item.at).toISOString(),
  ]);
};

const csv = (values: readonly (string | number | null)[]): string =>
  values.map((value) => (typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : (value ?? ''))).join(',');

const runAdmin = async (home: string, libDir: string, command: readonly string[]): Promise<void> => {
  const child = spawn(javaCommand(), adminArguments(libDir, 1_024, command), {
    env: { ...process.env, NEO4J_HOME: home, NEO4J_CONF: join(home, 'conf') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The importer ended with code ${code ?? '?'}: ${said}`);
};
