import neo4j, { type Driver } from 'neo4j-driver';
import { casesFile, readCases, runCases } from '../support/query-cases';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { operators, productsOf, scansOf, walkedInVain, type QueryPlan } from '../support/query-plan';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { testConnection } from '../support/neo4j-process';

jest.setTimeout(300_000);

/** Queries whose cost must not depend on how much is stored: walks along an index, in its order. */
const LISTINGS = [
  ...[
    'entity',
    'entity-and-source-type',
    'market',
    'market-and-source-type',
    'instant',
    'source-type',
    'theater',
    'category',
    'lang',
  ].flatMap((index) => [`event-log/list-by-${index}`, `event-log/position-by-${index}`]),
  'surge/list-recent',
  'surge/list-watched-hours',
  'lead-time/list-moves',
  'lead-time/list-source-days',
  'ontology/count-days',
  'digest/list-alerts-at',
];

/**
 * Each query on the little graphs of test/queries/: see test/support/query-cases.ts. And its plan, as the server makes
 * it on a store in which nothing is committed, the hardest case for its planner: nothing tells it yet which index is
 * worth taking.
 */
describe('queries', () => {
  let test: TestGraph;
  let driver: Driver;

  beforeAll(async () => {
    test = await openTestGraph();
    // Plans and index samples of the store that another suite filled would be used here.
    await test.graph.statement('CALL db.prepareForReplanning()');
    const { uri, username, password } = testConnection();
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  });
  afterAll(async () => {
    await driver.close();
    await test.close();
  });

  const catalogue = new CypherCatalogue().all();
  const tested = catalogue.flatMap((query) => {
    const file = readCases(query.name);
    return file === null ? [] : [{ name: query.name, query, file }];
  });

  /** By which the cases were answered: to plan a query again takes longer than to run it. */
  const used = new Map<string, QueryPlan>();
  const planOf = async (name: string): Promise<QueryPlan> =>
    used.get(name) ?? ((await test.graph.explain(name)).plan as QueryPlan);

  it.each(tested)('$name', async ({ name, query, file }) => {
    const onPlan = (plan: QueryPlan): void => void used.set(name, plan);
    const difference = await runCases(driver, query, file, onPlan).catch((error: unknown) => {
      throw new Error(`${casesFile(name)}: ${String(error)}`);
    });

    if (difference !== null)
      throw new Error(
        `${casesFile(name)}: case ${difference.place + 1} expects ${difference.what}\n` +
          `${JSON.stringify(difference.expected)}\nfound\n${JSON.stringify(difference.found)}`,
      );
  });

  it.each(LISTINGS)('%s walks one index in its own order', async (name) => {
    const names = operators(await planOf(name)).map((operator) => operator.name);

    expect(names.filter((one) => /AllNodesScan|LabelScan|TypeScan|CartesianProduct/.test(one))).toEqual([]);
    expect(names.filter((one) => /^(Sort|PartialSort|Top|PartialTop|Union|OrderedUnion)$/.test(one))).toEqual([]);
    expect(names.filter((one) => /IndexSeek/.test(one))).toHaveLength(1);
  });

  it.each(['list-settled', 'list-settled-answers', 'list-settled-groups'])(
    'a page of dataset/%s reads its own rows, and not all later ones to sort them',
    async (query) => {
      const plan = operators(await planOf(`dataset/${query}`));

      expect(plan.map(({ details }) => details).join()).toContain('p:Prediction(population, made_at, id)');
      expect(plan.map(({ name }) => name)).not.toContain('Top');
    },
  );

  it.each(catalogue.map(({ name, scans }) => [name, scans] as const))(
    '%s scans the labels that its header allows: %j',
    async (name, scans) => {
      const plan = await planOf(name);

      expect(scansOf(plan)).toEqual([...scans].sort());
      expect(walkedInVain(plan)).toEqual([]);
      expect(productsOf(plan)).toEqual([]);
    },
  );
});
