import { ManualClock } from '../support/manual-clock';
import { formatMicros, startOfDay } from '../../src/platform/common/utc-time';
import { archiveTimestamp } from '../../src/registry/captures/archive-client';
import { WebArchiveClient } from '../../src/registry/captures/web-archive.client';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { bundleRequest, openRegistry, type RegistryWorld } from '../support/registry-harness';
import { WebArchiveWorld } from '../support/web-archive-world';

jest.setTimeout(120_000);

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const noon = startOfDay('2026-05-08') + 12 * HOUR;

describe('captures by the web archive', () => {
  let test: TestGraph;
  let clock: ManualClock;
  let archive: WebArchiveWorld;
  let world: RegistryWorld;

  const open = (dataDir?: string): RegistryWorld =>
    openRegistry({
      graph: test.graph,
      clock,
      ...(dataDir === undefined ? {} : { dataDir }),
      environment: {
        webArchiveAccessKey: 'access',
        webArchiveSecretKey: 'very-secret',
      },
      archive: (environment) =>
        new WebArchiveClient(
          new UpstreamClient(
            {
              replayUrl: archive.url,
              privateHosts: [],
              userAgent: 'Vedette test',
              intervalMs: 600_000,
              random: () => 0,
            },
            clock,
          ),
          environment,
        ),
    });

  beforeAll(async () => {
    test = await openTestGraph();
  });

  beforeEach(async () => {
    await test.wipe();
    clock = new ManualClock(noon);
    archive = await WebArchiveWorld.open(
      async (url) => {
        const { pathname, searchParams } = new URL(url);
        const size = searchParams.get('size');
        const date = pathname.slice('/api/registry/'.length, -'.json'.length);
        return (await world.reader.dayFile(date, size === null ? null : Number(size))).text;
      },
      () => archiveTimestamp(clock.nowMicros()),
    );
    world = open();
  });

  afterEach(async () => {
    await world.copies.copyPending();
    await archive.close();
  });

  afterAll(async () => {
    await test.close();
  });

  const append = async (id: string): Promise<string> => {
    const result = await world.log.append(bundleRequest(id));
    if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
    return result.record.sha256;
  };

  /** Lets time pass, minute by minute, as the schedule does. */
  const run = async (minutes: number, step = MINUTE): Promise<void> => {
    for (let passed = 0; passed < minutes * MINUTE; passed += step) {
      await world.captures.run();
      clock.advance(step);
    }
  };

  const anchor = async (bundleSha256: string, resolvedAtMicros = noon + 48 * HOUR) =>
    (await world.anchors.anchorsFor([{ bundleSha256, resolvedAt: formatMicros(resolvedAtMicros) }]))[0];

  it('asks for the state with the new record, and makes a verified copy its anchor', async () => {
    const sha256 = await append('rb_1');
    await run(3);

    expect(archive.requests).toEqual(['http://log.test/api/registry/2026-05-08.json?size=1']);
    expect(archive.authorizations).toEqual(['LOW access:very-secret']);
    expect(await anchor(sha256)).toEqual({
      registry_date: '2026-05-08',
      registry_url: 'http://log.test/api/registry/2026-05-08.json',
      bundle_sha256: sha256,
      wayback_url: `https://web.archive.org/web/20260508120000/http://log.test/api/registry/2026-05-08.json?size=1`,
    });
    expect(await world.captures.summary()).toEqual({ offReason: null, counts: { verified: 1 } });
    const counted = (await world.metrics.captures.get()).values;
    expect(counted.map(({ labels, value }) => [labels.result, value])).toEqual([
      ['pending', 1],
      ['ok', 1],
    ]);
  });

  it('is not an anchor before it is verified, nor for a resolution before it', async () => {
    archive.readable = false;
    const sha256 = await append('rb_1');
    await world.captures.run();
    expect(await anchor(sha256)).toBeNull();
    clock.advance(MINUTE);
    await world.captures.run();
    expect(await world.captures.summary()).toMatchObject({ counts: { captured: 1 } });
    expect(await anchor(sha256)).toBeNull();
    archive.readable = true;
    await run(4);

    expect(await anchor(sha256, noon + SECOND)).not.toBeNull();
    expect(await anchor(sha256, noon + SECOND - 1)).toBeNull();
  });

  it('covers with one capture all records so far, and asks again at most every five minutes', async () => {
    const first = await append('rb_1');
    const second = await append('rb_2');
    await run(2);
    const third = await append('rb_3');
    await run(2);
    expect(archive.requests).toHaveLength(1);
    expect([await anchor(first), await anchor(second)]).not.toContain(null);
    expect(await anchor(third)).toBeNull();
    await run(6);

    expect(archive.requests.at(-1)).toMatch(/size=3$/);
    expect(await anchor(third)).not.toBeNull();
    expect((await anchor(first))?.wayback_url).toMatch(/size=2$/);
  });

  it('captures each sealed file, and shows it in the index', async () => {
    await append('rb_1');
    clock.set(startOfDay('2026-05-09') + 10 * SECOND);
    await world.registry.sealDue();
    await run(4);

    expect(archive.requests).toEqual([
      // The record of the seal is of the next day.
      'http://log.test/api/registry/2026-05-09.json?size=1',
      'http://log.test/api/registry/2026-05-08.json',
    ]);
    const index = JSON.parse((await world.reader.index()).text);
    expect(index[0].wayback_url).toContain('/web/20260509000010/');
  });

  it('keeps to six requests a minute, those that cover most records first', async () => {
    for (let day = 0; day < 9; day++) {
      await append(`rb_${day}`);
      clock.advance(24 * HOUR);
    }
    await world.registry.sealDue();
    await world.captures.run();
    expect(archive.requests).toHaveLength(6);
    expect(archive.requests[0]).toContain('2026-05-17.json?size=9');
    expect(archive.requests[1]).toContain('2026-05-16');
    await world.captures.run();
    expect(archive.requests).toHaveLength(6);
    clock.advance(MINUTE);
    await world.captures.run();

    expect(archive.requests).toHaveLength(10);
  });

  it('begins with the forecast whose market closes soonest', async () => {
    for (let day = 0; day < 9; day++) {
      await append(`rb_${day}`);
      await test.graph.statement(
        `CREATE (:Prediction {id: 'rb_${day}'})-[:PREDICTS]->(:Market {exchange: 'kalshi', ticker: 'K${day}', status: 'open',
         resolves_at: '2026-${day === 2 ? '06' : '07'}-0${day + 1}T00:00:00.000000Z'})`,
      );
      clock.advance(24 * HOUR);
    }
    await world.registry.sealDue();
    await world.captures.run();

    const days = archive.requests.map((url) => /2026-05-\d\d/.exec(url)?.[0]);
    expect(days).toEqual([10, 8, 9, 11, 12, 13].map((day) => `2026-05-${String(day).padStart(2, '0')}`));
  });

  it('continues a job after a restart', async () => {
    const sha256 = await append('rb_1');
    await world.captures.run();
    clock.advance(MINUTE);
    world = open(world.environment.dataDir);
    await run(2);

    expect(archive.requests).toHaveLength(1);
    expect(await anchor(sha256)).not.toBeNull();
  });

  it('finds in the index copies that the job never reported', async () => {
    archive.manner = 'late success';
    const sha256 = await append('rb_1');
    await run(40, 10 * MINUTE);
    expect(await anchor(sha256)).toBeNull();
    await run(40, 10 * MINUTE);

    expect(archive.requests).toHaveLength(1);
    expect((await anchor(sha256))?.wayback_url).toContain('/web/20260508120000/');
  });

  it('starts a new job when one is pending for ever, and ends after some tries', async () => {
    archive.manner = 'pending for ever';
    const sha256 = await append('rb_1');
    await run(60 * 30, 30 * MINUTE);

    expect(archive.requests.length).toBeGreaterThan(3);
    expect(archive.requests.length).toBeLessThanOrEqual(10);
    expect(await anchor(sha256)).toBeNull();
    expect((await world.captures.summary()).counts).toMatchObject({ failed: 1 });
  });

  it.each(['error although captured', 'no job id'] as const)('finds the capture behind %s', async (manner) => {
    archive.manner = manner;
    const sha256 = await append('rb_1');
    await run(5);

    expect(archive.requests).toHaveLength(1);
    expect(await anchor(sha256)).not.toBeNull();
  });

  it.each(['error', 'html'] as const)('tries again after %s', async (manner) => {
    archive.manner = manner;
    const sha256 = await append('rb_1');
    await run(2);
    archive.manner = 'success';
    await run(180, 10 * MINUTE);

    expect(await anchor(sha256)).not.toBeNull();
  });

  it('waits as long as a 429 asks', async () => {
    archive.manner = 'rate limited';
    const sha256 = await append('rb_1');
    await run(4);
    expect(archive.requests).toHaveLength(1);
    archive.manner = 'quota';
    await run(3);
    expect(archive.requests).toHaveLength(2);
    await run(50, 10 * MINUTE);
    expect(archive.requests).toHaveLength(2);
    archive.manner = 'success';
    await run(60, 10 * MINUTE);

    expect(archive.requests).toHaveLength(3);
    expect(await anchor(sha256)).not.toBeNull();
  });

  it.each(['unauthorized', 'wrong bytes'] as const)('makes no anchor of %s', async (manner) => {
    archive.manner = manner;
    const sha256 = await append('rb_1');
    await run(120, 30 * MINUTE);

    expect(await anchor(sha256)).toBeNull();
    expect((await world.captures.summary()).counts).toEqual({ failed: 1 });
  });

  it.each(['dated years ago', 'dated in years', 'dated by no calendar', 'redirected'] as const)(
    'makes no anchor of a copy that is %s',
    async (manner) => {
      archive.manner = manner;
      const sha256 = await append('rb_1');
      await run(120, 30 * MINUTE);

      expect(archive.requests.length).toBeGreaterThan(0);
      expect(await anchor(sha256)).toBeNull();
    },
  );

  it('is off without credentials, with a note', async () => {
    const off = openRegistry({ graph: test.graph, clock });
    await off.captures.run();

    expect((await off.captures.summary()).offReason).toContain('WEB_ARCHIVE_ACCESS_KEY');
  });

  it('answers null outside the log', async () => {
    expect(await anchor('a'.repeat(64))).toBeNull();
  });
});
