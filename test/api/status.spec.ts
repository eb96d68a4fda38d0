import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '../support/manual-clock';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { Dollars } from '../../src/platform/upstream/dollars.service';
import { StatusService } from '../../src/pipeline/status.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addMarket, NOON } from '../support/item-builder';

describe('status over HTTP', () => {
  let app: TestApp;
  const clock = new ManualClock(NOON * 1_000);

  beforeAll(async () => {
    app = await startTestApp({
      clock,
      prepare: async ({ graph }) => {
        for (const ticker of ['A', 'B']) await addMarket(graph, 'kalshi', ticker, []);
        await graph.statement(
          `MATCH (m:Market) SET m.tracked_since = ${NOON} - 7200000
           WITH m WHERE m.ticker = 'A'
           CREATE (:Prediction {id: 'p', exchange: 'kalshi', ticker: 'A', made_at: '2026-05-07T11:00:00.000000Z', made_at_ms: ${NOON} - 3600000})`,
        );
      },
    });
  });
  afterAll(() => app.close());

  it('states before the first tick that there was none, and who has waited longest', async () => {
    expect(await (await app.get('/v1/status')).json()).toEqual({
      last_tick: null,
      outside_clocks: [],
      spending: [
        { purse: 'model', limit_usd: 5, spent_usd: 0, left_usd: 5, month_usd: 0, uses: [] },
        { purse: 'x', limit_usd: 0.5, spent_usd: 0, left_usd: 0.5, month_usd: 0, uses: [] },
      ],
      disk: { free_gb: expect.any(Number) as number, days_left: null },
      next_tick_at: null,
      longest_wait: { exchange: 'kalshi', ticker: 'B', question: 'Will B happen?', hours: 2 },
    });
  });

  it('names an upstream that is let be after it failed again and again, on the page too', async () => {
    const failing = createServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}/`;
    const ask = { url, allowPrivate: true, retries: 0, breaker: 'kalshi', hostIntervalMs: 0 };
    for (let n = 0; n < 5; n += 1)
      await app.app
        .get(UpstreamClient, { strict: false })
        .get(ask)
        .catch(() => undefined);
    failing.close();

    const { paused_upstreams: paused } = (await (await app.get('/v1/status')).json()) as {
      paused_upstreams: unknown;
    };

    expect(paused).toEqual([{ name: 'kalshi', until: expect.stringMatching(/^2026-05-07T12:0\d/) as string }]);
    expect(await (await app.get('/status')).text()).toMatch(
      /Not asked for a while.*<code>kalshi<\/code> failed repeatedly/s,
    );
  });

  it('states the money of the day, spent and set aside, never past its limit', async () => {
    const dollars = app.app.get(Dollars, { strict: false });
    await dollars.hold('model', 'recorded', 1, NOON - 86_400_000);
    const spent = await dollars.hold('model', 'recorded', 0.3, NOON);
    expect(spent).not.toBeNull();
    await dollars.settle(spent!, 0.12, { model: 'm', tokensIn: 900, tokensOut: 80, tokensCached: 0 });
    // Half of the day at most for whatever is not recorded.
    expect(await dollars.hold('model', 'judge', 2.6, NOON)).toBeNull();
    expect(await dollars.hold('model', 'judge', 2.4, NOON)).not.toBeNull();
    expect(await dollars.hold('model', 'recorded', 2.5, NOON)).toBeNull();
    expect(await dollars.hold('x', 'posts', 0.51, NOON)).toBeNull();

    const { spending } = (await (await app.get('/v1/status')).json()) as { spending: unknown[] };

    expect(spending[0]).toEqual({
      purse: 'model',
      limit_usd: 5,
      spent_usd: 2.52,
      left_usd: 2.48,
      month_usd: 3.52,
      uses: [
        { use: 'judge', requests: 1, usd: 2.4, tokens_in: 0, tokens_out: 0 },
        { use: 'recorded', requests: 1, usd: 0.12, tokens_in: 900, tokens_out: 80 },
      ],
    });
    expect(await (await app.get('/status')).text()).toMatch(
      /\$2\.52\s+of\s+\$5\.00\s+for\s+models,\s+\$3\.52\s+this month/,
    );
  });

  it('states the last tick of any process', async () => {
    const report = {
      outcome: 'completed',
      started_at: '2026-05-07T11:59:00.000Z',
      duration_ms: 3100,
      stages: [{ stage: 'ingestion', state: 'done', figures: { items: { new: 4, edited: 0 } } }],
    };
    await app.graph.graph.statement(
      `MERGE (l:Lease {id: 'tick'}) SET l.report = '${JSON.stringify(report)}', l.holder = 'x', l.token = 1, l.expires_at = 0`,
    );
    const { last_tick: tick } = (await (await app.get('/v1/status')).json()) as {
      last_tick: Record<string, unknown>;
    };

    expect(tick).toMatchObject({
      outcome: 'completed',
      started_at: '2026-05-07T11:59:00.000000Z',
      duration_seconds: 3.1,
      items: { new: 4, edited: 0 },
    });
    expect(tick['paragraph']).toMatch(/^Tick completed in 3\.1 s\. 4 items new, 0 edited\./);
  });

  it('warns of facts about upstreams that nobody has looked up for long', async () => {
    clock.set(Date.UTC(2028, 0, 1) * 1_000);
    const { upstream_warnings: warnings } = await app.app.get(StatusService, { strict: false }).read();

    expect(warnings).toContainEqual(expect.stringMatching(/^Kalshi: \d+ facts were looked up last in 20\d\d-\d\d$/));
  });
});
