import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlayedPast } from '../../src/platform/common/played-past';
import { ENVIRONMENT, type Environment } from '../../src/platform/config/environment';
import { startTestApp, type TestApp } from '../support/app-harness';

jest.setTimeout(60_000);

describe('health', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('is alive and ready once the graph can be read', async () => {
    for (const probe of ['live', 'ready']) {
      const answer = await app.get(`/health/${probe}`);
      expect([probe, answer.status, await answer.json()]).toEqual([
        probe,
        200,
        { status: 'ok', checked_at: expect.stringMatching(/Z$/) },
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('measures requests by route pattern and limits by policy, never by text of callers', async () => {
    await app.get('/v1/ontology/entities/some-secret-word');
    await app.get('/v1/other-secret-word');

    const text = await (await app.get('/metrics')).text();

    expect(text).toMatch(/vedette_http_requests_total\{route="\/v1\/ontology\/entities\/:id",status="404"\} 1/);
    expect(text).toMatch(/vedette_http_requests_total\{route="unknown",status="404"\} 1/);
    expect(text).toMatch(/vedette_limit_requests_total\{policy="anonymous",result="admitted"\} 2/);
    expect(text).not.toContain('secret-word');
  });

  it('measures the memory of the process and how long due work waits', async () => {
    const text = await (await app.get('/metrics')).text();
    const read = (name: string): number => Number(new RegExp(`^vedette_${name} (\\S+)$`, 'm').exec(text)?.[1]);

    const heap = read('process_memory_bytes\\{kind="heap_used"\\}');

    expect(heap).toBeGreaterThan(1e6);
    expect(read('process_memory_bytes\\{kind="rss"\\}')).toBeGreaterThan(heap);
    expect(read('event_loop_delay_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('describes every measurement', async () => {
    const text = await (await app.get('/metrics')).text();
    const helped = new Set([...text.matchAll(/^# HELP (\w+) \S/gm)].map((match) => match[1]));

    for (const [, name] of text.matchAll(/^# TYPE (\w+) /gm)) expect(helped).toContain(name);
    for (const subject of ['ticks', 'sources', 'items', 'item_lag', 'graph_query', 'predictions', 'seals', 'limit'])
      expect([...helped].some((name) => name?.startsWith(`vedette_${subject}`))).toBe(true);
  });

  it('stays ready, with a note, while the data folder is not writable', async () => {
    const { dataDir } = app.app.get<Environment>(ENVIRONMENT, { strict: false });
    const probe = join(dataDir, 'live', `.probe-${process.pid}`);
    await sleep(2_050);
    mkdirSync(join(dataDir, 'live'), { recursive: true });
    symlinkSync('/dev/full', probe);
    const during = await Promise.all(['/health/ready', '/v1/status'].map(async (path) => (await app.get(path)).json()));
    rmSync(probe);
    await sleep(2_050);

    for (const said of during) expect(said).toMatchObject({ data_folder: expect.stringMatching(/DATA_DIR\) is full/) });
    expect(await (await app.get('/health/ready')).json()).not.toHaveProperty('data_folder');
  });
});

describe('a demo that plays its past', () => {
  const past = new PlayedPast(35);
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ past, environment: { demo: true } });
  });
  afterAll(() => app.close());

  it('answers with the day that it has reached, and is ready at the present', async () => {
    past.reach(12);
    const played = await Promise.all(['/health/ready', '/health/live', '/', '/about'].map((path) => app.get(path)));
    const texts = await Promise.all(played.map((answer) => answer.text()));

    expect(played.map(({ status }) => status)).toEqual([503, 200, 200, 200]);
    for (const index of [0, 2, 3]) expect(texts[index]).toContain('day 12 of 35');

    past.finish();
    const after = await Promise.all(['/health/ready', '/'].map((path) => app.get(path)));

    expect(after.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of after) expect(await answer.text()).not.toContain('of 35');
  });
});
