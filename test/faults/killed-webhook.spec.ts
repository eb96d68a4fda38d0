import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ManualClock } from '../support/manual-clock';
import { Metrics } from '../../src/platform/common/metrics.service';
import { WebhookRepository } from '../../src/delivery/webhooks/webhook.repository';
import { WebhooksService } from '../../src/delivery/webhooks/webhooks.service';
import { testEnvironment } from '../support/app-harness';
import { chance, killsOf } from '../support/chance';
import { CountedConnection } from '../support/counted-connection';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { NOON } from '../support/item-builder';
import { runsTypeScript } from '../support/typescript-process';
import type { WebhookTask } from '../support/webhook-process';

jest.setTimeout(1_800_000);

const KILLS = killsOf(60);
const random = chance('killed-webhook');
/** Longer than the wait before a retry. */
const LATER_MS = 120_000;

interface Post {
  readonly id: string;
  readonly alert: string;
}

/** Where a life ends: at a message to the database, or when the receiver was asked, or has answered. */
type Moment = 'database' | 'asked' | 'answered';

describe('a process that is killed between an event and the end of its delivery', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-webhook-'));
  let test: TestGraph;
  let way: CountedConnection;
  let receiver: Server;
  let host: string;
  let now = NOON;
  let posts: Post[] = [];
  let onPost: (response: ServerResponse) => void;

  const agree = (response: ServerResponse): void => {
    response.writeHead(204).end();
  };

  beforeAll(async () => {
    test = await openTestGraph();
    way = await CountedConnection.open(test.connection);
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { data } = JSON.parse(body) as { data: { id: string } };
        posts.push({ id: String(request.headers['webhook-id']), alert: data.id });
        onPost(response);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const metrics = new Metrics();
    const environment = testEnvironment({ dataDir, upstreamPrivateHosts: host });
    const repository = new WebhookRepository(test.graph);
    await new WebhooksService(repository, metrics, new ManualClock(now * 1_000), environment).add({
      url: `http://${host}/`,
    });
    metrics.onApplicationShutdown();
  });
  afterAll(async () => {
    way.close();
    receiver.closeAllConnections();
    receiver.close();
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const alert = async (id: string): Promise<void> => {
    now += LATER_MS;
    await test.graph.statement(
      `CREATE (:Alert {id: '${id}', cluster: 'theater:iran', active: true, opened_at: ${now}, window_start: ${now}, updated_at: ${now}, count: 20, ratio: 5.0})`,
    );
  };

  /** One life of the process; resolves to its exit code, null when it was killed. */
  const live = async (moment: Moment | null, steps = 0): Promise<number | null> => {
    now += LATER_MS;
    // The lease of one that was killed is over: the database's clock is not set by hand.
    await test.graph.statement('MATCH (d:WebhookDelivery) WHERE d.leased_until > 0 SET d.leased_until = timestamp()');
    const task: WebhookTask = { connection: way.connection, dataDir, receiver: host, now };
    way.begin(null);
    const child = spawn(process.execPath, runsTypeScript('test/support/webhook-process.ts', JSON.stringify(task)), {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await once(createInterface({ input: child.stdout }), 'line');
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    const at = 1 + Math.floor(random() * steps);
    way.begin(moment === 'database' ? { at, delivered: random() < 0.5, kill } : null);
    onPost = (response) => {
      if (moment === 'asked') kill();
      else agree(response);
      if (moment === 'answered') response.once('finish', kill);
    };
    child.stdin.write('\n');
    const [code] = (await exit) as [number | null];
    return code;
  };

  it('is followed by one that delivers it, once or once more under the same id', async () => {
    await alert('first');
    expect(await live(null)).toBe(0);
    const steps = way.count;
    expect(posts.map((post) => post.alert)).toEqual(['first']);

    let killed = 0;
    for (let nth = 0; nth < KILLS; nth += 1) {
      const moment = (['database', 'asked', 'answered'] as const)[Math.floor(random() * 3)]!;
      posts = [];
      await alert(`al${nth}`);
      if ((await live(moment, steps)) === null) killed += 1;
      expect(await live(null)).toBe(0);
      expect(await live(null)).toBe(0);

      expect([moment, new Set(posts.map((post) => post.alert))]).toEqual([moment, new Set([`al${nth}`])]);
      expect([moment, new Set(posts.map(({ id }) => id)).size]).toEqual([moment, 1]);
      expect(posts.length).toBeLessThanOrEqual(2);
      if (moment === 'asked') expect(posts).toHaveLength(2);
    }

    // A life may be over before its moment comes, so that one alone may have none.
    expect(killed).toBeGreaterThanOrEqual(Math.floor(KILLS * 0.6));
    const left = await test.graph.statement(
      "MATCH (d:WebhookDelivery) WHERE d.state <> 'delivered' RETURN count(*) AS n",
    );
    expect(left).toEqual([{ n: 0 }]);
  });
});
