import { readFileSync } from 'node:fs';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { packagePath } from '../../src/platform/common/package-root';
import { SeedService } from '../../src/ontology/seed.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

// A cold planner on a busy machine, not a measure of the queries.
jest.setTimeout(60_000);

/** As an analyst pastes it, with its parameter filled in. */
const pasted = (name: string, entity: string): string =>
  readFileSync(packagePath('cypher', 'explore', `${name}.cypher`), 'utf8').replace(
    '{id: $entity}',
    `{id: '${entity}'}`,
  );

describe('the saved queries on the ontology', () => {
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
    await new SeedService(test.graph, new SchemaService(test.graph)).load();
  });

  afterAll(() => test.close());

  it.each(['around-an-entity', 'what-anticipates-an-entity', 'proxies-of-a-power'])(
    '%s draws paths around Iran',
    async (name) => {
      const rows = await test.graph.statement(pasted(name, 'iran'), 'READ');

      expect(rows.length).toBeGreaterThan(3);
      expect(rows[0]).toHaveProperty('path.segments');
    },
  );
});
