import { getEventListeners } from 'node:events';
import { ManualClock } from '../support/manual-clock';
import { LeaseRepository, holderName, thisMachine } from '../../src/pipeline/lease.repository';
import type { StageTable } from '../../src/pipeline/stages.service';
import { summariseTick } from '../../src/pipeline/tick-summary';
import type { TickEvent } from '../../src/pipeline/stage';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { feedSource } from '../support/ingestion-harness';
import { addEntities, NOON } from '../support/item-builder';
import { openTicks, type TickWorld } from '../support/tick-harness';
import { hang, rss, serving, status, UpstreamWorld } from '../support/upstream-world';

jest.setTimeout(60_000);

describe('a tick', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  const opened: TickWorld[] = [];

  beforeAll(async () => {
    test = await openTestGraph();
    world = await UpstreamWorld.open();
    world.answer('hang.example.com', hang);
    world.answer('bad.example.com', status(404));
    world.answer('good.example.com', serving(rss([{ title: 'Iran', link: 'https://good.example.com/1', at: NOON }])));
  });

  beforeEach(async () => {
    await test.wipe();
    await addEntities(test.graph, [{ id: 'iran' }]);
  });

  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  afterAll(async () => {
    await world.close();
    await test.close();
  });

  const open = (sources: string[], stages: StageTable = {}, budgetSeconds = 30): TickWorld => {
    const ticks = openTicks({
      graph: test.graph,
      replayUrl: world.url,
      clock: new ManualClock(NOON * 1000),
      sources: sources.map((id) => feedSource(id)),
      stages,
      budgetSeconds,
    });
    opened.push(ticks);
    return ticks;
  };

  it('runs the stages in the order of the table', async () => {
    const ran: string[] = [];
    const order = ['ingestion', 'settlement', 'markets', 'registry'];
    const stages = Object.fromEntries(
      order.map((name) => [
        name,
        () => {
          ran.push(name);
          return Promise.resolve({});
        },
      ]),
    );

    const report = await open([], stages).ticks.run();

    expect(ran).toEqual(order);
    expect(report).toMatchObject({ outcome: 'completed', started_at: '2026-05-07T12:00:00.000Z' });
  });

  it('continues after a stage that failed, with a note', async () => {
    const report = await open(['good'], {
      markets: () => Promise.reject(new Error('the exchange is away')),
      digest: () => Promise.resolve({ written: 1 }),
    }).ticks.run();

    expect(report.outcome).toBe('completed');
    expect(report.stages).toMatchObject([
      { stage: 'ingestion', state: 'done', figures: { items: { seen: 1, new: 1, edited: 0 } } },
      { stage: 'markets', state: 'failed', reason: 'the exchange is away' },
      { stage: 'digest', state: 'done', figures: { written: 1 } },
    ]);
  });

  it('stops waiting for sources when their budget is spent, and keeps the answers received', async () => {
    const { ticks, ingestion } = open(['hang', 'good', 'bad'], {}, 2);

    const report = await ticks.run();

    expect(report.stages[0]?.figures).toMatchObject({
      sources: { collected: 1, failed: 2 },
      failures: [
        { source: 'bad', reason: 'HTTP 404 from bad.example.com:443' },
        { source: 'hang', reason: 'No complete answer within the budget of the tick' },
      ],
    });
    expect((await ingestion.health.get('hang'))?.health.state).toBe('down');
    expect((await ingestion.health.get('good'))?.items24h).toBe(1);
    expect(summariseTick(JSON.parse(JSON.stringify(report)))).toMatchObject({
      items: { new: 1, edited: 0 },
      sources_changed: expect.arrayContaining([
        { source: 'hang', from: 'stale', to: 'down', reason: 'No complete answer within the budget of the tick' },
      ]),
    });
  });

  it('reports each source as it is done', async () => {
    const events: TickEvent[] = [];

    await open(['good', 'bad']).ticks.run({ onProgress: (event) => events.push(event) });

    expect(events.filter(({ kind }) => kind === 'stage')).toEqual([
      { kind: 'stage', stage: 'ingestion', state: 'begun' },
      { kind: 'stage', stage: 'ingestion', state: 'done' },
    ]);
    expect(events).toContainEqual({
      kind: 'source',
      source: 'good',
      state: 'collected',
      newItems: 1,
      total: 2,
    });
    expect(events).toContainEqual({
      kind: 'source',
      source: 'bad',
      state: 'failed',
      newItems: 0,
      total: 2,
    });
  });

  it('asks only the sources that are named, even those at rest', async () => {
    await test.graph.statement(
      `CREATE (:Source {id: 'good', last_attempt_at: 1, failures: 9, next_try_at: ${NOON + 1}})`,
    );
    const { ticks } = open(['good', 'bad']);
    const resting = await ticks.run({ only: [] });

    const report = await ticks.run({ only: ['good'] });

    expect(resting.stages[0]?.figures).toMatchObject({ sources: { collected: 0, failed: 0 } });
    expect(report.stages[0]?.figures).toMatchObject({ sources: { collected: 1, failed: 0 } });
  });

  it('ends early when it is stopped, blames no source, and the next one completes it', async () => {
    const stopping = new AbortController();
    const { ticks, ingestion } = open(['hang'], { digest: () => Promise.resolve({}) });
    setTimeout(() => {
      stopping.abort(new Error('stop'));
    }, 300);

    const report = await ticks.run({ signal: stopping.signal });

    expect(report.outcome).toBe('stopped');
    expect(report.stages).toMatchObject([
      { stage: 'ingestion', figures: { sources: { failed: 0, unasked: 1 } } },
      { stage: 'digest', state: 'left' },
    ]);
    expect((await ingestion.health.get('hang'))?.record.last_attempt_at).toBe(0);
    expect((await open([]).ticks.run()).outcome).toBe('completed');
  });

  it('leaves nothing on the signal that outlives it', async () => {
    const { signal } = new AbortController();
    // What AbortSignal.any derives from a signal is remembered by it for good.
    const derivedFrom = (from: AbortSignal): number | undefined => {
      const key = Object.getOwnPropertySymbols(from).find(({ description }) => description === 'kDependantSignals');
      return key && (Reflect.get(from, key) as { size: number } | undefined)?.size;
    };
    // Node keeps it under a symbol: a renamed one must not be mistaken for an empty one.
    const other = new AbortController().signal;
    const another = AbortSignal.any([other]);
    expect([derivedFrom(other), another.aborted]).toEqual([1, false]);

    await open(['good', 'bad']).ticks.run({ signal });

    expect([getEventListeners(signal, 'abort'), derivedFrom(signal) ?? 0]).toEqual([[], 0]);
  });

  describe('at the same time as another', () => {
    it('does not run', async () => {
      let finish: () => void = () => undefined;
      const first = open([], {
        digest: () =>
          new Promise((resolve) => {
            finish = () => {
              resolve({});
            };
          }),
      });
      let running: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        running = first.ticks.run({
          onProgress: (event) => {
            if (event.kind === 'stage' && event.stage === 'digest') resolve();
          },
        });
      });

      expect((await open([]).ticks.run()).outcome).toBe('busy');
      finish();
      await running;
    });
  });
});

