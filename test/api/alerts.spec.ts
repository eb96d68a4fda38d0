import { ManualClock } from '../support/manual-clock';
import { EventLogService } from '../../src/event-log/event-log.service';
import { SurgeService } from '../../src/surge/surge.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const PATH = '/v1/ontology/alerts';

describe('alerts over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock(NOON * 1_000),
      prepare: async ({ graph }) => {
        await addEntities(graph, [
          { id: 'iran', theater: 'iran' },
          { id: 'mali', theater: 'sahel' },
        ]);
        const hour = NOON / 3_600_000;
        await graph.statement(
          `UNWIND range(${hour - 170}, ${hour - 1}) AS h CREATE (:WatchedHour {hour: h, share: 1.0})`,
        );
      },
    });
    const surge = app.app.get(SurgeService);
    const log = new EventLogService(app.graph.graph);
    await surge.syncClusters(NOON);
    const burst = (entity: string, end: number) =>
      Array.from({ length: 20 }, (_, k) =>
        anItem({
          id: `${entity}${k}`,
          entities: [entity],
          at: end - k * 1_000,
          firstSeenAt: end,
          family: `f${k}`,
          title: 'Blast <1> & fire',
        }),
      );
    await log.append(burst('mali', NOON - 7_200_000));
    await surge.evaluate(NOON - 7_200_000);
    await surge.evaluate(NOON - 3_600_000);
    await log.append(burst('iran', NOON));
    await surge.evaluate(NOON);
  });
  afterAll(() => app.close());

  const clusters = async (query: string): Promise<string[]> =>
    ((await (await app.get(`${PATH}${query}`)).json()) as { cluster: string }[]).map((a) => a.cluster);

  it('lists them newest first, with their items', async () => {
    const body = await (await app.get(PATH)).json();

    expect(body).toMatchObject([
      {
        cluster: 'theater:iran',
        active: true,
        opened_at: '2026-05-07T12:00:00.000000Z',
        closed_at: null,
        count: 20,
        baseline: 0,
        baseline_hours: 168,
        ratio: null,
        families: 20,
        floors: { count: 5, families: 2, baseline_hours: 24 },
        evidence_count: 20,
      },
      { cluster: 'theater:sahel', active: false, closed_at: '2026-05-07T11:00:00.000000Z' },
    ]);
    expect((body as { items: unknown[] }[])[0]?.items).toHaveLength(20);
  });

  it('returns the whole episode of one', async () => {
    const [first] = (await (await app.get(PATH)).json()) as { id: string }[];
    const body = await (await app.get(`${PATH}/${first?.id ?? ''}`)).json();

    expect(body).toMatchObject({
      cluster: 'theater:iran',
      also: [],
      minutes: [
        { at: '2026-05-07T11:59:00.000000Z', count: 19 },
        { at: '2026-05-07T12:00:00.000000Z', count: 1 },
      ],
      usual_per_minute: 0,
      languages: ['en'],
      markets: [],
      forecasts: [],
    });
    expect((body as { items: { id: string }[] }).items[0]?.id).toBe('iran19');
    expect((await app.get(`${PATH}/none`)).status).toBe(404);
  });

  it.each([
    ['?active=true', ['theater:iran']],
    ['?active=false', ['theater:sahel']],
    ['?cluster=theater:sahel', ['theater:sahel']],
    ['?cluster=theater:sahel&active=true', []],
    ['?cluster=around:nobody', []],
    ['?limit=1', ['theater:iran']],
  ])('filters by %s', async (query, expected) => {
    expect(await clusters(query)).toEqual(expected);
  });

  it('leads to the next page', async () => {
    const link = (await app.get(`${PATH}?limit=1`)).headers.get('link') ?? '';
    const next = /<[^>]*(\/v1[^>]*)>/.exec(link)?.[1] ?? '';

    expect(await (await app.get(next)).json()).toMatchObject([{ cluster: 'theater:sahel' }]);
  });

  it('is a feed too', async () => {
    const answer = await app.get(`${PATH}.atom`);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(text.match(/<entry>/g)).toHaveLength(2);
    expect(text).toContain('Blast &lt;1&gt; &amp; fire');
  });

  it.each([`${PATH}?cluster=Iran`, `${PATH}?active=yes`, `${PATH}?cursor=x`, `${PATH}.atom?x=1`])(
    'refuses %s',
    async (path) => {
      expect((await app.get(path)).status).toBe(400);
    },
  );
});
