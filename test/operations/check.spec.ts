import { readEnvironment } from '../../src/platform/config/environment';
import { checkExitCode, wrongLines, type CheckResult } from '../../src/delivery/cli/check/check-result';
import { monthOf, runChecks } from '../../src/delivery/cli/check/run-checks';
import { ModelCaller } from '../../src/platform/models/model-caller.service';
import { startTestApp, testEnvironment, type TestApp } from '../support/app-harness';
import { FaultyReplay } from '../support/faulty-replay';
import { startModelServer, type ModelServer } from '../support/model-server';

describe('vedette check', () => {
  let replay: FaultyReplay;
  let model: ModelServer;
  let test: TestApp;

  beforeAll(async () => {
    replay = await FaultyReplay.open();
    model = await startModelServer();
    model.answer = () => ({ here: true });
    const settings = {
      ...replay.settings(),
      METACULUS_PERMITTED: 'true',
      PUBLIC_URL: '',
      ANTHROPIC_BASE_URL: model.url,
    };
    const { dataDir, port } = testEnvironment();
    test = await startTestApp({
      environment: { ...readEnvironment(settings), dataDir, port, polling: false, logLevel: 'silent' },
    });
  }, 120_000);
  afterAll(async () => {
    await test.close();
    await replay.close();
    model.close();
  });

  const check = async (paid: boolean): Promise<ReadonlyMap<string, CheckResult>> => {
    const results = await runChecks(test.app, { paid, signal: new AbortController().signal });
    return new Map(results.map((result) => [result.what, result]));
  };

  it('asks each upstream in use once, and paid ones only with --paid', async () => {
    const free = await check(false);

    for (const what of [
      'Database',
      'Polymarket',
      'Polymarket books',
      'Polymarket trades',
      'Kalshi',
      'Telegram',
      'Quotes',
      'Manifold',
      'Metaculus',
      'USGS',
      'Disk',
    ])
      expect(free.get(what)).toMatchObject({ verdict: 'ok', costsUsd: 0 });
    expect(free.get('X')).toMatchObject({ verdict: 'off', means: expect.stringContaining('--paid') });
    expect(free.get('Public address')).toMatchObject({ verdict: 'off' });
    expect(free.get('Feeds')?.means).toMatch(/^\d+ of \d+ answer$/);
    expect(free.get('Finnhub')).toMatchObject({ verdict: 'off', means: 'FINNHUB_TOKEN is not set' });
    // Not in the replay: its state is reported separately from Yahoo's.
    expect(free.get('CNBC')).toMatchObject({ verdict: 'wrong', means: expect.stringContaining('HTTP 404') });

    const paid = await check(true);
    expect(paid.get('X')).toMatchObject({ verdict: 'ok' });
    for (const model of ['claude-sonnet-5-5', 'claude-haiku-4-5']) {
      const result = paid.get(`Model ${model}`);
      expect(result).toMatchObject({ verdict: 'ok', means: 'It answers in the form that is asked for' });
      expect(result?.costsUsd).toBeGreaterThan(0);
      expect(free.get(`Model ${model}`)).toMatchObject({ verdict: 'off', costsUsd: 0 });
    }
  });

  it('states each failure with its meaning, and has an exit code for it', async () => {
    replay.fault = 'error';
    const results = [...(await check(false)).values()];
    replay.fault = 'none';

    for (const what of ['Polymarket', 'Kalshi', 'Telegram', 'USGS'])
      expect(results).toContainEqual(expect.objectContaining({ what, verdict: 'wrong' }));
    expect(results).toContainEqual(expect.objectContaining({ what: 'Database', verdict: 'ok' }));
    expect(checkExitCode(results)).toBe(1);
    expect(wrongLines(results).join('\n')).toMatch(/^wrong +Polymarket +\d+ ms +HTTP 500/m);
  });

  it('estimates the most that a month costs', () => {
    const { models } = test.app.get(ModelCaller, { strict: false });
    const environment = readEnvironment({ X_BEARER_TOKEN: 'x', MODEL_DAILY_USD: '2' });

    expect(monthOf(environment, models).x_usd).toBeCloseTo(15);
  });
});
