/** Webhooks on a real graph and real receivers that are slow, wrong, redirecting, gone, or down for an hour. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { ManualClock } from '../support/manual-clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import { EventLogService } from '../../src/event-log/event-log.service';
import { WebhookRepository } from '../../src/delivery/webhooks/webhook.repository';
import { WebhooksService } from '../../src/delivery/webhooks/webhooks.service';
import { testEnvironment } from '../support/app-harness';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';
import { needing } from '../support/tools';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Post {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ok: Answer = (_request, response) => response.writeHead(204).end();

describe('webhooks', () => {
  let test: TestGraph;
  let clock: ManualClock;
  let metrics: Metrics;
  let server: Server;
  let host: string;
  let dataDir: string;
  let answer: Answer;
  let posts: Post[];
  let services: WebhooksService[];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vedette-webhooks-'));
    test = await openTestGraph();
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        posts.push({
          path: request.url ?? '',
          headers: request.headers as Record<string, string>,
          body,
        });
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await test.close();
  });
  beforeEach(async () => {
    await test.wipe();
    clock = new ManualClock(NOON * 1_000);
    metrics = new Metrics();
    services = [];
    posts = [];
    answer = ok;
    await addEntities(test.graph, [{ id: 'iran', theater: 'iran' }]);
  });
  afterEach(async () => {
    for (const service of services) await service.close();
    metrics.onApplicationShutdown();
  });

  /** One process of the service. */
  const open = (privateHosts = host): WebhooksService => {
    const environment = testEnvironment({ dataDir, upstreamPrivateHosts: privateHosts });
    const service = new WebhooksService(new WebhookRepository(test.graph), metrics, clock, environment);
    services.push(service);
    return service;
  };

  const advance = (ms: number): void => {
    clock.advance(ms * 1_000);
  };
  const nowMs = (): number => clock.nowMicros() / 1_000;

  const look = async (service: WebhooksService): Promise<void> => {
    await service.collect();
    await service.send();
    await service.idle();
  };

  /** An alert as the surge stage writes it. */
  const alert = async (id: string, ratio = 5, cluster = 'theater:iran'): Promise<void> => {
    const now = nowMs();
    await test.graph.statement(
      `MERGE (a:Alert {id: '${id}'}) ON CREATE SET a.opened_at = ${now}, a.window_start = ${now}
       SET a.cluster = '${cluster}', a.active = true, a.updated_at = ${now}, a.count = 20, a.ratio = ${ratio}.0
       WITH a MATCH (i:Item) MERGE (a)-[:RAISED_BY]->(i)`,
    );
  };

  const states = async (): Promise<string[]> =>
    (
      await test.graph.statement(
        'MATCH (d:WebhookDelivery) RETURN d.type + " " + d.state + " " + toString(d.attempts) AS text ORDER BY text',
      )
    ).map(({ text }) => String(text));

  const endpoint = async (repository = new WebhookRepository(test.graph)) =>
    (await repository.endpoints())[0]?.endpoint;

  it('sends every event once, signed in both ways', async () => {
    const service = open();
    const { secret } = await service.add({ url: `http://${host}/all` });
    advance(MINUTE);
    const [now, at] = [nowMs(), '2026-05-07T12:01:00.000001Z'];
    await new EventLogService(test.graph).append([anItem()]);
    await alert('al1');
    await test.graph.statement(
      `MATCH (i:Entity {id: 'iran'}), (a:Alert {id: 'al1'}) SET a.active = false, a.closed_at = ${now}
       CREATE (m:Market {exchange: 'kalshi', ticker: 'KX-1', theater: 'iran'})-[:ABOUT]->(i)
       CREATE (:Move {exchange: 'kalshi', ticker: 'KX-1', at: ${now}, from: 0.2, to: 0.3})
       CREATE (:Prediction {id: 'rb-1', exchange: 'kalshi', ticker: 'KX-1', population: 'own', made_at: '${at}', probability_yes: 0.4})
       CREATE (:Prediction {id: 'imported', exchange: 'kalshi', ticker: 'KX-1', population: 'import:x', made_at: '${at}', probability_yes: 0.4})
       CREATE (:Settlement {exchange: 'kalshi', ticker: 'KX-1', seen_at_ms: ${now}, status: 'settled', outcome: 'YES', settlement_yes_price: 1.0})
       CREATE (:LogHead {id: 'log', chain_length: 1}) CREATE (:ChainEntry {date: '2026-05-06', seq: 0, prev_hash: 'x', anchored_at: '${at}', combined_hash: 'ab', n_records: 3})
       CREATE (:Source {id: 'quiet', category: 'iranian_media', down_since: ${now - 6 * HOUR}}) CREATE (:Source {id: 'fine', down_since: 0})`,
    );

    await look(service);
    await look(service);
    advance(MINUTE);
    await look(service);

    const sent = posts.map(({ body }) => JSON.parse(body) as { type: string; data: { id: string; link: string } });
    expect(sent.map(({ type, data }) => `${type} ${data.id}`).sort()).toEqual([
      'alert.closed al1',
      'alert.opened al1',
      'day.sealed 2026-05-06',
      'forecast.made rb-1',
      'market.settled kalshi/KX-1',
      'price.moved kalshi/KX-1',
      'source.silent quiet',
    ]);
    expect(sent.every(({ data }) => data.link.startsWith('http://'))).toBe(true);
    const { headers, body } = posts[0]!;
    expect(headers['content-type']).toBe('application/json');
    expect(Number(headers['webhook-timestamp'])).toBe(now / 1_000);
    const [v1 = '', v1a = ''] = headers['webhook-signature']?.split(' ') ?? [];
    const content = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
    const raw = Buffer.from((await service.publicKey()).slice('whpk_'.length), 'base64');
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
      format: 'der',
      type: 'spki',
    });
    expect(verify(null, Buffer.from(content), key, Buffer.from(v1a.slice('v1a,'.length), 'base64'))).toBe(true);
    expect(v1).toMatch(/^v1,[\w+/]{43}=$/);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  });

  it('is verified by standardwebhooks of npm, and refused when one byte is another', async () => {
    const service = open();
    const { secret } = await service.add({ url: `http://${host}/x` });
    // The judge asks its own clock.
    clock.advance(Date.now() * 1_000 - clock.nowMicros());
    await alert('al1');
    await look(service);
    const { headers, body } = posts[0]!;
    const judge = new Webhook(secret);

    expect(judge.verify(body, headers)).toMatchObject({ type: 'alert.opened' });
    expect(() => judge.verify(body.replace('al1', 'al2'), headers)).toThrow('No matching signature');
  });

  needing('standardwebhooks').it(
    'is verified by standardwebhooks of PyPI, and refused when one byte is another',
    async () => {
      const service = open();
      const { secret } = await service.add({ url: `http://${host}/x` });
      // The judge asks its own clock.
      clock.advance(Date.now() * 1_000 - clock.nowMicros());
      await alert('al1');
      await look(service);
      const judge = `import json, sys
from standardwebhooks import Webhook
given = json.load(sys.stdin)
for body in (given["body"], given["body"].replace("al1", "al2")):
    try: print(Webhook(given["secret"]).verify(body, given["headers"])["type"])
    except Exception as error: print(type(error).__name__)`;

      const { stdout } = spawnSync('python3', ['-c', judge], {
        input: JSON.stringify({ secret, ...posts[0] }),
        encoding: 'utf8',
      });

      expect(stdout.trim().split('\n')).toEqual(['alert.opened', 'WebhookVerificationError']);
    },
  );

  it('gets only the events that it asked for', async () => {
    const service = open();
    await service.add({ url: `http://${host}/big`, events: ['alert.opened'], min_ratio: 10 });
    await service.add({ url: `http://${host}/iran`, entities: ['iran'], theaters: ['iran'] });
    await service.add({ url: `http://${host}/market`, markets: ['kalshi/KX-1'] });
    advance(MINUTE);
    await new EventLogService(test.graph).append([anItem()]);
    await alert('small', 5);
    await alert('large', 12);
    await alert('elsewhere', 12, 'theater:sahel');
    await test.graph.statement(
      `CREATE (:Market {exchange: 'kalshi', ticker: 'KX-1'}) CREATE (:Move {exchange: 'kalshi', ticker: 'KX-1', at: ${nowMs()}, from: 0.2, to: 0.3})`,
    );

    await look(service);

    const told = posts.map(({ path, body }) => `${path} ${(JSON.parse(body) as { data: { id: string } }).data.id}`);
    expect(told.sort()).toEqual(['/big elsewhere', '/big large', '/iran large', '/iran small', '/market kalshi/KX-1']);
  });

  it.each([
    ['an address within', { url: 'http://127.0.0.1:9/x' }, /^url: a port other than 80 and 443/],
    ['another scheme', { url: 'file:///etc/passwd' }, /^url: /],
    [
      'an event that there is not',
      { url: 'https://receiver.org/', events: ['alert.fired'] },
      /^events: must be one of alert.opened/,
    ],
    ['a ratio that is none', { url: 'https://receiver.org/', min_ratio: 0 }, /^min_ratio: /],
    ['a member that there is not', { url: 'https://receiver.org/', entity: 'iran' }, /^entity: is not one of/],
  ])('refuses %s, naming the field', async (_name, given, why) => {
    await expect(open('').add(given)).rejects.toThrow(why);
  });

  it('queues and sends each event once on several instances that look at the same time', async () => {
    const instances = [open(), open(), open()];
    await instances[0]!.add({ url: `http://${host}/x` });
    advance(MINUTE);
    for (let k = 0; k < 10; k++) await alert(`al${k}`);

    await Promise.all(instances.map((one) => one.collect()));
    for (let round = 0; round < 5; round++) {
      await Promise.all(instances.map((one) => one.send()));
      await Promise.all(instances.map((one) => one.idle()));
    }

    expect(await states()).toEqual(Array(10).fill('alert.opened delivered 1'));
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(10);
    expect(posts).toHaveLength(10);
  });

  it('is not held up by a receiver that is slow', async () => {
    const service = open();
    await service.add({ url: `http://${host}/slow` });
    await service.add({ url: `http://${host}/quick` });
    advance(MINUTE);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answer = (request, response) => {
      if (request.url === '/slow') void held.then(() => response.writeHead(200).end());
      else ok(request, response);
    };
    await alert('al1');
    await service.collect();
    await service.send();
    await waitFor(() => posts.length === 2);
    advance(MINUTE);
    await alert('al2');
    await service.collect();
    const begun = await service.send();
    await waitFor(() => posts.filter(({ path }) => path === '/quick').length === 2);

    // The slow one is not asked again while it has not answered.
    expect(begun).toBe(1);
    release();
    await service.idle();
    await look(service);
    expect(posts.filter(({ path }) => path === '/slow')).toHaveLength(2);
  });

  it.each<[string, Answer, RegExp, number | null]>([
    [
      'answers without end',
      (_request, response) => {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'.repeat(50_000)), 1);
        response.on('close', () => {
          clearInterval(more);
        });
      },
      /./,
      null,
    ],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('x');
        setTimeout(() => response.destroy(), 20);
      },
      /./,
      null,
    ],
    [
      'says that it was moved to loopback',
      (_request, response) => response.writeHead(302, { location: '/secret' }).end(),
      /Redirect of a POST/,
      null,
    ],
    ['cannot now', (_request, response) => response.writeHead(503, { 'retry-after': '7200' }).end(), /503/, 503],
  ])('tries again where a receiver %s', async (_name, lie, words, status) => {
    const service = open();
    await service.add({ url: `http://${host}/x` });
    advance(MINUTE);
    await alert('al1');
    answer = lie;
    await look(service);
    const first = (await new WebhookRepository(test.graph).deliveries((await endpoint())!.id, 5))[0]!;
    answer = ok;
    advance(3 * HOUR);
    await look(service);

    expect([first.state, first.attempts, first.last_status ?? null]).toEqual(['waiting', 1, status]);
    expect(first.last_error).toMatch(words);
    expect(first.next_at - first.last_at!).toBeGreaterThanOrEqual(status === 503 ? 2 * HOUR : 5_000);
    expect(posts.map(({ path }) => path)).toEqual(['/x', '/x']);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await states()).toEqual(['alert.opened delivered 2']);
  });

  it('is switched off by 410, sends nothing more, and sends pending events when it is enabled', async () => {
    const service = open();
    await service.add({ url: `http://${host}/x` });
    advance(MINUTE);
    await alert('al1');
    answer = (_request, response) => response.writeHead(410).end();
    await look(service);
    const off = await endpoint();
    advance(MINUTE);
    await alert('al2');
    await look(service);
    const quiet = posts.length;
    answer = ok;
    await service.enable(off!.id);
    advance(MINUTE);
    await alert('al3');
    await look(service);
    await service.collect();

    expect([off?.state, off?.off_reason, quiet]).toEqual(['off', 'it answered 410 Gone', 1]);
    expect(await metrics.registry.metrics()).toMatch(/vedette_webhook_endpoints\{state="on"\} 1/);
    const told = posts.slice(1).map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    expect(told).toEqual(expect.arrayContaining(['al1', 'al2', 'al3']));
  });

  it('loses nothing while a receiver is dead for an hour', async () => {
    const service = open();
    await service.add({ url: `http://${host}/x` });
    answer = (request) => request.socket.destroy();
    const begun = nowMs();
    for (let minute = 0; minute < 60; minute++) {
      advance(MINUTE);
      if (minute < 10) await alert(`al${minute}`);
      await look(service);
    }
    const tries = posts.length;
    answer = ok;
    advance(3 * HOUR);
    for (let round = 0; round < 5; round++) await look(service);

    expect(nowMs() - begun).toBe(4 * HOUR);
    expect(await states()).toEqual(Array(10).fill('alert.opened delivered 5'));
    // At once, after 5 s, 5 min, 30 min.
    expect(tries).toBe(40);
    expect(new Set(posts.slice(tries).map(({ headers }) => headers['webhook-id'])).size).toBe(10);
    expect(posts.slice(tries)).toHaveLength(10);
  });

  it('is switched off when it failed throughout the three days of the schedule', async () => {
    const service = open();
    await service.add({ url: `http://${host}/x` });
    advance(MINUTE);
    await alert('al1');
    answer = (_request, response) => response.writeHead(500).end();
    for (let attempt = 0; attempt < 12; attempt++) {
      await look(service);
      advance(27 * HOUR);
    }

    expect(posts).toHaveLength(10);
    expect(await states()).toEqual(['alert.opened failed 10']);
    expect(await endpoint()).toMatchObject({
      state: 'off',
      off_reason: expect.stringContaining('10 attempts') as string,
    });
  });

  it('finds events again that happened before it was killed, and repeats at most those in flight, under one id', async () => {
    const first = open();
    await first.add({ url: `http://${host}/x` });
    advance(MINUTE);
    await alert('before');
    // Killed before it looked; another is killed between sending and noting.
    const second = open();
    await second.collect();
    await alert('after');
    const dead = new WebhookRepository(test.graph);
    const [claimed] = await dead.claim('dead', nowMs(), { busy: [], each: 4, lease: MINUTE });
    await fetch(`http://${host}/x`, {
      method: 'POST',
      headers: { 'webhook-id': claimed!.delivery.event },
      body: claimed!.delivery.body,
    });

    const third = open();
    await look(third);
    const meanwhile = posts.length;
    // The minute is over: the database's clock is not set by hand.
    await test.graph.statement("MATCH (d:WebhookDelivery {holder: 'dead'}) SET d.leased_until = timestamp()");
    await look(third);
    await look(third);

    // While the dead process holds the lease, no other process sends it.
    expect(meanwhile).toBe(2);
    const ids = posts.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
    expect(await states()).toEqual(['alert.opened delivered 1', 'alert.opened delivered 2']);
  });

  it('is left to the instance that is at it by one whose clock is hours ahead', async () => {
    await open().add({ url: `http://${host}/x` });
    advance(MINUTE);
    await alert('al1');
    await open().collect();
    const [ours, ahead] = [new WebhookRepository(test.graph), new WebhookRepository(test.graph)];
    const limits = { busy: [], each: 4, lease: MINUTE };

    expect(await ours.claim('ours', nowMs(), limits)).toHaveLength(1);
    expect(await ahead.claim('ahead', nowMs() + 2 * HOUR, limits)).toEqual([]);
  });

  it('makes the endpoints of the environment those that it names', async () => {
    const named = (list: unknown): WebhooksService => {
      const environment = testEnvironment({
        dataDir,
        upstreamPrivateHosts: host,
        webhookEndpoints: JSON.stringify(list),
      });
      return new WebhooksService(new WebhookRepository(test.graph), metrics, clock, environment);
    };
    await open().add({ url: `http://${host}/mine` });
    const urls = async (): Promise<string[]> =>
      (await new WebhookRepository(test.graph).endpoints()).map((row) => row.endpoint.url.replace(/^.*\//, '')).sort();

    await named([{ url: `http://${host}/a` }, { url: `http://${host}/b` }]).applyEnvironment();
    const both = await urls();
    await named([{ url: `http://${host}/b`, events: ['day.sealed'] }]).applyEnvironment();

    expect([both, await urls()]).toEqual([
      ['a', 'b', 'mine'],
      ['b', 'mine'],
    ]);
    await expect(named([{ url: 'x' }]).applyEnvironment()).rejects.toThrow('WEBHOOK_ENDPOINTS: url: ');
  });
});

const waitFor = async (holds: () => boolean): Promise<void> => {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 10_000) throw new Error('waited ten seconds in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
