/** The clock is set while the whole service runs: nothing of a wrong time is stored or removed, with a reason. */
import type { Clock } from '../../src/platform/common/clock';
import { TickService, type TickReport } from '../../src/pipeline/tick.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { FaultyReplay } from '../support/faulty-replay';
import { LivelySamples } from '../support/lively-samples';

jest.setTimeout(300_000);

const TWO_HOURS_MICROS = 7_200_000_000;

describe('while the clock is wrong', () => {
  let offset = TWO_HOURS_MICROS;
  const clock: Clock = { nowMicros: () => Date.now() * 1_000 + offset };
  let replay: FaultyReplay;
  let test: TestApp;

  beforeAll(async () => {
    replay = await FaultyReplay.open(new LivelySamples());
    const { UPSTREAM_REPLAY_URL: upstreamReplayUrl = '' } = replay.settings();
    test = await startTestApp({ clock, environment: { demo: true, upstreamReplayUrl } });
  });

  afterAll(async () => {
    await test.close();
    await replay.close();
  });

  const tick = (): Promise<TickReport> => test.app.get(TickService, { strict: false }).run();

  /** Everything that is stored, but for the lease of the tick with its report. */
  const stored = (): Promise<unknown> =>
    test.graph.graph.statement(
      `MATCH (n) WHERE NOT n:Lease
       WITH labels(n) AS labels, properties(n) AS properties, elementId(n) AS id
       RETURN labels, properties ORDER BY id`,
      'READ',
    );

  const said = async (): Promise<string | undefined> =>
    ((await (await test.get('/v1/status')).json()) as { clock?: string }).clock;

  it.each([
    ['ahead', 'at the first tick after a start', TWO_HOURS_MICROS, false],
    ['behind', 'after a tick with a right clock', -TWO_HOURS_MICROS, true],
    ['ahead', 'after a tick with a right clock', TWO_HOURS_MICROS, true],
  ])('by two hours %s, %s, stores and removes nothing', async (side, _when, by, isAfter) => {
    if (isAfter) {
      offset = 0;
      const right = await tick();
      expect(right.stages.filter(({ state }) => state === 'left')).toEqual([]);
      expect(right.stages.find(({ stage }) => stage === 'ingestion')?.figures).toMatchObject({
        items: { new: expect.any(Number) },
        sources: { unasked: 0 },
      });
      expect(await said()).toBeUndefined();
    }
    const before = await stored();
    offset = by;

    const { stages } = await tick();

    expect(new Set(stages.map(({ state }) => state))).toEqual(new Set(['left']));
    expect(await said()).toMatch(new RegExp(`^This machine's clock is 7(?:1\\d\\d|200) s ${side} `));
    expect(await (await test.get('/status')).text()).toContain('nothing that they say is stored');
    expect(await stored()).toEqual(before);
  });

  it('was not in vain: quotes and items of the right times are there, and none of the future', async () => {
    const [row] = await test.graph.graph.statement(
      `CALL () { MATCH (q:Quote) RETURN count(q) AS quotes, max(q.at) AS quoted }
       CALL () { MATCH (i:Item) RETURN count(i) AS items, max(i.first_seen_at) AS seen }
       RETURN quotes, items, quoted <= $now AND seen <= $now AS past`.replaceAll('$now', String(Date.now())),
      'READ',
    );
    expect(row).toEqual({ quotes: expect.any(Number), items: expect.any(Number), past: true });
    expect(Math.min(Number(row?.['quotes']), Number(row?.['items']))).toBeGreaterThan(0);
  });
});
