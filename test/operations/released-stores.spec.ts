/**
 * A store of each released format, made by that release: opened, served, verified by both programs, and gone on with.
 *
 *   VEDETTE_WRITE_STORE=0.3.0 node scripts/test.mjs graph test/operations/released-stores
 *
 * writes that of the present release to test/fixtures/stores.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ManualClock } from '../support/manual-clock';
import { packagePath } from '../../src/platform/common/package-root';
import { formatMillis } from '../../src/platform/common/utc-time';
import { EXIT } from '../../src/delivery/cli/verify/report';
import { startTestApp, type TestApp } from '../support/app-harness';
import { startModelServer, type ModelServer } from '../support/model-server';
import { RandomWorld } from '../support/random-world';
import { readStore, restoreStore, writeStore } from '../support/released-store';
import { accusations, pythonVerdictOf, verdictOf } from '../support/verdicts';

jest.setTimeout(300_000);

const FOLDER = packagePath('test', 'fixtures', 'stores');
const RELEASES = readdirSync(FOLDER).map((file) => basename(file, '.jsonl.gz'));
/** Releases whose logs are of another format than the verifiers read. */
const OTHER_FORMAT = ['0.1.0'];

const openApp = (dataDir: string, clock: ManualClock, model: ModelServer, store?: ReturnType<typeof readStore>) =>
  startTestApp({
    clock,
    environment: {
      dataDir,
      anthropicApiKey: 'k',
      anthropicBaseUrl: model.url,
      modelMinScore: 0,
      modelDailyUsd: 1000,
    },
    ...(store && {
      prepare: async ({ connection, wipe, schema }) => {
        await wipe();
        await restoreStore(store, connection, dataDir);
        await schema();
      },
    }),
  });

const rowsOf = async (app: TestApp): Promise<number> =>
  (await (await app.get('/api/dataset/records.jsonl')).text()).split('\n').filter((line) => line !== '').length;

describe('the store of release', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-store-'));
  let model: ModelServer;
  let app: TestApp | null = null;
  const present = (): TestApp => {
    if (app === null) throw new Error('not started');
    return app;
  };

  beforeAll(async () => {
    model = await startModelServer();
  });
  afterEach(async () => {
    await app?.close();
    app = null;
  });
  afterAll(() => {
    model.close();
  });

  it.each(RELEASES)('%s is opened, served, verified and gone on with', async (release) => {
    const store = readStore(join(FOLDER, `${release}.jsonl.gz`));
    const folder = join(dataDir, release);
    const world = new RandomWorld(2, { app: present, model }, Date.parse(store.until));
    app = await openApp(folder, world.clock, model, store);

    const pages = ['/', '/receipts', '/registry', '/leaderboard', '/methodology', '/markets', '/status'];
    for (const path of pages) expect([path, (await app.get(path)).status]).toEqual([path, 200]);
    expect(await rowsOf(app)).toBe(store.rows);
    await world.live(4, 4);

    expect(await rowsOf(app)).toBeGreaterThan(store.rows);
    await judged(app, world.now, release);
  });

  const judged = async ({ baseUrl }: TestApp, now: number, release: string): Promise<void> => {
    const verdict = await verdictOf(baseUrl, now);
    const python = await pythonVerdictOf(baseUrl, now);
    expect(accusations([...verdict.lines, ...(python?.stdout.split('\n') ?? [])])).toEqual([]);
    const codes = [verdict.exitCode, python?.code ?? verdict.exitCode];
    if (OTHER_FORMAT.includes(release)) expect(codes).toEqual([EXIT.otherVersion, EXIT.otherVersion]);
    else for (const code of codes) expect([EXIT.yes, EXIT.no]).toContain(code);
  };

  const name = process.env['VEDETTE_WRITE_STORE'];
  if (name !== undefined)
    it('of now is written', async () => {
      const folder = join(dataDir, name);
      const world = new RandomWorld(1, { app: present, model });
      app = await openApp(folder, world.clock, model);
      await world.live();
      const counts = { until: formatMillis(world.now), rows: await rowsOf(app) };
      await writeStore(join(FOLDER, `${name}.jsonl.gz`), counts, app.graph.connection, folder);
    });
});
