import neo4j, { type Driver } from 'neo4j-driver';
import { casesFile, readCases, runCases } from '../support/query-cases';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { testConnection } from '../support/neo4j-process';

/** Each query on the little graphs of test/queries/: see test/support/query-cases.ts. */
describe('queries', () => {
  let test: TestGraph;
  let driver: Driver;

  beforeAll(async () => {
    test = await openTestGraph();
    const { uri, username, password } = testConnection();
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  });
  afterAll(async () => {
    await driver.close();
    await test.close();
  });

  const tested = new CypherCatalogue().all().flatMap((query) => {
    const file = readCases(query.name);
    return file === null ? [] : [{ name: query.name, query, file }];
  });

  it.each(tested)('$name', async ({ name, query, file }) => {
    const difference = await runCases(driver, query, file).catch((error: unknown) => {
      throw new Error(`${casesFile(name)}: ${String(error)}`);
    });

    if (difference !== null)
      throw new Error(
        `${casesFile(name)}: case ${difference.place + 1} expects ${difference.what}\n` +
          `${JSON.stringify(difference.expected)}\nfound\n${JSON.stringify(difference.found)}`,
      );
  });
});
