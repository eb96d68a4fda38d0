import { ManualClock } from '../support/manual-clock';
import { BudgetSpentError } from '../../src/ingestion/ingestion-summary';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { feedSource, openIngestion, type IngestionWorld } from '../support/ingestion-harness';
import { addEntities, NOON } from '../support/item-builder';
import * as upstream from '../support/upstream-world';

jest.setTimeout(120_000);

const BAD: readonly (readonly [string, upstream.Behaviour, RegExp])[] = [
  ['page', upstream.htmlPage, /^No feed: /],
  ['error', upstream.status(500), /^HTTP 500 from error\.example\.com/],
  ['gone', upstream.status(404), /^HTTP 404 /],
  ['cut', upstream.cut, /^Connection to cut\.example\.com:443 failed/],
  ['half', upstream.serving(upstream.rss([]).slice(0, -12)), /was cut/],
  ['huge', upstream.huge, /larger than allowed/],
  ['inward', upstream.redirect('http://169.254.169.254/latest/'), /^Redirect refused: /],
  ['loop', upstream.redirect('https://loop.example.com/again'), /^More than 3 redirects/],
  ['bomb', upstream.entityBomb, /^No feed: |memory|within/],
  ['nest', upstream.deepNest, /^No feed: |was cut/],
  ['zip', upstream.gzipBomb, /unpacks to more than/],
  ['zipzip', upstream.doubleGzip, /encoded more than once/],
  ['hang', upstream.hang, /budget of the tick/],
  ['drip', upstream.drip, /budget of the tick/],
];

describe('a tick over good and bad sources', () => {
  let test: TestGraph;
  let world: upstream.UpstreamWorld;
  let ingestion: IngestionWorld;
  let clock: ManualClock;

  const good = (n: number): upstream.Story => ({
    title: `Iran report number ${n} of the day`,
    link: `https://good-${n}.example.com/a`,
    at: NOON - 60_000,
  });

  beforeAll(async () => {
    test = await openTestGraph();
    await addEntities(test.graph, [{ id: 'iran' }, { id: 'israel' }]);
    world = await upstream.UpstreamWorld.open();
    for (const [id, behaviour] of BAD) world.answer(`${id}.example.com`, behaviour);
    for (let n = 1; n <= 5; n += 1) world.answer(`good-${n}.example.com`, upstream.serving(upstream.rss([good(n)])));
    clock = new ManualClock(NOON * 1000);
    ingestion = openIngestion({
      graph: test.graph,
      replayUrl: world.url,
      clock,
      sources: [...BAD.map(([id]) => feedSource(id)), ...[1, 2, 3, 4, 5].map((n) => feedSource(`good-${n}`))],
    });
    await run(2);
  });

  /** One run, whose budget ends as soon as it waits only for this many sources that never end. */
  const run = async (endless: number): Promise<void> => {
    const budget = new AbortController();
    const spend = (): void => {
      budget.abort(new BudgetSpentError());
    };
    const bound = setTimeout(spend, 60_000);
    let done = 0;
    await ingestion.run({
      signal: budget.signal,
      onSource: (_, total) => {
        done += 1;
        if (done === total - endless) spend();
      },
    });
    clearTimeout(bound);
  };

  afterAll(async () => {
    await ingestion.close();
    await world.close();
    await test.close();
  });

  it('stores the items of the good ones', async () => {
    const rows = await test.graph.statement('MATCH (i:Item) RETURN i.source AS source', 'READ');

    expect(rows.map(({ source }) => source).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `good-${n}`));
  });

  it.each(BAD)('states why %s is down', async (id, _, reason) => {
    const reading = await ingestion.health.get(id);

    expect(reading?.health.state).toBe('down');
    expect(reading?.health.reason).toMatch(reason);
    expect(reading?.record).toMatchObject({ failures: 1, down_since: expect.any(Number) });
  });

  it('states that the good ones are ok, with their lag and their items', async () => {
    const readings = await ingestion.health.list();

    expect(
      readings
        .filter(({ health }) => health.state === 'ok')
        .map(({ source, items24h, health }) => [source.id, items24h, health.lagSeconds]),
    ).toEqual([1, 2, 3, 4, 5].map((n) => [`good-${n}`, 1, 60]));
  });

  it('lets a source that fails again and again rest, and takes it back when it recovers', async () => {
    // The sources that never end have been reported.
    for (const id of ['hang', 'drip']) world.answer(`${id}.example.com`, upstream.status(404));
    const runLater = async () => {
      clock.advance(600_000_000);
      await run(0);
      return ingestion.health.get('error');
    };
    const second = await runLater();
    const third = await runLater();
    const asked = world.askedOf('error.example.com');
    await runLater();

    expect(second?.record).toMatchObject({ failures: 2, next_try_at: 0 });
    expect(third?.record.failures).toBe(3);
    expect(third?.record.next_try_at).toBeGreaterThan(clock.nowMicros() / 1000 - 600_000);
    expect(world.askedOf('error.example.com')).toBe(asked);

    world.answer('error.example.com', upstream.serving(upstream.rss([good(9)])));
    clock.advance(2 * 3_600_000_000);
    expect((await runLater())?.health).toMatchObject({ state: 'ok', reason: null });
  });

  it('warns where silence weakens a score', async () => {
    clock.advance(7 * 3_600_000_000);

    const [silence] = (await ingestion.health.summary()).silences;

    expect(silence?.warning).toMatch(/^13 of 19 english media sources silent for 6 h$/);
  });
});
