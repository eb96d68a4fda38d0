import { loadLanguageDetector } from '../../src/ingestion/language-detector.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { feedSource, openIngestion, type IngestionWorld } from '../support/ingestion-harness';
import { NOON } from '../support/item-builder';
import { ManualClock } from '../support/manual-clock';
import { until } from '../support/until';
import { rss, serving, status, UpstreamWorld } from '../support/upstream-world';

jest.setTimeout(60_000);

const TEN_MINUTES = 600_000_000;
const TWO_HOURS = 7_200_000_000;
const IDS = Array.from({ length: 12 }, (_, n) => `feed-${n}`);

describe('when sources are asked again', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  let ingestion: IngestionWorld;
  let clock: ManualClock;

  beforeAll(async () => {
    test = await openTestGraph();
    world = await UpstreamWorld.open();
  });

  beforeEach(async () => {
    await test.wipe();
    clock = new ManualClock(NOON * 1000);
    ingestion = openIngestion({
      graph: test.graph,
      replayUrl: world.url,
      clock,
      sources: IDS.map((id) => feedSource(id)),
    });
  });

  afterEach(async () => {
    await ingestion.close();
  });

  afterAll(async () => {
    await world.close();
    await test.close();
  });

  /** How the sources answer from now on: those named fail, the others do not. */
  const failing = (ids: readonly string[]): void => {
    for (const id of IDS)
      world.answer(
        `${id}.example.com`,
        // A refusal, which is not asked for a second time within the tick.
        ids.includes(id) ? status(403) : serving(rss([])),
      );
  };

  const tick = async () => {
    clock.advance(TEN_MINUTES);
    return (await ingestion.run()).sources;
  };

  it('asks all of them in the first tick after an outage, however long it was', async () => {
    failing(IDS);
    for (let n = 0; n < 6; n += 1) expect(await tick()).toMatchObject({ failed: 12, waiting: 0 });

    // The line is back in the midst of a tick.
    failing(IDS.slice(0, 6));
    expect(await tick()).toMatchObject({ collected: 6, failed: 6, waiting: 0 });
    failing([]);

    expect(await tick()).toMatchObject({ collected: 12, waiting: 0 });
  });

  it('lets one rest that fails while the others answer', async () => {
    failing(IDS.slice(0, 1));
    for (let n = 0; n < 3; n += 1) expect(await tick()).toMatchObject({ failed: 1, waiting: 0 });

    expect(await tick()).toMatchObject({ collected: 11, failed: 0, waiting: 1 });
  });

  it('asks and remembers as usual after the clock was set back by two hours', async () => {
    clock.advance(TWO_HOURS);
    failing(IDS.slice(0, 1));
    for (let n = 0; n < 3; n += 1) await tick();

    clock.advance(-TWO_HOURS);
    failing([]);

    expect(await tick()).toMatchObject({ collected: 12, waiting: 0 });
    expect((await ingestion.health.get('feed-0'))?.record).toMatchObject({
      failures: 0,
      last_attempt_at: NOON + 4 * 600_000,
    });
  });

  it('asks while the data needed to store is still loading', async () => {
    failing([]);
    const slow = openIngestion({
      graph: test.graph,
      replayUrl: world.url,
      clock,
      sources: IDS.map((id) => feedSource(id)),
      loadDetector: async () => {
        await until('every source was asked', () => world.requests.length >= asked + IDS.length);
        return loadLanguageDetector();
      },
    });
    const asked = world.requests.length;

    expect((await slow.run()).sources).toMatchObject({ collected: 12, failed: 0, unasked: 0 });
    await slow.close();
  });
});
