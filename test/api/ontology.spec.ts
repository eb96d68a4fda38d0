import { ManualClock } from '../support/manual-clock';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { SeedService } from '../../src/ontology/seed.service';
import { startTestApp, type TestApp } from '../support/app-harness';

// A cold planner on a busy machine, not a measure of the queries.
jest.setTimeout(60_000);

const NOW = Date.parse('2026-10-01T12:00:00Z');
const ENTITIES = '/v1/ontology/entities';

interface Listed {
  readonly id: string;
  readonly [field: string]: unknown;
}

describe('the ontology over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock(NOW * 1000),
      prepare: async ({ graph }) => {
        await new SeedService(graph, new SchemaService(graph)).load();
        const at = NOW - 60_000;
        await graph.statement(
          `MATCH (e:Entity {id: 'iran'}) CREATE (:Item {id: 'i1', title: 'Talks resume', source: 'wire', lang: 'en',
             source_type: 'news', at: ${at}, first_seen_at: ${at}})
             -[:TOUCHES {entity: 'iran', source_type: 'news', at: ${at}, item: 'i1', seen_at: ${at}}]->(e)`,
        );
        const today = Math.floor(NOW / 86_400_000);
        await graph.statement(
          `UNWIND [[${today}, 4], [${today - 2}, 7], [${today - 9}, 3]] AS row CREATE (:EntityDay {entity: 'iran', day: row[0], n: row[1]})`,
        );
      },
    });
  });

  afterAll(() => app.close());

  const json = async <T>(path: string): Promise<T> => {
    const response = await app.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as T;
  };

  const status = async (path: string): Promise<number> => (await app.get(path)).status;

  it('lists countries as an array of complete entities', async () => {
    const countries = await json<Listed[]>(`${ENTITIES}?type=country&limit=500`);

    const iran = countries.find(({ id }) => id === 'iran');
    expect(countries.length).toBeGreaterThan(40);
    expect(countries.every(({ type }) => type === 'country')).toBe(true);
    expect(iran).toMatchObject({
      type: 'country',
      name: 'Iran',
      theater: 'iran',
      wikidata_id: 'Q794',
      iso_code: 'IR',
      capital: 'Tehran',
      location: { lat: 35.69, lon: 51.39 },
      symbol: null,
      retired: false,
      item_count_24h: 1,
    });
    expect(iran?.['relationship_count']).toBeGreaterThan(20);
    expect(Array.isArray(iran?.['aliases'])).toBe(true);
    expect(iran).not.toHaveProperty('search');
  });

  it.each([
    [`${ENTITIES}?limit=37`, `${ENTITIES}?limit=500`],
    ['/v1/ontology/relationships?limit=90&type=located_in', '/v1/ontology/relationships?limit=500&type=located_in'],
  ])('pages through %s without a gap or a repeat', async (paged, whole) => {
    const all = await json<Listed[]>(whole);

    const seen: string[] = [];
    let path: string | null = paged;
    while (path !== null) {
      const response: Response = await app.get(path);
      seen.push(...((await response.json()) as Listed[]).map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      path = next === undefined ? null : new URL(next).pathname + new URL(next).search;
    }

    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('searches names without regard to case and accents', async () => {
    const found = await json<Listed[]>(`${ENTITIES}?q=GOÏTA`);

    expect(found.map(({ id }) => id)).toEqual(['goita']);
  });

  it('returns one entity with its relationships and newest items', async () => {
    const iran = await json<{
      relationships: { id: string; direction: string; reads: string; entity: Listed }[];
      items: unknown[];
    }>(`${ENTITIES}/iran`);

    const by = (id: string) => iran.relationships.find((one) => one.id === id);
    expect(by('iran:funds:hezbollah')).toMatchObject({
      type: 'funds',
      direction: 'outgoing',
      reads: 'funds',
      entity: { id: 'hezbollah', type: 'militant_group', name: 'Hezbollah' },
    });
    expect(by('brent:leading_indicator_for:iran')).toMatchObject({
      direction: 'incoming',
      reads: 'is anticipated by',
    });
    expect(by('iran:hostile_to:israel')).toMatchObject({ direction: 'both' });
    expect(iran.items).toEqual([
      {
        id: 'i1',
        source_type: 'news',
        source: 'wire',
        story: null,
        lang: 'en',
        title: 'Talks resume',
        url: null,
        at: '2026-10-01T11:59:00.000000Z',
      },
    ]);
  });

  it('sends a merged id on for good, with its query', async () => {
    const response = await fetch(`${app.baseUrl}${ENTITIES}/kiev?as_of=2026-01-01`, {
      redirect: 'manual',
    });

    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${ENTITIES}/kyiv?as_of=2026-01-01`);
    expect(await json<Listed>(`${ENTITIES}/kiev`)).toMatchObject({ id: 'kyiv' });
  });

  it('counts items of an entity by day, without a gap', async () => {
    const days = await json<Listed[]>(`${ENTITIES}/iran/days?days=4`);

    expect(days).toEqual([
      { day: '2026-09-28', item_count: 0 },
      { day: '2026-09-29', item_count: 7 },
      { day: '2026-09-30', item_count: 0 },
      { day: '2026-10-01', item_count: 4 },
    ]);
    expect(await json<Listed[]>(`${ENTITIES}/iran/days`)).toHaveLength(35);
    expect(await status(`${ENTITIES}/atlantis/days`)).toBe(404);
    expect(await status(`${ENTITIES}/iran/days?days=401`)).toBe(400);
  });

  it('answers as of a day', async () => {
    const then = await json<{ relationships: { id: string }[]; items: unknown[] }>(
      `${ENTITIES}/syria?as_of=2024-12-01`,
    );

    const leaders = then.relationships.filter(({ id }) => id.includes(':leads:'));
    expect(leaders.map(({ id }) => id)).toEqual(['assad:leads:syria']);
  });

  it('filters relationships by type and entity', async () => {
    const funded = await json<Listed[]>('/v1/ontology/relationships?type=funds&entity=hezbollah');

    expect(funded.map(({ id }) => id)).toEqual(['iran:funds:hezbollah', 'quds-force:funds:hezbollah']);
    expect(funded[0]).toMatchObject({
      type: 'funds',
      from: 'iran',
      to: 'hezbollah',
      symmetric: false,
      since: '1982',
      until: null,
    });
  });

  it('draws the graph around an entity', async () => {
    const graph = await json<{ nodes: Listed[]; edges: { from: string; to: string }[] }>(
      '/v1/ontology/graph?entity=gaza-strip&depth=2',
    );

    const ids = new Set(graph.nodes.map(({ id }) => id));
    expect(graph).toMatchObject({ entity: 'gaza', depth: 2, truncated: false });
    expect(ids.has('rafah')).toBe(true);
    expect(graph.edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
  });

  it('lists shortest paths', async () => {
    const paths = await json<{ length: number; nodes: Listed[]; relationships: Listed[] }[]>(
      '/v1/ontology/paths?from=kharg-island&to=hezbollah',
    );

    expect(paths[0]).toMatchObject({
      length: 2,
      nodes: [{ id: 'kharg-island' }, { id: 'iran' }, { id: 'hezbollah' }],
      relationships: [{ id: 'kharg-island:located_in:iran' }, { id: 'iran:funds:hezbollah' }],
    });
    expect(await json('/v1/ontology/paths?from=grossi&to=iran')).toEqual([]);
  });

  it.each([
    [`${ENTITIES}/atlantis`, 404],
    [`${ENTITIES}/IRAN`, 404],
    ['/v1/ontology/relationships?entity=atlantis', 404],
    ['/v1/ontology/graph?entity=atlantis', 404],
    ['/v1/ontology/paths?from=iran&to=atlantis', 404],
    [`${ENTITIES}?type=planet`, 400],
    [`${ENTITIES}?theater=moon`, 400],
    [`${ENTITIES}?limit=501`, 400],
    [`${ENTITIES}?cursor=abc`, 400],
    [`${ENTITIES}?typo=1`, 400],
    [`${ENTITIES}?as_of=yesterday`, 400],
    ['/v1/ontology/relationships?type=FUNDS', 400],
    ['/v1/ontology/graph', 400],
    ['/v1/ontology/graph?entity=iran&depth=4', 400],
    ['/v1/ontology/paths?from=iran', 400],
    ['/v1/ontology/paths?from=kiev&to=kyiv', 400],
  ])('%s is answered with problem %i', async (path, expected) => {
    const response = await app.get(path);

    expect(response.status).toBe(expected);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it('serves an entity and a statement made in Neo4j Browser with an id alone', async () => {
    await app.graph.graph.statement(
      "MATCH (q:Entity {id: 'qatar'}) CREATE (:Entity {id: 'sketch'})-[:LOCATED_IN]->(q)",
    );

    const found = await json<Listed>(`${ENTITIES}/sketch`);
    const listed = await json<Listed[]>(`${ENTITIES}?limit=500`);
    const statuses: string[] = [];
    for (const path of [
      '/v1/ontology/relationships?entity=sketch',
      '/v1/ontology/graph?entity=sketch',
      `${ENTITIES}/sketch?format=stix`,
      `${ENTITIES}/qatar?format=stix`,
      '/v1/ontology/paths?from=sketch&to=iran',
      '/v1/ontology/relationships?entity=sketch&as_of=2026-05-01',
      '/ontology',
      '/ontology?q=sketch',
      '/entities/sketch',
      '/entities/qatar',
      '/v1/ontology/digest',
      '/v1/ontology/places.geojson',
      '/search?q=sketch',
    ])
      statuses.push(`${path} ${await status(path)}`);
    await app.graph.graph.statement("MATCH (e:Entity {id: 'sketch'}) DETACH DELETE e");

    expect(statuses.filter((line) => !line.endsWith(' 200'))).toEqual([]);
    expect(found).toMatchObject({ id: 'sketch', name: 'sketch', aliases: [], names: [] });
    expect(listed.find(({ id }) => id === 'sketch')).toMatchObject({ name: 'sketch', aliases: [] });
  });

  it('ignores an entity that is on its way out of the listing, but still explains it', async () => {
    await app.graph.graph.statement("MATCH (e:Entity {id: 'silver'}) SET e.retired = true");

    const listed = await json<Listed[]>(`${ENTITIES}?type=instrument&limit=500`);

    expect(listed.map(({ id }) => id)).not.toContain('silver');
    expect(await json<Listed>(`${ENTITIES}/silver`)).toMatchObject({ retired: true });
    expect(await status(`${ENTITIES}/silver`)).toBe(200);
  });
});
