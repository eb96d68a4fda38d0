import { sha256Hex } from '../../src/platform/common/sha256';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { chance, killsOf } from '../support/chance';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { feedSource } from '../support/ingestion-harness';
import { addEntities } from '../support/item-builder';
import { openTicks } from '../support/tick-harness';
import { startTick, type TickChild } from '../support/tick-child';
import { rss, serving, UpstreamWorld } from '../support/upstream-world';

jest.setTimeout(600_000);

const KILLS = killsOf(20);
const random = chance('killed-tick');
const SOURCES = Array.from({ length: 12 }, (_, n) => `wire-${n}`);
const ITEMS = 15;

describe('a tick that is killed', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  let edition = 0;

  beforeAll(async () => {
    test = await openTestGraph();
    await addEntities(test.graph, [{ id: 'iran', theater: 'iran' }, { id: 'israel' }]);
    await test.graph.statement(
      "MATCH (e:Entity {id: 'iran'}) MERGE (c:Cluster {id: 'iran'}) MERGE (c)-[:INCLUDES]->(e)",
    );
    world = await UpstreamWorld.open();
  });

  afterAll(async () => {
    await world.close();
    await test.close();
  });

  /** Every source has further items: with distinct texts, so that none is a copy of another. */
  const publish = (): void => {
    edition += 1;
    const now = Date.now();
    for (const source of SOURCES) {
      const stories = Array.from({ length: ITEMS * edition }, (_, n) => ({
        guid: `story-${n}`,
        title: `Iran ${sha256Hex(`${source} ${n}`)}`,
        link: `https://${source}.example.com/${n}`,
        at: now - (ITEMS * edition - n) * 1_000,
      }));
      world.answer(`${source}.example.com`, (request, response) => {
        // Not all at once: a kill must be able to fall between two sources.
        setTimeout(() => {
          serving(rss(stories))(request, response);
        }, random() * 300);
      });
    }
  };

  const start = (): Promise<TickChild> =>
    startTick({ connection: test.connection, replayUrl: world.url, sources: SOURCES });

  const figures = async (): Promise<Record<string, unknown>> => {
    const [row] = await test.graph.statement(
      `MATCH (i:Item) WITH count(i) AS items, count(DISTINCT i.title) AS distinct_items
       CALL () { MATCH (:Item)-[t:TOUCHES]->(:Entity {id: 'iran'}) RETURN count(t) AS links }
       CALL () { MATCH (i:Item) WHERE NOT (i)-[:TOUCHES]->() OR NOT (i)-[:REPORTS]->() RETURN count(i) AS half }
       CALL () { MATCH (t:Tally {cluster: 'iran'}) RETURN sum(t.n) AS tallied }
       CALL () { MATCH (d:EntityDay {entity: 'iran'}) RETURN sum(d.n) AS by_entity }
       CALL () { MATCH (d:SourceDay) RETURN sum(d.items) AS by_source }
       RETURN items, distinct_items, links, half, tallied, by_entity, by_source`,
      'READ',
    );
    return row ?? {};
  };

  it('is completed by the next: each item once, nothing lost, nothing half-linked', async () => {
    publish();
    const whole = await start();
    const begun = performance.now();
    await whole.result;
    const wholeMs = performance.now() - begun;
    expect(await figures()).toEqual(everything());

    for (let kill = 0; kill < KILLS; kill += 1) {
      publish();
      const child = await start();
      await new Promise((resolve) => setTimeout(resolve, ((kill + random()) / KILLS) * wholeMs));
      child.process.kill('SIGKILL');
      await child.result.catch(() => undefined);
      expect((await figures()).half).toBe(0);
    }
    const ticks = openTicks({
      graph: test.graph,
      replayUrl: world.url,
      clock: new SystemClock(),
      sources: SOURCES.map((id) => feedSource(id)),
    });
    const report = await ticks.ticks.run();
    await ticks.close();

    // The lease of the killed process does not hold up the next one on the same machine.
    expect(report).toMatchObject({ outcome: 'completed' });
    expect(await figures()).toEqual(everything());
  });

  const everything = (): Record<string, unknown> => {
    const items = SOURCES.length * ITEMS * edition;
    return {
      items,
      distinct_items: items,
      links: items,
      half: 0,
      tallied: items,
      by_entity: items,
      by_source: items,
    };
  };
});
