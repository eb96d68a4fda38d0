import { createServer, type AddressInfo } from 'node:net';
import { databaseFailure } from '../../src/platform/common/database-failure';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { testConnection } from '../support/neo4j-process';
import { TcpProxy } from '../support/tcp-proxy';
import { until } from '../support/until';

describe('GraphService, when the database goes away', () => {
  const changes: boolean[] = [];
  let proxy: TcpProxy;
  let graph: GraphService;

  const probe = (): Promise<unknown[]> => graph.read('health/probe');
  const untilBack = async (): Promise<void> => {
    for (let tries = 0; tries < 100; tries += 1)
      if (
        await probe().then(
          () => true,
          () => false,
        )
      )
        return;
      else await new Promise((resolve) => setTimeout(resolve, 100));
    throw new Error('It did not come back');
  };

  beforeAll(async () => {
    const connection = testConnection();
    proxy = await TcpProxy.open(Number(new URL(connection.uri).port));
    graph = new GraphService({ ...connection, uri: `bolt://127.0.0.1:${proxy.port}` }, new CypherCatalogue(), {
      writeTimeoutMs: 500,
      silenceMs: 500,
      onAway: (away) => changes.push(away),
    });
  });

  beforeEach(async () => {
    proxy.mode = 'pass';
    await untilBack();
    changes.length = 0;
  });

  afterAll(async () => {
    await graph.close();
    await proxy.close();
  });

  it.each(['refuse', 'hang'] as const)('ends reads when it would %s, and recovers', async (mode) => {
    proxy.mode = mode;

    const reads = await Promise.allSettled([probe(), probe(), probe()]);

    for (const read of reads)
      expect(read).toMatchObject({ status: 'rejected', reason: { code: 'ServiceUnavailable' } });
    expect(changes).toEqual([true]);
    proxy.mode = 'pass';
    await untilBack();
    expect(changes).toEqual([true, false]);
  });

  it('waits for a database that is slow', async () => {
    proxy.mode = 'slow';

    expect(await probe()).toHaveLength(1);
  });

  it.each([
    ['a transaction', () => graph.writeTransaction((tx) => tx.run('health/probe'))],
    ['a statement of several transactions', () => graph.autocommit('health/probe')],
  ])('leaves connections behind that are dead and were never closed, in %s', async (_, write) => {
    proxy.freeze();

    await expect(write()).rejects.toMatchObject({ code: 'ServiceUnavailable' });

    expect(await graph.writeTransaction((tx) => tx.run('health/probe'))).toHaveLength(1);
    expect(await probe()).toHaveLength(1);
  });
});

it('counts a connection that breaks at the login as a database that is away', async () => {
  // Agrees on Bolt 5.4 and ends at the first message, as a server that stops or a proxy does.
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([0, 0, 4, 5]));
      socket.once('data', () => socket.destroy());
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const graph = new GraphService({ ...testConnection(), uri: `bolt://127.0.0.1:${port}` }, new CypherCatalogue());

  const failed: unknown = await graph.statement('RETURN 1', 'READ').catch((error: unknown) => error);
  await graph.close();
  server.close();

  expect(failed).toMatchObject({ code: 'ProtocolError' });
  expect(databaseFailure(failed)).toMatch(/cannot be reached/);
});

it('tries no more once it is closed', async () => {
  const tries: string[] = [];
  const graph = new GraphService({ ...testConnection(), uri: 'bolt://127.0.0.1:9' }, new CypherCatalogue(), {
    patient: true,
    onQuery: (name) => tries.push(name),
  });

  const read = graph.read('health/probe').catch((error: unknown) => error);
  await until('a try failed', () => tries.length > 0, { everyMs: 20 });
  const before = tries.length;
  await graph.close();

  expect(databaseFailure(await read)).toMatch(/cannot be reached/);
  expect(tries).toHaveLength(before);
});
