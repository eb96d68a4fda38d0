import { PruneService } from '../../src/platform/operations/prune.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 4, 7);

describe('prune', () => {
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
  });

  beforeEach(async () => {
    await test.wipe();
    // One item a day, each with its own story; the thirteenth is in a bundle, the fourteenth in an alert.
    await test.graph.statement(
      `UNWIND range(1, 20) AS days
       CREATE (i:Item {id: 'i' + days, at: ${NOW} - days * ${DAY_MS}, first_seen_at: ${NOW} - days * ${DAY_MS}})-[:REPORTS]->(:Story {id: 's' + days})
       CREATE (i)-[:WAS]->(:Revision {id: 'r' + days})
       FOREACH (_ IN CASE days WHEN 13 THEN [1] ELSE [] END | CREATE (:Bundle {id: 'b'})-[:CONTAINS]->(i))
       FOREACH (_ IN CASE days WHEN 14 THEN [1] ELSE [] END | CREATE (:Alert {id: 'a'})-[:RAISED_BY]->(i))`,
    );
  });

  afterAll(() => test.close());

  const left = async (): Promise<Record<string, unknown>> =>
    (
      await test.graph.statement(
        `CALL () { MATCH (i:Item) RETURN count(i) AS items }
         CALL () { MATCH (s:Story) RETURN count(s) AS stories }
         CALL () { MATCH (r:Revision) RETURN count(r) AS revisions }
         RETURN items, stories, revisions`,
        'READ',
      )
    )[0] ?? {};

  it('removes older items with their revisions and stories, and keeps referenced ones', async () => {
    const removed = await new PruneService(test.graph).prune(NOW - 10 * DAY_MS);

    expect(removed).toEqual({ items: 8, stories: 8 });
    expect(await left()).toEqual({ items: 12, stories: 12, revisions: 12 });
    expect(await new PruneService(test.graph).prune(NOW - 10 * DAY_MS)).toEqual({ items: 0, stories: 0 });
  });
});
