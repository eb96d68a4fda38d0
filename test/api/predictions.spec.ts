import { ManualClock } from '../support/manual-clock';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import type { PredictionResponse } from '../../src/forecasting/predictions.dto';
import { ImportService } from '../../src/import/import.service';
import type { TestApp } from '../support/app-harness';
import { startForecastApp } from '../support/forecast-app';
import { importedWorld } from '../support/imported-world';

const START = Date.UTC(2026, 6, 1, 12) * 1000;
const HOUR = 3_600_000_000;

describe('predictions', () => {
  const clock = new ManualClock(START);
  let test: TestApp;

  const list = async (path: string): Promise<PredictionResponse[]> =>
    (await (await test.get(path)).json()) as PredictionResponse[];

  beforeAll(async () => {
    test = await startForecastApp(clock);
    clock.advance(HOUR);
    await test.graph.graph.statement(
      "MATCH (m:Market {ticker: 'B'}) SET m.reevaluate_at = 1783000000000, m.reevaluate_reason = 'al-1'",
    );
    await test.graph.graph.statement(`MATCH (m:Market) SET m.quoted_at = ${clock.nowMicros() / 1000}`);
    await test.app.get(ForecastingService).run(new AbortController().signal);
    await test.app.get(ImportService).import('predictions', importedWorld({ markets: 4 }).predictions, 'import:old');
  }, 180_000);

  afterAll(() => test.close());

  it('are listed newest first, with price, bundle, record and trade', async () => {
    const [newest, ...others] = await list('/v1/predictions?exchange=kalshi&ticker=B');

    expect(others).toHaveLength(1);
    expect(newest).toMatchObject({
      ticker: 'B',
      population: 'own',
      probability_yes: 0.6,
      market_yes_price: 0.41,
      market_yes_bid: 0.4,
      market_yes_ask: 0.42,
      edge: 0.19,
      draws: [0.6],
      draw_spread: null,
      trigger: 'surge',
      alert_id: 'al-1',
      prompt_id: 'forecast-3',
      state: 'open',
      outcome: null,
      // The position of the first one is open still.
      trade_id: null,
      record: { leaf_index: expect.any(Number) },
    });
    expect(others[0]).toMatchObject({ side: 'YES', trade_id: expect.stringMatching(/^t-/) });
    const proof = await list(newest?.record?.proof ?? '');
    expect(proof).toMatchObject({ leaf_index: newest?.record?.leaf_index });
    const bundle = await (await test.get(`/api/replay-bundle/${newest?.replay_bundle_id}`)).json();
    expect(bundle).toMatchObject({ sha256: newest?.record?.sha256 });
    const day = await test.get(newest?.record?.day_file ?? '');
    expect(await day.text()).toContain(newest?.record?.sha256);
  });

  it('are found by trigger, alert, time and market, and are empty otherwise', async () => {
    expect(await list('/v1/predictions?trigger=surge')).toHaveLength(1);
    expect(await list('/v1/predictions?alert=al-1')).toHaveLength(1);
    expect(await list('/v1/predictions?trigger=schedule')).toHaveLength(3);
    expect(await list('/v1/predictions?since=2026-07-01T12:30:00Z')).toHaveLength(1);
    expect(await list('/v1/markets/kalshi/B/predictions')).toHaveLength(2);
    expect(await list('/v1/markets/kalshi/B/predictions?trigger=surge')).toHaveLength(1);
    expect(await list('/v1/markets/kalshi/NONE/predictions')).toEqual([]);
    expect((await test.get('/v1/predictions?trigger=whim')).status).toBe(400);
  });

  it('include imported ones, which have no bundle and no record', async () => {
    const imported = (await list('/v1/predictions')).filter((one) => one.population !== 'own');
    expect(imported.length).toBeGreaterThan(0);
    for (const one of imported)
      expect(one).toMatchObject({ record: null, replay_bundle_id: null, draws: [], trigger: null });
  });

  it('come in pages that neither repeat nor miss any', async () => {
    const all = await list('/v1/predictions?limit=500');
    const seen: string[] = [];
    let next: string | null = '/v1/predictions?limit=2';
    while (next !== null) {
      const response = await test.get(next);
      seen.push(...((await response.json()) as PredictionResponse[]).map(({ id }) => id));
      const link: string | undefined = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      next = link === undefined ? null : new URL(link, 'http://x').pathname + new URL(link, 'http://x').search;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('state the urgency of the next forecast of each market', async () => {
    const markets = (await (await test.get('/v1/markets')).json()) as { ticker: string; forecast: unknown }[];
    expect(markets.find(({ ticker }) => ticker === 'A')?.forecast).toMatchObject({
      note: 'asked within the last 24 hours',
      waiting_since: expect.stringMatching(/^2026-07-01T12/),
      urgency: expect.any(Number),
    });
  });
});
