import { ManualClock } from '../support/manual-clock';
import { EventLogService } from '../../src/event-log/event-log.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const PATH = '/v1/ontology/events';
const MINUTE = 60_000;

describe('the event log over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock((NOON + 3_600_000) * 1_000),
      prepare: async ({ graph }) => {
        await addEntities(graph, [{ id: 'iran' }, { id: 'oman' }, { id: 'mali' }]);
        await graph.statement(`CREATE (:MergedEntity {id: 'persia', into: 'iran'})`);
        await new EventLogService(graph).append([
          anItem({
            id: 'quake',
            sourceType: 'seismic',
            category: 'seismic',
            source: 'usgs',
            title: 'M 5.1 near Bandar Abbas',
            lang: null,
            publisher: 'USGS',
            publishedAt: null,
            attributes: { magnitude: 5.1, depth_km: 10 },
            at: NOON,
          }),
          anItem({ id: 'talks', entities: ['iran', 'oman'], story: 's1', at: NOON - MINUTE }),
          anItem({
            id: 'copy',
            entities: ['iran', 'oman'],
            story: 's1',
            at: NOON - 2 * MINUTE,
            source: 'other',
          }),
          anItem({
            id: 'sahel',
            entities: ['mali'],
            theater: 'sahel',
            lang: 'fr',
            at: NOON - 3 * MINUTE,
          }),
        ]);
        await graph.statement(
          `MATCH (i:Item {id: 'talks'}) CREATE (:Bundle {id: 'rb1', sha256: 'ab'})-[:CONTAINS]->(i)`,
        );
      },
    });
  });
  afterAll(() => app.close());

  const get = async (path: string): Promise<any> => (await app.get(path)).json();
  const ids = async (query: string): Promise<string[]> =>
    (await get(`${PATH}${query}`)).map(({ id }: { id: string }) => id);

  it('lists items newest first with every field', async () => {
    expect(await ids('')).toEqual(['quake', 'talks', 'copy', 'sahel']);
    expect((await get(`${PATH}?source_type=seismic`))[0]).toEqual({
      id: 'quake',
      source_type: 'seismic',
      category: 'seismic',
      source: 'usgs',
      publisher: 'USGS',
      family: 'tehran-daily',
      lang: null,
      title: 'M 5.1 near Bandar Abbas',
      summary: null,
      url: 'https://news.example/a',
      published_at: null,
      at: '2026-05-07T12:00:00.000000Z',
      first_seen_at: '2026-05-07T12:00:01.000000Z',
      theater: 'iran',
      entities: ['iran'],
      story: null,
      attributes: { depth_km: 10, magnitude: 5.1 },
    });
  });

  it.each([
    ['?entity=oman', ['talks', 'copy']],
    ['?entity=oman&entity=iran&limit=1', ['talks']],
    ['?entity=iran&source_type=seismic', ['quake']],
    ['?entity=iran&entity=mali', []],
    ['?entity=persia&source_type=seismic', ['quake']],
    ['?theater=sahel', ['sahel']],
    ['?lang=fr', ['sahel']],
    ['?category=seismic', ['quake']],
    ['?q=bandar', ['quake']],
    ['?q=%22resume%20in%20muscat%22&theater=sahel', ['sahel']],
    ['?since=2026-05-07T12:00:00Z', ['quake']],
    ['?until=2026-05-07T11:58:00Z', ['sahel']],
    ['?as_of=2026-05-07T11:58:02Z', ['copy', 'sahel']],
  ])('filters by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('leads from page to page by the Link header', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${PATH}?entity=iran&limit=1`;
    while (next !== undefined) {
      const answer = await app.get(next);
      seen.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id));
      const link = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '');
      next = link?.[1];
    }

    expect(seen).toEqual(['quake', 'talks', 'copy']);
  });

  it('returns one item with its story and the bundles that contain it', async () => {
    expect(await get(`${PATH}/talks`)).toMatchObject({
      id: 'talks',
      entities: ['iran', 'oman'],
      story: 's1',
      reported_in: {
        id: 's1',
        origin_item: 'copy',
        reports: 2,
        copies: [{ id: 'copy', source: 'other', at: '2026-05-07T11:58:00.000000Z' }],
      },
      bundles: [{ id: 'rb1', sha256: 'ab' }],
    });
    expect(await get(`${PATH}/quake`)).toMatchObject({ reported_in: null, bundles: [] });
  });

  it.each([
    [`${PATH}/none`, 404],
    [`${PATH}/quake?as_of=2026-05-07T12:00:00Z`, 404],
    [`${PATH}?entity=atlantis`, 404],
    [`${PATH}?source_type=rumour`, 400],
    [`${PATH}?theater=atlantis`, 400],
    [`${PATH}?since=yesterday`, 400],
    [`${PATH}?q=%3F%21`, 400],
    [`${PATH}?cursor=abc`, 400],
    [`${PATH}?entity=a&entity=b&entity=c&entity=d&entity=e&entity=f`, 400],
  ])('answers %s with %d', async (path, status) => {
    expect((await app.get(path)).status).toBe(status);
  });
});
