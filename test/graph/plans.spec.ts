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

/** Queries that each tick or each request runs, and what they may scan: labels that hold few nodes. */
const HOT: Readonly<Record<string, readonly string[]>> = {
  'event-log/list-by-words': [],
  'event-log/count-matches': [],
  'event-log/count-touching': [],
  'event-log/get-item': [],
  'event-log/list-places': [],
  'forecasting/get-prediction': [],
  'webhooks/list-alerts': [],
  'webhooks/list-moves': [],
  'webhooks/list-forecasts': [],
  'webhooks/list-settlements': [],
  'webhooks/list-days': [],
  'webhooks/list-silent-sources': ['Source'],
  'webhooks/claim': [],
  'webhooks/note-outcome': [],
  'webhooks/add-deliveries': [],
  'event-log/find-items': [],
  'event-log/create-items': [],
  'event-log/list-memberships': ['Cluster'],
  'event-log/tally-clusters': [],
  'event-log/tally-days': [],
  'event-log/revise-items': [],
  'event-log/link-edited': [],
  'confluence/score-markets': ['Market'],
  'evidence/list-open-markets': ['Market'],
  'evidence/list-window-items': [],
  'evidence/list-candidates': [],
  'evidence/list-for-market': [],
  'evidence/link-items': [],
  'evidence/note-judged': [],
  'confluence/store-readings': [],
  'confluence/get-reading': [],
  'confluence/last-reading': [],
  'confluence/summarise-evidence': [],
  'confluence/list-top-items': [],
  'surge/list-clusters': ['Cluster'],
  'surge/count-seed-loads': [],
  'surge/list-tallies': ['Cluster'],
  'surge/latest-alerts': ['Cluster'],
  'surge/save-alerts': [],
  'surge/get-alert': [],
  'surge/list-alerts': [],
  'surge/list-alerts-by-cluster': [],
  'surge/list-alerts-by-active': [],
  'digest/count-volumes': [],
  'digest/count-theaters': [],
  'digest/list-movers': ['Entity'],
  'digest/list-top-markets': ['Market'],
  'lead-time/list-recent-quotes': ['Market'],
  'lead-time/list-said-before': [],
  'lead-time/list-span-prices': [],
  'lead-time/save-moves': [],
  'lead-time/list-days': [],
  'lead-time/save-score-cards': [],
  'lead-time/list-market-moves': [],
  'forecasting/take-calls': [],
  'forecasting/give-back-calls': [],
  'forecasting/used-calls': [],
  'forecasting/save-urgency': [],
  'forecasting/get-group': [],
  'forecasting/list-twins': [],
  'forecasting/get-scope': [],
  'forecasting/list-predictions': [],
  'forecasting/list-predictions-of-market': [],
  'forecasting/list-crowd': [],
  'forecasting/list-prices': [],
  'forecasting/list-market-moves': [],
  'forecasting/get-alert': [],
  'forecasting/list-past-forecasts': [],
  'forecasting/list-settled': [],
  'pipeline/longest-wait': [],
  'markets/list-markets': [],
  'markets/rank-markets': [],
  'markets/list-named': [],
  'markets/list-price-paths': [],
  'pages/list-quakes': [],
  'pages/list-market-reports': [],
  'pages/list-market-moves': [],
  'pages/list-cluster-alerts': [],
  'pages/list-span-quotes': [],
  'pages/list-sources-days': [],
  'pages/list-entities-days': [],
  'pages/list-examples': [],
  'pages/list-forecasts-from': [],
  'pages/list-items-of-source': [],
  'pages/count-languages': [],
  'pages/get-forecast': [],
  'digest/list-theater-tallies': [],
  'digest/list-alerts-since': [],
  'digest/list-price-moves-since': [],
  'digest/list-signals-since': [],
  'digest/list-settled-since': [],
  'digest/list-crossings-since': [],
  'markets/get-market': [],
  'markets/list-quotes': [],
  'markets/list-without-history': [],
  'markets/record-history': [],
  'markets/record-quotes': [],
  'markets/upsert-markets': [],
};

/**
 * The plans that the server makes on an empty store, the hardest case for its planner: nothing tells it
 * yet which index is worth taking.
 */
describe('the plan', () => {
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
  });
  afterAll(() => test.close());

  const planOf = async (query: string) => operators((await test.graph.explain(query)).plan as Plan);

  it.each(LISTINGS)('of %s walks one index in its own order', async (query) => {
    const plan = await planOf(query);
    const names = plan.map(({ name }) => name);

    expect(names.filter((name) => /AllNodesScan|LabelScan|TypeScan|CartesianProduct/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(Sort|PartialSort|Top|PartialTop|Union|OrderedUnion)$/.test(name))).toEqual([]);
    expect(names.filter((name) => /IndexSeek/.test(name))).toHaveLength(1);
  });

  it.each(Object.entries(HOT))('of %s scans nothing that grows', async (query, scanned) => {
    const plan = await planOf(query);

    expect(plan.filter(({ name }) => /AllNodesScan|TypeScan|IndexScan/.test(name))).toEqual([]);
    for (const { details } of plan.filter(({ name }) => name.includes('LabelScan')))
      expect(scanned.some((label) => details.includes(`:${label}`))).toBe(true);
    expect(plan.map(({ name }) => name)).not.toContain('CartesianProduct');
  });
});
