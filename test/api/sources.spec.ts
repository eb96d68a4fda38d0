import { ManualClock } from '../support/manual-clock';
import { EventLogService } from '../../src/event-log/event-log.service';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { SourceHealthService } from '../../src/ingestion/source-health.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { anItem, NOON } from '../support/item-builder';

jest.setTimeout(60_000);

const DAY = 86_400_000;

describe('/v1/sources', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ clock: new ManualClock(NOON * 1_000) });
    await app.graph.graph.statement(
      `CREATE (:Source {id: 'tehran-times', last_attempt_at: 1, last_success_at: 0, failures: 3, down_since: 1,
        next_try_at: 1778155200000, reason: 'HTTP 500 from tehrantimes.example:443'})`,
    );
  });

  afterAll(async () => {
    await app.close();
  });

  const json = async (path: string): Promise<any> => (await app.get(path)).json();

  it('lists every source of the catalogue over its pages, in id order', async () => {
    const first = await json('/v1/sources?limit=500');

    expect(first.map(({ id }: { id: string }) => id)).toEqual(
      [...SourceCatalogue.fromFolder().sources.map(({ id }) => id), 'kalshi-markets', 'polymarket-markets'].sort(),
    );
    const page = await app.get('/v1/sources?limit=3');
    expect(await page.json()).toEqual(first.slice(0, 3));
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.get(new URL(next).pathname + new URL(next).search);
    expect(await second.json()).toEqual(first.slice(3, 6));
  });

  it('marks a source that was never asked', async () => {
    const all = (await json('/v1/sources?limit=100')) as { state: string }[];
    const source = all.find(({ state }) => state !== 'unproven');

    expect(source).toMatchObject({
      state: 'stale',
      reason: 'Not asked yet',
      last_success_at: null,
      lag_seconds: null,
      items_24h: 0,
      failures: 0,
      next_try_at: null,
    });
  });

  it('filters by state, type, category and language', async () => {
    const down = await json('/v1/sources?state=down&limit=500');
    const persian = await json('/v1/sources?lang=fa&source_type=news&limit=500');

    expect(down.every(({ state }: { state: string }) => state === 'down')).toBe(true);
    expect(persian.length).toBeGreaterThan(0);
    expect(persian.every(({ lang }: { lang: string }) => lang === 'fa')).toBe(true);
  });

  it('returns one source, with the reason why it is down and the time of the next try', async () => {
    const id = SourceCatalogue.fromFolder().get('tehran-times') === null ? null : 'tehran-times';

    expect(id).toBe('tehran-times');
    expect(await json('/v1/sources/tehran-times')).toMatchObject({
      id: 'tehran-times',
      state: 'down',
      reason: 'HTTP 500 from tehrantimes.example:443',
      failures: 3,
      next_try_at: '2026-05-07T12:00:00.000000Z',
    });
  });

  it('lists the exchanges, and why one of them is down', async () => {
    await app.app.get(SourceHealthService).noteExchanges(['kalshi listing: HTTP 500 from kalshi.example:443']);

    expect(await json('/v1/sources/kalshi-markets')).toMatchObject({
      kind: 'exchange',
      source_type: null,
      state: 'down',
      reason: 'listing: HTTP 500 from kalshi.example:443',
      failures: 1,
      last_success_at: null,
    });
    expect(await json('/v1/sources/polymarket-markets')).toMatchObject({
      state: 'ok',
      reason: null,
      last_success_at: '2026-05-07T12:00:00.000000Z',
    });
  });

  it('has the score-card of a source for a week, a month and a quarter', async () => {
    await new EventLogService(app.graph.graph).append([
      anItem({ id: 'first', source: 'tass-ru', story: 's', at: NOON - 9 * DAY }),
      anItem({ id: 'copy', source: 'tass-en', story: 's', at: NOON - 9 * DAY + 1 }),
    ]);

    const [first, copy] = await Promise.all(
      ['tass-ru', 'tass-en'].map(async (id) => (await json(`/v1/sources/${id}`)).score_cards),
    );

    expect(first.map(({ days }: { days: number }) => days)).toEqual([7, 30, 90]);
    expect(first[0]).toMatchObject({ items: 0, watched_days: 7, silent_days: 7 });
    expect(first[1]).toEqual({
      days: 30,
      items: 1,
      first_reports: 1,
      copies: 0,
      watched_days: 10,
      silent_days: 9,
      mean_delay_seconds: 1,
      moves: 0,
      moves_preceded: 0,
      median_lead_seconds: null,
    });
    expect(copy[1]).toMatchObject({ items: 1, first_reports: 0, copies: 1 });
  });

  it('answers 404 for an unknown id and 400 for an unknown state', async () => {
    expect((await app.get('/v1/sources/nowhere')).status).toBe(404);
    expect((await app.get('/v1/sources?state=fine')).status).toBe(400);
  });
});
