/** Answers in the forms of others, over HTTP, asked for by `format` and by `Accept`. */
import { ManualClock } from '../support/manual-clock';
import { EventLogService } from '../../src/event-log/event-log.service';
import { SurgeService } from '../../src/surge/surge.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

type Json = Record<string, any>;

/** Kept answers are compressed by promises that a test does not know as its own. */
const PLAIN = { 'accept-encoding': 'identity' };
const GEOJSON = { ...PLAIN, accept: 'application/geo+json' };
const STIX = { ...PLAIN, accept: 'application/stix+json;version=2.1' };

describe('other forms over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock(NOON * 1_000),
      environment: { answerCacheSeconds: 30 },
      prepare: async ({ graph }) => {
        await addEntities(graph, [{ id: 'iran', theater: 'iran' }, { id: 'isfahan' }, { id: 'guards' }]);
        await graph.statement(
          `MATCH (i:Entity {id: 'iran'}), (p:Entity {id: 'isfahan'}), (g:Entity {id: 'guards'})
           SET i.iso_code = 'IR', i.type = 'country', i.description = 'A state.',
               p.type = 'place', p.location = point({latitude: 32.65, longitude: 51.67}), p.description = 'A city.',
               g.type = 'militant_group', g.description = 'A group.'
           CREATE (g)-[:OPERATES_IN {basis: 'Its own words.'}]->(i)
           CREATE (m:Market {exchange: 'kalshi', ticker: 'KX-1', question: 'Will <it> happen?', status: 'open', yes_price: 0.25, tracked: true})
           CREATE (m)-[:ABOUT]->(i)
           CREATE (:Prediction {id: 'rb-1', exchange: 'kalshi', ticker: 'KX-1', question: 'Will <it> happen?',
             made_at: '2026-05-07T11:00:00.000001Z', model: 'claude', probability_yes: 0.21, confidence: 0.8,
             direction: 'NO', reasoning: 'Because <b>.', market_yes_price: 0.25, population: 'own', state: 'open'})`,
        );
        const hour = NOON / 3_600_000;
        await graph.statement(
          `UNWIND range(${hour - 170}, ${hour - 1}) AS h CREATE (:WatchedHour {hour: h, share: 1.0})`,
        );
      },
    });
    const surge = app.app.get(SurgeService);
    await surge.syncClusters(NOON);
    await new EventLogService(app.graph.graph).append(
      Array.from({ length: 20 }, (_, k) =>
        anItem({
          id: `it${String(k).padStart(2, '0')}`,
          entities: k === 0 ? ['iran', 'isfahan'] : ['iran'],
          at: NOON - k * 1_000,
          firstSeenAt: NOON,
          family: `f${k}`,
          title: `Blast <${k}>`,
          ...(k === 1 ? { attributes: { lat: 34.5, lon: 45.25, magnitude: 4.1 } } : {}),
        }),
      ),
    );
    await surge.evaluate(NOON);
  });
  afterAll(() => app.close());

  const json = async (path: string, headers: Record<string, string> = PLAIN): Promise<Json> => {
    const answer = await app.get(path, headers);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Json;
  };

  it('serves events as features, with measurements, named entities, and null', async () => {
    const rows = (await json('/v1/ontology/events?limit=3')) as unknown as Json[];
    const body = await json('/v1/ontology/events?limit=3&format=geojson');

    expect(body['features']).toEqual(
      rows.map((row, index) => ({
        type: 'Feature',
        id: row['id'] as string,
        geometry: [{ type: 'Point', coordinates: [51.67, 32.65] }, { type: 'Point', coordinates: [45.25, 34.5] }, null][
          index
        ],
        properties: { ...row, geometry_basis: ['named', 'measured', null][index] },
      })),
    );
    expect(body['bbox']).toEqual([45.25, 32.65, 51.67, 34.5]);
  });

  it('answers Accept as it answers format, each from its own copy, and pages alike', async () => {
    const path = '/v1/ontology/events?limit=3';
    const plain = await app.get(path, PLAIN);
    const asked = await app.get(path, GEOJSON);
    const again = await app.get(path, PLAIN);
    const body = (await asked.json()) as Json;

    expect(asked.headers.get('content-type')).toMatch(/^application\/geo\+json/);
    expect([plain, again].map(({ headers }) => headers.get('content-type'))).toEqual(
      Array(2).fill('application/json; charset=utf-8'),
    );
    for (const { headers } of [plain, asked, again]) expect(headers.get('vary')).toMatch(/\baccept\b(?!-)/);
    expect(asked.headers.get('link')).toBe(`<${body['next'] as string}>; rel="next"`);
    const next = new URL(body['next'] as string);
    const second = await json(next.pathname + next.search);
    expect((second['features'] as Json[])[0]?.['id']).toBe('it03');
  });

  it('serves entities and alerts as features', async () => {
    const entities = await json('/v1/ontology/entities', GEOJSON);
    const alerts = await json('/v1/ontology/alerts', GEOJSON);

    expect((entities['features'] as Json[]).map(({ id, geometry }) => [id, geometry?.coordinates ?? null])).toEqual([
      ['guards', null],
      ['iran', null],
      ['isfahan', [51.67, 32.65]],
    ]);
    expect(alerts['features']).toMatchObject([
      {
        geometry: { type: 'Point', coordinates: [51.67, 32.65] },
        properties: { cluster: 'theater:iran', geometry_basis: 'named' },
      },
    ]);
  });

  it('serves an entity with its neighbours, an alert and a forecast as STIX', async () => {
    const [{ id: alert }] = (await json('/v1/ontology/alerts')) as unknown as [{ id: string }];
    const kinds = async (path: string): Promise<string[]> =>
      ((await json(path, STIX))['objects'] as Json[]).map(
        (one) => `${one['type'] as string} ${(one['name'] ?? one['abstract'] ?? one['relationship_type']) as string}`,
      );

    expect(await kinds('/v1/ontology/entities/iran')).toEqual([
      'identity Vedette',
      'threat-actor guards',
      'identity iran',
      'location iran',
      'relationship located-at',
      'relationship located-at',
      'report iran and its neighbours',
    ]);
    expect(await kinds(`/v1/ontology/alerts/${alert}`)).toContainEqual(
      expect.stringMatching(/^grouping theater:iran: 20 items/),
    );
    expect(await kinds('/v1/predictions/rb-1')).toContain('report YES at 21 % (market 25 %): Will <it> happen?');
    expect((await app.get('/v1/predictions/rb-1', STIX)).headers.get('content-type')).toMatch(
      /^application\/stix\+json; ?version="?2\.1"?/,
    );
  });

  it('serves one prediction as in the list', async () => {
    const [row] = (await json('/v1/predictions')) as unknown as Json[];

    expect(await json('/v1/predictions/rb-1')).toEqual(row);
    expect((await app.get('/v1/predictions/rb-2')).status).toBe(404);
  });

  it.each([
    ['/v1/ontology/alerts', 'alerts', 1],
    ['/v1/markets/kalshi/KX-1/predictions', 'forecasts of “Will <it> happen?”', 1],
    ['/api/registry/days', 'sealed days of the log', 0],
  ])('follows %s in Atom and in JSON', async (path, title, entries) => {
    const atom = await app.get(`${path}.atom`, PLAIN);
    const text = await atom.text();
    const feed = await json(`${path}.feed.json`);

    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(text.match(/<entry>/g)?.length ?? 0).toBe(entries);
    expect(text).not.toMatch(/<it>|<b>/);
    expect(feed['title']).toContain(title);
    expect(feed['version']).toBe('https://jsonfeed.org/version/1.1');
    expect(feed['items']).toHaveLength(entries);
    expect(new URL(feed['feed_url'] as string).pathname).toBe(`${path}.feed.json`);
  });

  it('refuses a form that it does not have, naming the field', async () => {
    const answer = await app.get('/v1/ontology/events?format=stix', PLAIN);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'format' }] });
  });

  it('has a card that anybody may frame, without script, and frames nothing else', async () => {
    const card = await app.get('/embed/market/kalshi/KX-1', PLAIN);
    const page = await app.get('/markets/kalshi/KX-1', PLAIN);
    const body = await card.text();

    expect(card.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors \*$/,
    );
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(body).toContain('Will &lt;it&gt; happen?');
    expect(body).not.toMatch(/<script|\son\w+=|<it>/);
    expect((await app.get('/embed/market/kalshi/none')).status).toBe(404);
  });

  it('has a badge of a market with numbers and no words of others', async () => {
    const badge = await app.get('/api/badge/market/kalshi/KX-1.svg', PLAIN);
    const body = await badge.text();

    expect(badge.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(body).toContain('25 % · model');
    expect(body).not.toContain('happen');
  });
});
