/** Processes of the HTTP benchmark: the service, the bare route, the load, the database alone. */
import { fastify } from 'fastify';
import neo4j from 'neo4j-driver';
import { ApiKeyService } from '../../src/platform/access/api-key.service';
import { nowMillis } from '../../src/platform/common/clock';
import { SOURCE_TYPES } from '../../src/platform/common/source-type';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { readEnvironment } from '../../src/platform/config/environment';
import { EventLogService } from '../../src/event-log/event-log.service';
import { chooseWalk, eventFilter, walkParameters } from '../../src/event-log/event-filter';
import { SCAN_MAX } from '../../src/event-log/item.repository';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { encodeParameters } from '../../src/platform/graph/graph-values';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { createApplication } from '../../src/application';
import { addEntities, addMarket, anItem } from '../../test/support/item-builder';
import { startNeo4j } from '../../test/support/neo4j-process';
import { load, type LoadOrder } from './load';

export interface Served {
  readonly url: string;
  readonly key: string;
  readonly connection: GraphConnection | null;
}

/** Response of the bare route. */
export interface BareAnswer {
  readonly body: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DatabaseOrder {
  readonly connection: GraphConnection;
  readonly seconds: number;
  readonly connections: number;
}

/** Stops when the measuring process ends. */
const untilLeft = (leave: () => Promise<unknown>): void => {
  process.once('disconnect', () => void leave().finally(() => process.exit(0)));
};

const onMessage = <T>(answer: (order: T) => Promise<unknown>): void => {
  process.on('message', (order) => {
    void answer(order as T).then((figures) => process.send?.(figures));
  });
};

/** The whole service on its own database: the seed, 5,000 items of the last day, one market. */
export const serveService = async (): Promise<void> => {
  const neo4j = await startNeo4j();
  const { connection } = neo4j.server;
  const environment = {
    ...readEnvironment({ POLLING: 'false', LOG_LEVEL: 'warn', MODEL: 'off' }),
    partnerPerHour: 100_000_000,
    answerCacheSeconds: 600,
  };
  const schemaGraph = new GraphService(connection, new CypherCatalogue());
  await new SchemaService(schemaGraph).apply();
  await schemaGraph.close();
  const app = await createApplication({ environment, clock: new SystemClock(), connection });
  await app.listen(0, '127.0.0.1');
  await fill(app.get(GraphService, { strict: false }), app.get(EventLogService, { strict: false }));
  const { key } = await app.get(ApiKeyService, { strict: false }).issue('partner', 'bench');
  untilLeft(() => app.close().then(() => neo4j.stop()));
  process.send?.({ url: await app.getUrl(), key, connection } satisfies Served);
};

const fill = async (graph: GraphService, log: EventLogService): Promise<void> => {
  const now = nowMillis(new SystemClock());
  const entities = ['iran', 'israel', 'russia', 'ukraine', 'china'];
  await addEntities(
    graph,
    entities.map((id) => ({ id, theater: id })),
  );
  await log.append(
    Array.from({ length: 5_000 }, (_, n) =>
      anItem({
        id: `bench-${n}`,
        at: now - n * 15_000,
        firstSeenAt: now,
        source: `bench-${n % 80}`,
        title: `Report ${n} of the last day, as long as a headline usually is`,
        sourceType: SOURCE_TYPES[n % SOURCE_TYPES.length] ?? 'news',
        entities: [entities[n % entities.length] ?? 'iran'],
      }),
    ),
  );
  await addMarket(graph, 'polymarket', 'bench', ['iran', 'israel']);
};

/** One route of bare Fastify; messages set its response. */
export const serveBare = async (): Promise<void> => {
  const server = fastify();
  let body = Buffer.from('');
  let headers: BareAnswer['headers'] = {};
  let status = 200;
  server.get('/', (_request, reply) => {
    void reply.code(status).headers(headers).send(body);
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  onMessage<BareAnswer>((next) => {
    body = Buffer.from(next.body, 'base64');
    ({ headers, status } = next);
    return Promise.resolve('set');
  });
  untilLeft(() => server.close());
  process.send?.({ url, key: '', connection: null } satisfies Served);
};

export const serveLoad = (): void => {
  onMessage<LoadOrder>(load);
  untilLeft(() => Promise.resolve());
  process.send?.('ready');
};

/**
 * Rate of the event log's first page from the database alone: the same statement and concurrency through the bare
 * driver, rows discarded. An upper limit for any server in front of it.
 */
export const serveDatabase = (): void => {
  onMessage<DatabaseOrder>(async ({ connection, seconds, connections }) => {
    const driver = neo4j.driver(connection.uri, neo4j.auth.basic(connection.username, connection.password), {
      disableLosslessIntegers: true,
      maxConnectionPoolSize: connections,
    });
    const walk = chooseWalk(eventFilter({}));
    const query = new CypherCatalogue().get(`event-log/list-by-${walk.index}`);
    const until = performance.now() + seconds * 1000;
    let pages = 0;
    const reader = async (): Promise<void> => {
      while (performance.now() < until) {
        pages += 1;
        // Parameters change each time, as in the requests.
        const filter = eventFilter({ since: pages });
        const parameters = encodeParameters(query, walkParameters(filter, walk, SCAN_MAX, 51));
        const session = driver.session({ defaultAccessMode: neo4j.session.READ });
        await session.run(query.text, parameters);
        await session.close();
      }
    };
    await Promise.all(Array.from({ length: connections }, reader));
    await driver.close();
    return Math.round(pages / seconds);
  });
  untilLeft(() => Promise.resolve());
  process.send?.('ready');
};
