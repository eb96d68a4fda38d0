import { ManualClock } from '../support/manual-clock';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { DigestService } from '../../src/digest/digest.service';
import { EventLogService } from '../../src/event-log/event-log.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, addMarket, anItem, linkEvidence, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const PATH = '/v1/ontology/digest';
const HOUR = 3_600_000;

describe('the digest over HTTP', () => {
  let app: TestApp;
  const clock = new ManualClock(NOON * 1_000);

  beforeAll(async () => {
    app = await startTestApp({
      clock,
      prepare: async ({ graph }) => {
        await addEntities(graph, [{ id: 'iran' }, { id: 'mali' }]);
        await graph.statement(
          `MATCH (e:Entity {id: 'iran'}) SET e.location = point({latitude: 35.7, longitude: 51.4})`,
        );
        await addMarket(graph, 'kalshi', 'A', ['iran']);
        await addMarket(graph, 'kalshi', 'B', ['mali']);
        await new EventLogService(graph).append([
          ...Array.from({ length: 8 }, (_, k) => anItem({ id: `n${k}`, at: NOON - HOUR - k })),
          // Seven usual days of two items, the day before yesterday being the last.
          ...Array.from({ length: 14 }, (_, k) =>
            anItem({ id: `o${k}`, at: NOON - (2 + Math.floor(k / 2)) * 24 * HOUR }),
          ),
        ]);
        await linkEvidence(graph);
        await graph.statement(
          `UNWIND range(${NOON / HOUR} - 10 * 24, ${NOON / HOUR}) AS hour CREATE (:WatchedHour {hour: hour, share: 1.0})`,
        );
        await graph.statement(
          `CREATE (:Alert {id: 'open', cluster: 'theater:iran', active: true, opened_at: ${NOON - HOUR}, count: 9, baseline: 1.5, ratio: 6.0, families: 3})
           CREATE (:Alert {id: 'over', cluster: 'theater:iran', active: false, opened_at: ${NOON - 3 * HOUR}, closed_at: ${NOON - 2 * HOUR}, count: 9, baseline: 1.5, families: 3})`,
        );
      },
    });
    await app.app.get(ConfluenceService).computeAll(NOON);
    await app.app.get(DigestService).refresh();
  });
  afterAll(() => app.close());

  const digest = async (query = ''): Promise<any> => (await app.get(`${PATH}${query}`)).json();

  it('shows the present on one page', async () => {
    const body = await digest();

    expect(body).toMatchObject({
      computed_at: '2026-05-07T12:00:00.000000Z',
      item_count_24h: 8,
      movers: [{ id: 'iran', item_count: 8, baseline: 2, ratio: 4 }],
      top_entities: [{ id: 'iran' }],
      alerts: [{ id: 'open', ratio: 6 }],
      markets: [{ ticker: 'A', score: 0.2, source_types: ['news'] }],
      sources: { silences: [] },
    });
    expect(body.source_types).toContainEqual({
      name: 'news',
      item_count: 8,
      newest_at: '2026-05-07T11:00:00.000000Z',
    });
    expect(body.theaters).toContainEqual(expect.objectContaining({ name: 'iran', item_count: 8 }));
    const sahel = body.theaters.find(({ name }: { name: string }) => name === 'sahel');
    expect(sahel).toMatchObject({ item_count: 0, newest_at: null, usual: null });
    expect(sahel?.hours).toEqual(new Array(48).fill(0));
    expect(sahel?.days).toEqual(new Array(35).fill(0));
  });

  it('lists changes since midnight, or since another instant', async () => {
    const { since, changes } = await digest();
    const later = await digest('?since=2026-05-07T10:30:00Z');

    expect(since).toBe('2026-05-07T00:00:00.000000Z');
    expect(changes).toMatchObject([
      { kind: 'alert', title: 'Surge: Iran, still open', path: '/alerts/open' },
      { kind: 'alert', title: 'Surge: Iran', path: '/alerts/over' },
    ]);
    expect(later.changes).toMatchObject([{ path: '/alerts/open' }]);
  });

  it('locates the reports of the last day', async () => {
    const { places } = await digest();

    expect(places).toMatchObject([{ id: 'iran', item_count: 8, baseline: 2, location: { lat: 35.7, lon: 51.4 } }]);
  });

  it('draws the same places for maps, longitude first', async () => {
    const answer = await app.get('/v1/ontology/places.geojson');

    expect(answer.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'iran',
          geometry: { type: 'Point', coordinates: [51.4, 35.7] },
          properties: { name: 'iran', item_count: 8, baseline: 2, ratio: 4 },
        },
      ],
    });
  });

  it('shows the calendar of the next 14 days', async () => {
    const { calendar } = await digest();

    expect(calendar.length).toBeGreaterThan(0);
    for (const { day, last_day } of calendar as { day: string; last_day: string }[]) {
      expect(day <= '2026-05-21').toBe(true);
      expect(last_day >= '2026-05-07').toBe(true);
    }
  });

  it('is given from memory until the next tick', async () => {
    await new EventLogService(app.graph.graph).append([anItem({ id: 'more', at: NOON - 5_000 })]);
    expect((await digest()).item_count_24h).toBe(8);

    await app.app.get(DigestService).refresh();
    expect((await digest()).item_count_24h).toBe(9);
  });

  it('answers for an instant', async () => {
    const then = new Date(NOON - 2.5 * HOUR).toISOString();

    expect(await digest(`?as_of=${then}`)).toMatchObject({
      item_count_24h: 0,
      alerts: [{ id: 'over' }],
      markets: [],
      sources: null,
    });
  });
});
