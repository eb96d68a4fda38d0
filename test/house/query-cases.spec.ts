import { readdirSync } from 'node:fs';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { packagePath } from '../../src/platform/common/package-root';
import { readCases } from '../support/query-cases';
import { mutantsOf } from '../support/query-mutants';

/** Queries for a reader of the graph in Neo4j Browser: they answer paths, which test/graph runs as they are. */
const FOR_BROWSER = /^explore\//;

describe('queries', () => {
  const names = new CypherCatalogue().all().map(({ name }) => name);

  it('have cases of their name in test/queries/', () => {
    const without = names.filter((name) => !FOR_BROWSER.test(name) && readCases(name) === null);
    expect(without).toEqual([]);
  });

  it('are there for all cases', () => {
    const cases = readdirSync(packagePath('test', 'queries'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.slice(0, -'.yaml'.length));
    expect(cases.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('small changes to a query', () => {
  it('are one bound, limit, order, condition, null test or optional part at a time', () => {
    const query = `// a <= b
      MATCH (i:Item) USING INDEX SEEK i:Item(kind, at, id)
      WHERE i.kind = $kind AND i.at >= $since AND i.id IS NOT NULL AND (i.x IS NULL OR i.x = 'a > b')
      OPTIONAL MATCH (i)-->(n) WITH i, n ORDER BY i.kind DESC, i.at DESC, n.id LIMIT $limit
      RETURN i.id AS id`;
    const mutants = mutantsOf(query);

    expect(mutants.map(({ name }) => name)).toEqual([
      '>= → > in "i.kind = $kind AND i.at >= $since AND i.id IS NOT"',
      'LIMIT $limit + 1',
      '"i.at >= $since AND i.id" IS NULL',
      '".id IS NOT NULL AND (i.x" IS NOT NULL',
      'due: MATCH (i)-->(n) WITH i, n ORDER BY i.kind',
      'order reversed: i.at DESC',
      'order reversed: n.id',
      'dropped: i.kind = $kind',
      'dropped: i.at >= $since',
      "dropped: (i.x IS NULL OR i.x = 'a > b')",
    ]);
    expect(mutants[5]?.text).toContain('ORDER BY i.kind DESC, i.at , n.id LIMIT');
    expect(mutants[9]?.text).toContain('AND i.id IS NOT NULL AND true');
  });
});
