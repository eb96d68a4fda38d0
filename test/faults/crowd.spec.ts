import { addCrowd, type Crowd } from '../support/crowd';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities } from '../support/item-builder';
import { startTick } from '../support/tick-child';
import type { TickResult } from '../support/tick-process';
import { UpstreamWorld } from '../support/upstream-world';

jest.setTimeout(180_000);

const ITEMS = 20;
const BUDGET_SECONDS = 10;

/** A third of the crowd and a sixth of the time that `npm run bench tick` takes. */
describe('a tick over a crowd of which many misbehave', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  let crowd: Crowd;
  let first: TickResult;
  let second: TickResult;

  beforeAll(async () => {
    test = await openTestGraph();
    await addEntities(test.graph, [{ id: 'iran', theater: 'iran' }, { id: 'israel' }]);
    world = await UpstreamWorld.open();
    crowd = addCrowd(world, { good: 35, items: ITEMS, hang: 5, error: 4, drip: 2, bomb: 5 });
    const task = {
      connection: test.connection,
      replayUrl: world.url,
      sources: crowd.all,
      warm: crowd.good.slice(0, 2),
      budgetSeconds: BUDGET_SECONDS,
    };
    first = await (await startTick(task)).result;
    second = await (await startTick(task)).result;
  });

  afterAll(async () => {
    await world.close();
    await test.close();
  });

  // How long it takes is measured by the benchmark: a time on a busy machine proves nothing.
  it('ends with every source attended to', () => {
    expect(first.report.outcome).toBe('completed');
    expect(first.report.stages[0]?.figures).toMatchObject({
      sources: { collected: crowd.good.length, failed: crowd.bad.length, unasked: 0 },
    });
  });

  it('stores all items of the other sources', async () => {
    const [row] = await test.graph.statement(
      'MATCH (i:Item) RETURN count(i) AS items, count { (:Item)-[:TOUCHES]->() } AS links',
      'READ',
    );

    expect(row).toEqual({
      items: crowd.good.length * ITEMS,
      links: crowd.good.length * ITEMS * 2,
    });
  });

  it('names each of the bad ones with its reason', () => {
    const figures = first.report.stages[0]?.figures as {
      failures: { source: string; reason: string }[];
    };

    expect(figures.failures.map(({ source }) => source).sort()).toEqual([...crowd.bad].sort());
    expect(figures.failures.every(({ reason }) => reason.length > 5)).toBe(true);
  });

  it('stores nothing twice in a second tick', () => {
    expect(second.report.stages[0]?.figures).toMatchObject({
      items: { new: 0, edited: 0 },
      sources: { collected: crowd.good.length, not_modified: crowd.good.length },
    });
  });

  it('keeps its memory flat', () => {
    expect(first.rss.peak - first.rss.before).toBeLessThan(100);
  });
});
