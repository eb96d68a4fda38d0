import { ManualClock } from '../support/manual-clock';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { EventLogService } from '../../src/event-log/event-log.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, addMarket, anItem, linkEvidence, NOON, relate } from '../support/item-builder';

jest.setTimeout(120_000);

const PATH = '/v1/ontology/confluence';

describe('confluence over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock((NOON + 60_000) * 1_000),
      prepare: async ({ graph }) => {
        await addEntities(graph, [{ id: 'iran' }, { id: 'brent', type: 'instrument' }]);
        await relate(graph, 'brent', 'LEADING_INDICATOR_FOR', 'iran');
        await addMarket(graph, 'kalshi', 'KX-1', ['iran'], 'Will Iran close the Strait of Hormuz?');
        await new EventLogService(graph).append([
          anItem({ id: 'n', at: NOON - 2_000 }),
          anItem({
            id: 'f',
            sourceType: 'financial',
            entities: ['brent'],
            family: 'exchange',
            lang: null,
            at: NOON - 2_000,
          }),
        ]);
        await linkEvidence(graph);
      },
    });
    await app.app.get(ConfluenceService).computeAll(NOON);
  });
  afterAll(() => app.close());

  it('explains the score of a market', async () => {
    const answer = await app.get(`${PATH}/kalshi/KX-1`);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      exchange: 'kalshi',
      ticker: 'KX-1',
      question: 'Will Iran close the Strait of Hormuz?',
      score: 0.4,
      source_type_count: 2,
      source_types: ['financial', 'news'],
      weighted_score: expect.closeTo(1.7 / 4, 4),
      contributions: [
        { source_type: 'financial', weight: 0.9, item_count: 1, circular_count: 0 },
        { source_type: 'news', weight: 0.8, items: [{ id: 'n', circular: false }] },
      ],
      independence: {
        families: ['exchange', 'tehran-daily'],
        languages: ['en'],
        parties: ['iran'],
        rests_on_one_origin: false,
      },
      entities: ['iran'],
      leading_indicators: ['brent', 'tanker-frontline', 'wti'],
      window_hours: 24,
      computed_at: '2026-05-07T12:00:00.000000Z',
      history: [{ at: '2026-05-07T12:00:00.000000Z', score: 0.4, source_type_count: 2 }],
    });
  });

  it('answers for an instant before anything was known', async () => {
    const body = await (await app.get(`${PATH}/kalshi/KX-1?as_of=2026-05-07T11:00:00Z`)).json();

    expect(body).toMatchObject({ score: 0, source_types: [], contributions: [], history: [] });
  });

  it.each([
    [`${PATH}/kalshi/NONE`, 404],
    [`${PATH}/nyse/KX-1`, 404],
    [`${PATH}/kalshi/KX-1?as_of=now`, 400],
  ])('answers %s with %d', async (path, status) => {
    expect((await app.get(path)).status).toBe(status);
  });
});
