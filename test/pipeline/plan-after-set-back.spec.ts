/** A log that begins just after midnight, on a machine whose clock is then set back over it. */
import { ForecastLog } from '../../src/forecasting/forecast-log.service';
import { ManualClock } from '../support/manual-clock';
import { documentRequest } from '../../src/registry/log/log-document';
import { LogService } from '../../src/registry/log/log.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { startModelServer, type ModelServer } from '../support/model-server';

jest.setTimeout(300_000);

const HOUR_MICROS = 3_600_000_000;

describe('the plan of a day that the log has left behind', () => {
  let app: TestApp;
  let model: ModelServer;
  const clock = new ManualClock(Date.UTC(2026, 6, 2, 0, 10) * 1000);

  beforeAll(async () => {
    model = await startModelServer();
    app = await startTestApp({ clock, environment: { anthropicApiKey: 'k', anthropicBaseUrl: model.url } });
  });

  afterAll(async () => {
    await app.close();
    model.close();
  });

  const plans = async (): Promise<unknown[]> =>
    (
      await app.graph.graph.statement(
        `MATCH (r:Record) WHERE r.kind = 'plan' AND r.leaf_index >= 0
         RETURN r.id AS id, left(r.made_at, 10) AS day ORDER BY r.leaf_index`,
        'READ',
      )
    ).map(({ id, day }) => [id, day]);

  it('is not written, for its record would be of another day', async () => {
    const log = app.app.get(ForecastLog);
    expect(await log.begin()).toBeNull();
    clock.advance(-HOUR_MICROS);
    expect(await log.begin()).toBeNull();
    clock.advance(24 * HOUR_MICROS);
    expect(await log.begin()).toBeNull();
    expect(await plans()).toEqual([['pl-2026-07-02', '2026-07-02']]);
  });

  it('is of the day of the log, where that has records and no plan', async () => {
    clock.set(Date.UTC(2026, 6, 5, 0, 10) * 1000);
    const logged = app.app.get(LogService, { strict: false });
    await logged.appendAll([documentRequest('withdrawal', 'w-1', () => ({ item: 'n-1', bundles: [] }))]);
    clock.advance(-HOUR_MICROS);
    expect(await app.app.get(ForecastLog).begin()).toBeNull();
    expect((await plans()).at(-1)).toEqual(['pl-2026-07-05', '2026-07-05']);
  });
});
