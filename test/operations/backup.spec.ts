import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnvironment } from '../../src/platform/config/environment';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { EmbeddedServer } from '../../src/platform/graph/embedded-server.service';
import { openGraph } from '../../src/platform/graph/open-graph.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { BackupService } from '../../src/platform/operations/backup.service';
import { openEmbedded } from '../support/neo4j-process';

jest.setTimeout(600_000);

describe('backup and restore', () => {
  const root = mkdtempSync(join(tmpdir(), 'vedette-test-backup-'));
  const folder = join(root, 'live');
  const target = join(root, 'backup');
  const servers: EmbeddedServer[] = [];
  const told: string[] = [];

  const service = (instance = folder): BackupService =>
    new BackupService(instance, false, (message) => told.push(message));
  const put = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(join(folder, 'registry', 'public'), { recursive: true });
    writeFileSync(join(folder, 'registry', name), text, { mode });
  };
  const read = (instance: string, name: string): string => readFileSync(join(instance, 'registry', name), 'utf8');
  const head = (size: number): string => JSON.stringify({ origin: 'test', root_hash: '00', tree_size: size });
  const ask = async (server: EmbeddedServer, text: string, mode: 'READ' | 'WRITE' = 'READ'): Promise<unknown[]> => {
    const graph = new GraphService(server.connection, new CypherCatalogue());
    try {
      return await graph.statement(text, mode);
    } finally {
      await graph.close();
    }
  };
  const states = (server: EmbeddedServer): Promise<unknown[]> =>
    ask(server, 'MATCH (n:Probe) RETURN n.state AS state, count(*) AS n ORDER BY state');
  const start = async (instance: string): Promise<EmbeddedServer> => {
    const server = await openEmbedded(instance);
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    const server = await start(folder);
    server.supervise((message) => told.push(message));
    await ask(server, "UNWIND range(1, 500) AS n CREATE (:Probe {n: n, state: 'old'})", 'WRITE');
    put('signing-key', 'a key', 0o600);
    put('signed-head.json', head(7));
    put(join('public', 'day.json'), 'sealed');
    await service().backup(target, Date.UTC(2026, 4, 7));
  });

  afterAll(async () => {
    for (const server of servers) await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('is taken from a running database, which comes back by itself', async () => {
    const [server] = servers;
    for (let tries = 0; !told.includes('Neo4j answers again') && tries < 600; tries += 1) await sleep(200);

    expect(await states(server!)).toEqual([{ state: 'old', n: 500 }]);
    expect(statSync(target).mode & 0o077).toBe(0);
    expect(existsSync(join(target, 'files', 'neo4j.password'))).toBe(false);
  });

  it('refuses to write over a backup, or into the folder that it backs up', async () => {
    await expect(service().backup(target, 0)).rejects.toThrow('is not empty');
    await expect(service().backup(join(folder, 'b'), 0)).rejects.toThrow('is inside the folder that is backed up');
    await expect(service(join(root, 'none')).backup(join(root, 'b'), 0)).rejects.toThrow('No database');
  });

  it('refuses to restore beneath a running service', async () => {
    await expect(service().restore(target)).rejects.toThrow('Stop the service first');
  });

  it('refuses a backup of which one byte was changed, before anything is touched', async () => {
    const day = join(target, 'files', 'registry', 'public', 'day.json');
    appendFileSync(day, ' ');
    const clean = join(root, 'clean-refused');

    await expect(service(clean).restore(target)).rejects.toThrow('day.json of the backup');

    expect(existsSync(clean)).toBe(false);
    writeFileSync(day, 'sealed');
  });

  it('refuses other folders, and a backup of the demo', async () => {
    await expect(service().restore(root)).rejects.toThrow('is not a backup');
    await expect(new BackupService(folder, true, () => undefined).restore(target)).rejects.toThrow(
      'not one of the demo',
    );
  });

  it('that was cut short is refused by every start, and can be done again', async () => {
    const cut = join(root, 'cut-short');
    const killed = new BackupService(cut, false, (message) => {
      if (message === 'Loading the database') throw new Error('killed');
    });
    const environment = { ...readEnvironment({}), dataDir: root };

    await expect(killed.restore(target)).rejects.toThrow('killed');
    renameSync(cut, join(root, 'demo'));

    await expect(openGraph({ ...environment, demo: true })).rejects.toThrow(
      `was cut short: run \`vedette restore ${target}\` again`,
    );
    await service(join(root, 'demo')).restore(target);
    expect(existsSync(join(root, 'demo', 'restore.unfinished'))).toBe(false);
  });

  it('uses the folder of a backup that was cut short again', async () => {
    const again = join(root, 'again');
    const killed = new BackupService(join(root, 'demo'), false, (message) => {
      if (message === 'Dumping the database') throw new Error('killed');
    });
    await expect(killed.backup(again, 0)).rejects.toThrow('killed');

    const files = await service(join(root, 'demo')).backup(again, 0);

    expect(files.map(({ path }) => path)).toContain('neo4j.dump');
    expect(existsSync(join(again, 'unfinished'))).toBe(false);
  });

  it('restores the store, and keeps a head that was signed later', async () => {
    const [server] = servers;
    await ask(server!, "MATCH (n:Probe) SET n.state = 'new'", 'WRITE');
    put(join('public', 'day.json'), 'changed');
    put('signed-head.json', head(9));
    await server!.stop();

    const result = await service().restore(target);

    expect(result).toEqual({ madeAt: '2026-05-07T00:00:00.000000Z', headKept: true });
    expect(await states(await start(folder))).toEqual([{ state: 'old', n: 500 }]);
    expect(read(folder, 'public/day.json')).toBe('sealed');
    expect(read(folder, 'signed-head.json')).toBe(head(9));
  });
});
