import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

jest.setTimeout(300_000);

interface Plan {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly Plan[];
}

const operators = (plan: Plan): { name: string; details: string }[] => [
  {
    name: plan.operatorType.replace('@neo4j', ''),
    details: typeof plan.arguments['Details'] === 'string' ? plan.arguments['Details'] : '',
  },
  ...plan.children.flatMap(operators),
];

/** The labels or relationship types that an operator reads from end to end. */
const scanned = ({ name, details }: { name: string; details: string }): string[] => {
  if (!name.includes('Scan')) return [];
  const pattern = name.includes('Relationship') ? /\[\w*:([\w|]+)/ : /\w+:([\w|]+)/;
  return (pattern.exec(details)?.[1] ?? name).split('|');
};

/** Operators of which one side of a product has to be, for their rows not to multiply. */
const ONE_ROW = /^(EagerAggregation|NodeUniqueIndexSeek|NodeByElementIdSeek)/;

/** The last operators of both sides of each product. */
const products = ({ operatorType, children }: Plan): string[][] => [
  ...(operatorType.startsWith('CartesianProduct') ? [children.map((child) => child.operatorType)] : []),
  ...children.flatMap(products),
];

/** Nodes that are walked to from another one, although their own key is known: the walk reads all that the other one has. */
const walkedInVain = (plan: Plan): string[] => [
  ...(plan.operatorType.startsWith('Filter') && plan.children[0]?.operatorType.startsWith('Expand(All)') === true
    ? (/\b(\w+)\.(?:id|ticker) = .*\b\1:(?:Item|Market)\b/.exec(operators(plan)[0]?.details ?? '')?.slice(0, 1) ?? [])
    : []),
  ...plan.children.flatMap(walkedInVain),
];

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
 * The plans that the server makes on an empty store, the hardest case for its planner: nothing tells it
 * yet which index is worth taking.
 */
describe('the plan', () => {
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
    // Plans and index samples of the store that another suite filled would be used here.
    await test.graph.statement('CALL db.prepareForReplanning()');
  });
  afterAll(() => test.close());

  const treeOf = async (query: string) => (await test.graph.explain(query)).plan as Plan;
  const planOf = async (query: string) => operators(await treeOf(query));

  it.each(LISTINGS)('of %s walks one index in its own order', async (query) => {
    const plan = await planOf(query);
    const names = plan.map(({ name }) => name);

    expect(names.filter((name) => /AllNodesScan|LabelScan|TypeScan|CartesianProduct/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(Sort|PartialSort|Top|PartialTop|Union|OrderedUnion)$/.test(name))).toEqual([]);
    expect(names.filter((name) => /IndexSeek/.test(name))).toHaveLength(1);
  });

  it.each(new CypherCatalogue().all().map(({ name, scans }) => [name, scans] as const))(
    'of %s scans what its header allows: %j',
    async (query, scans) => {
      const tree = await treeOf(query);

      expect([...new Set(operators(tree).flatMap(scanned))].sort()).toEqual([...scans].sort());
      expect(walkedInVain(tree)).toEqual([]);
      expect(products(tree).filter((sides) => !sides.some((side) => ONE_ROW.test(side)))).toEqual([]);
    },
  );
});