describe('LeaseRepository', () => {
  let test: TestGraph;
  let leases: LeaseRepository;

  beforeAll(async () => {
    test = await openTestGraph();
    leases = new LeaseRepository(test.graph);
  });

  beforeEach(async () => {
    await test.wipe();
  });

  afterAll(async () => {
    await test.close();
  });

  const held = async (holder: string): Promise<void> => {
    await test.graph.statement(
      `CREATE (:Lease {id: 'tick', token: 4, holder: '${holder}', expires_at: timestamp() + 60000})`,
    );
  };

  it('grants a lease to one of many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => leases.acquire('tick', 60_000)));

    expect(answers.filter(({ kind }) => kind === 'acquired')).toHaveLength(1);
  });

  it('hands it on with a higher token when it is given back', async () => {
    const first = await leases.acquire('tick', 60_000);
    if (first.kind === 'acquired') await leases.release(first.lease, '{"done":true}');

    expect(await leases.acquire('tick', 60_000)).toEqual({
      kind: 'acquired',
      lease: { id: 'tick', token: 2 },
    });
    expect(await leases.lastReport('tick')).toBe('{"done":true}');
  });

  it('hands it on when it has expired, and the late holder can neither renew nor release it', async () => {
    const late = await leases.acquire('tick', 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const next = await leases.acquire('tick', 60_000);

    expect([late.kind, next.kind]).toEqual(['acquired', 'acquired']);
    if (late.kind === 'acquired') {
      expect(await leases.renew(late.lease, 60_000)).toBe(false);
      await leases.release(late.lease, null);
    }
    expect((await leases.acquire('tick', 60_000)).kind).toBe('held');
    if (next.kind === 'acquired') expect(await leases.renew(next.lease, 60_000)).toBe(true);
  });

  it('takes it at once from a process of this machine that is gone', async () => {
    await held(holderName(thisMachine(), 4_194_304 + 1, 'nonce'));

    expect((await leases.acquire('tick', 60_000)).kind).toBe('acquired');
  });

  it.each([
    ['a process of this machine that lives', holderName(thisMachine(), process.ppid, 'nonce')],
    ['a process of another machine', holderName('elsewhere/pid:[1]', 4_194_305, 'nonce')],
  ])('leaves it to %s', async (_, holder) => {
    await held(holder);

    expect(await leases.acquire('tick', 60_000)).toMatchObject({ kind: 'held', holder });
  });
});
