/** The saved queries for Neo4j Browser, pasted as an analyst pastes them, draw paths. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';
import { openPagesWorld, PAGES_NOW, type PagesWorld } from '../support/pages-world';

jest.setTimeout(300_000);

interface Row {
  readonly path: { readonly segments: readonly unknown[] };
  readonly source_type?: string;
  readonly first?: string;
  readonly minutes_later?: number;
}

describe('the saved queries on items, markets and forecasts', () => {
  let world: PagesWorld;
  let bundle: string;

  beforeAll(async () => {
    world = await openPagesWorld();
    const [row] = await world.graph.graph.statement(
      'MATCH (b:Bundle)-[:CONTAINS]->(:Item) RETURN b.id AS id ORDER BY id LIMIT 1',
      'READ',
    );
    bundle = String(row?.['id']);
    // Three reports of one story, so that one of them spoke first.
    await world.graph.graph.statement(
      `MATCH (i:Item) WHERE i.id IN ['item-005', 'item-006', 'item-007']
       MERGE (s:Story {id: 's-test'}) SET s.origin_item = 'item-007', s.origin_at = ${PAGES_NOW}, s.origin_family = 'family-2'
       MERGE (i)-[:REPORTS]->(s)`,
    );
  });
  afterAll(() => world.close());

  /** Parameters filled in by their value, as `:param` does. */
  const run = async (name: string, values: Readonly<Record<string, string | number>>): Promise<readonly Row[]> => {
    const text = readFileSync(packagePath('cypher', 'explore', `${name}.cypher`), 'utf8');
    const filled = Object.entries(values).reduce(
      (query, [key, value]) => query.replaceAll(`$${key}`, JSON.stringify(value)),
      text,
    );
    return (await world.graph.graph.statement(filled, 'READ')) as unknown as Row[];
  };

  it('are all in the guide that Browser loads, each about something that is there', async () => {
    const answer = await world.get('/neo4j/guide.html', { origin: 'http://127.0.0.1:7474' });
    const guide = await answer.text();
    const asked = [...guide.matchAll(/data-populate="([^"]*)"/g)].map(([, query = '']) =>
      query
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    );
    for (const query of asked) await world.graph.graph.statement(query, 'READ');

    expect(asked.length).toBeGreaterThanOrEqual(10);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('have a style, and its captions are of properties that the nodes have', async () => {
    const style = await (await world.get('/neo4j/style.grass')).text();
    const rows = await world.graph.graph.statement(
      'MATCH (n) UNWIND labels(n) AS label RETURN label, reduce(all = [], one IN collect(DISTINCT keys(n)) | all + one) AS keys',
      'READ',
    );
    const rules = new Map(
      [...style.matchAll(/node\.(\w+) \{[^}]*caption: '([^\n]*)';/g)].map(([, label = '', caption = '']) => [
        label,
        [...caption.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
      ]),
    );
    const wrong = rows.flatMap(({ label, keys }) =>
      (rules.get(String(label)) ?? [])
        .filter((key) => !(keys as string[]).includes(key))
        .map((key) => `${String(label)}.${key}`),
    );

    expect(rules.size).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });

  const since = PAGES_NOW - 86_400_000;

  it('show items that touched Iran in the last day, by kind of source', async () => {
    const rows = await run('touched-lately', { entity: 'iran', since });

    expect(new Set(rows.map((row) => row.source_type)).size).toBe(8);
    expect(rows.every(({ path }) => path.segments.length === 1)).toBe(true);
  });

  it('show how Brent leads Iran', async () => {
    const rows = await run('how-an-instrument-leads', { instrument: 'brent', country: 'iran' });

    expect(rows.length).toBeGreaterThan(1);
    expect(rows[0]?.path.segments).toHaveLength(1);
  });

  it('show why a market has its score', async () => {
    const rows = await run('why-this-score', { exchange: 'kalshi', ticker: 'B', since });

    expect(new Set(rows.map((row) => row.source_type)).size).toBe(8);
    expect(rows.length).toBeGreaterThan(16);
  });

  it('show an alert with its items, its markets and the forecasts that it caused', async () => {
    await world.graph.graph.statement(
      `CREATE (a:Alert {id: 'burst', cluster: 'theater:iran', opened_at: ${PAGES_NOW}})
       WITH a MATCH (i:Item)-[:EVIDENCE]->(m:Market {ticker: 'B'}) MERGE (a)-[:RAISED_BY]->(i) MERGE (a)-[:CONCERNS]->(m)
       WITH DISTINCT m MATCH (a:Alert {id: 'burst'}) MATCH (p:Prediction)-[:PREDICTS]->(m) MERGE (p)-[:CAUSED_BY]->(a)`,
    );
    const rows = await run('an-alert', { alert: 'burst' });

    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ path }) => path.segments.length > 0)).toBe(true);
  });

  it('show who spoke first, and how much later the others followed', async () => {
    const rows = await run('who-spoke-first', { entity: 'iran', since });

    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.first === 'source-0')).toBe(true);
    expect(rows.every((row) => (row.minutes_later ?? 0) > 40)).toBe(true);
  });

  it('show the input of a bundle', async () => {
    const rows = await run('what-a-bundle-saw', { bundle });

    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ path }) => path.segments.length > 0)).toBe(true);
  });

  it('show the life of a forecast: its market, alert, bundle, record, trade and settlement', async () => {
    const [settled] = await world.graph.graph.statement(
      `MATCH (p:Prediction)-[:MADE_FROM]->(:Bundle) WHERE EXISTS { (p)-[:PREDICTS]->()<-[:SETTLES]-() }
       RETURN p.id AS id LIMIT 1`,
      'READ',
    );
    const prediction = String(settled?.['id']);
    const rows = await run('a-forecasts-life', { prediction });

    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...rows.map(({ path }) => path.segments.length))).toBeGreaterThanOrEqual(2);
  });

  it('show the evidence of a market, most relevant first', async () => {
    const rows = await run('evidence-of-a-market', { exchange: 'kalshi', ticker: 'B', since });

    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ path }) => path.segments.length === 2)).toBe(true);
  });

  it('show who had spoken before a price moved', async () => {
    await world.graph.graph.statement(`MERGE (:Source {id: 'source-3'})`);
    await world.graph.graph.write('lead-time/save-moves', {
      moves: [
        {
          exchange: 'kalshi',
          ticker: 'C',
          at: PAGES_NOW,
          started_at: PAGES_NOW - 60_000,
          from: 0.3,
          to: 0.4,
          sources: ['source-3', 'gone'],
          source_types: ['news', 'news'],
          first_leads: [9_000, 5_000],
          last_leads: [1_000, 1_000],
          control_sources: null,
          control_source_types: null,
        },
      ],
    });
    const rows = await run('before-a-move', { exchange: 'kalshi', ticker: 'C' });

    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows.every(({ path }) => path.segments.length === 1)).toBe(true);

    const worth = await run('what-a-source-was-worth', { source: 'source-3' });
    expect(worth.map(({ path }) => path.segments.length)).toEqual([2]);
  });
});
