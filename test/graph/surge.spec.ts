import { Metrics } from '../../src/platform/common/metrics.service';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { AlertRepository } from '../../src/surge/alert.repository';
import { SurgeService } from '../../src/surge/surge.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, addMarket, anItem, linkEvidence, NOON, relate } from '../support/item-builder';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const HOUR = 3_600_000;
const NOON_HOUR = NOON / HOUR;

describe('surges', () => {
  let test: TestGraph;
  let log: EventLogService;
  let alerts: AlertRepository;
  let surge: SurgeService;
  let metrics: Metrics;

  beforeAll(async () => {
    test = await openTestGraph();
    log = new EventLogService(test.graph);
  });
  beforeEach(async () => {
    await test.wipe();
    alerts = new AlertRepository(test.graph);
    metrics = new Metrics();
    surge = new SurgeService(alerts, metrics, { pollIntervalSeconds: 600 });
    await addEntities(test.graph, [
      { id: 'iran', theater: 'iran' },
      { id: 'tehran', theater: 'iran', type: 'place' },
      { id: 'mali', theater: 'sahel' },
      ...['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })),
    ]);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'mali']) await relate(test.graph, 'iran', 'HOSTILE_TO', id);
    await relate(test.graph, 'tehran', 'LOCATED_IN', 'iran');
    await addMarket(test.graph, 'kalshi', 'IRAN', ['tehran']);
    await addMarket(test.graph, 'kalshi', 'MALI', ['mali']);
    await surge.syncClusters(NOON);
  });
  afterAll(() => test.close());

  const watched = async (hours = 168): Promise<void> => {
    if (hours > 0) await surge.noteWatched(NOON - hours * HOUR, NOON - 1);
  };

  const burst = (n: number, end = NOON, given: Partial<NewItem> = {}): NewItem[] =>
    Array.from({ length: n }, (_, k) =>
      anItem({
        id: `b${end}-${k}`,
        at: end - k * 1_000,
        firstSeenAt: end,
        family: `f${k % 4}`,
        entities: ['iran', 'tehran'],
        ...given,
      }),
    );

  it('counts the entities of a theater, and the surroundings of a busy entity', async () => {
    expect(
      await test.graph.statement(
        'MATCH (c:Cluster)-[:INCLUDES]->(e) WITH c, e ORDER BY e.id RETURN c.id AS id, collect(e.id) AS entities ORDER BY id',
        'READ',
      ),
    ).toEqual([
      { id: 'around:iran', entities: ['iran', 'tehran'] },
      { id: 'theater:iran', entities: ['iran', 'tehran'] },
      { id: 'theater:sahel', entities: ['mali'] },
    ]);
    expect(await surge.syncClusters(NOON)).toEqual({ created: [], removed: [] });
  });

  it('counts anew when the ontology changed, as if it had always been so', async () => {
    await log.append(burst(10));
    const before = await test.graph.statement(
      'MATCH (t:Tally) RETURN t.cluster AS c, t.hour AS h, t.n AS n ORDER BY c, h',
      'READ',
    );
    await addEntities(test.graph, [{ id: 'isfahan', theater: 'iran' }]);
    await log.append([anItem({ id: 'x', entities: ['isfahan'], at: NOON - HOUR })]);

    expect(await surge.syncClusters(NOON)).toEqual({
      created: ['theater:iran'],
      removed: ['theater:iran'],
    });

    const after = await test.graph.statement(
      'MATCH (t:Tally) RETURN t.cluster AS c, t.hour AS h, t.n AS n ORDER BY c, h',
      'READ',
    );
    expect(after).toEqual([
      ...before.filter(({ c }) => c !== 'theater:iran'),
      { c: 'theater:iran', h: NOON_HOUR - 1, n: 1 + 9 },
      { c: 'theater:iran', h: NOON_HOUR, n: 1 },
    ]);
  });

  it('notices at its next evaluation that another process has loaded the ontology', async () => {
    await surge.evaluate(NOON);
    await addEntities(test.graph, [{ id: 'isfahan', theater: 'iran' }]);
    await test.graph.write('ontology/lock-seed', { stated: [], entities: [] });

    await surge.evaluate(NOON + MINUTE);

    expect(
      await test.graph.statement(
        "MATCH (:Cluster {id: 'theater:iran'})-[:INCLUDES]->(e) RETURN e.id AS id ORDER BY id",
        'READ',
      ),
    ).toEqual([{ id: 'iran' }, { id: 'isfahan' }, { id: 'tehran' }]);
  });

  it('opens one alert with its evidence, and puts the markets that this is evidence for on the list', async () => {
    await watched();
    await log.append(burst(20));
    await linkEvidence(test.graph);

    const { opened, markets } = await surge.evaluate(NOON);

    expect(opened.map(({ cluster, also, count }) => [cluster, also, count])).toEqual([
      ['around:iran', ['theater:iran'], 20],
    ]);
    expect(markets).toBe(1);
    expect((await metrics.alerts.get()).values).toContainEqual({
      labels: { change: 'opened' },
      value: 1,
    });
    const rows = await alerts.list({ cluster: 'around:iran', active: true, from: null }, 10);
    expect(rows).toMatchObject([{ alert: { ratio: null, families: 4 }, evidence: 20 }]);
    expect(
      await test.graph.statement(
        'MATCH (m:Market) RETURN m.ticker AS ticker, m.reevaluate_at AS at, m.reevaluate_reason AS alert ORDER BY ticker',
        'READ',
      ),
    ).toEqual([
      { ticker: 'IRAN', at: NOON, alert: opened[0]?.id },
      { ticker: 'MALI', at: null, alert: null },
    ]);
    const whole = await alerts.get(opened[0]?.id ?? '');
    expect(whole?.items).toHaveLength(20);
    expect(whole?.markets).toMatchObject([{ ticker: 'IRAN', items: 20, relevance: 20, before: null }]);
    expect(await alerts.get('none')).toBeNull();
  });

  it('opens none twice for one episode, and closes it when it is over', async () => {
    await watched();
    await log.append(burst(20));
    await surge.evaluate(NOON);
    await log.append(burst(20, NOON + 4 * MINUTE));

    const second = await surge.evaluate(NOON + 4 * MINUTE);
    const third = await surge.evaluate(NOON + 30 * MINUTE);

    expect([second.opened.length, second.updated.length, second.markets]).toEqual([0, 1, 0]);
    expect([third.opened.length, third.closed.length]).toEqual([0, 1]);
    expect(await alerts.list({ cluster: null, active: true, from: null }, 10)).toEqual([]);
    const over = await alerts.list({ cluster: null, active: false, from: null }, 10);
    expect(over.map(({ evidence }) => evidence)).toEqual([40]);
  });

  it.each([
    ['no baseline', async () => watched(0), burst(50)],
    ['a baseline of 23 hours', async () => watched(23), burst(50)],
    ['one publisher', async () => watched(), burst(50, NOON, { family: 'one' })],
    ['a late batch', async () => watched(), burst(50, NOON - 16 * MINUTE, { firstSeenAt: NOON })],
    ['items without a time of their own', async () => watched(), burst(50, NOON, { publishedAt: null })],
    ['a handful', async () => watched(), burst(4)],
  ])('opens no alert for %s', async (_, prepare, items) => {
    await prepare();
    await log.append(items);

    expect((await surge.evaluate(NOON)).opened).toEqual([]);
  });

  it('does not mistake hours in which sources were down for quiet ones', async () => {
    // 120 an hour while all answered; 60 an hour on the days when half of the volume was missing.
    await watched();
    await test.graph.statement(
      `UNWIND range(${NOON_HOUR - 168}, ${NOON_HOUR - 1}) AS hour
       WITH hour, hour % 2 = 0 AS down MATCH (c:WatchedHour {hour: hour}) SET c.share = CASE WHEN down THEN 0.5 ELSE 1.0 END
       MERGE (t:Tally {cluster: 'theater:iran', hour: hour}) SET t.n = CASE WHEN down THEN 60 ELSE 120 END`,
    );
    await log.append(burst(29));
    await test.graph.statement(`MATCH (c:Cluster) WHERE c.id <> 'theater:iran' DETACH DELETE c`);

    expect((await surge.evaluate(NOON)).opened).toEqual([]);
    await log.append(burst(31, NOON + 1_000));
    expect((await surge.evaluate(NOON + 1_000)).opened).toMatchObject([
      { cluster: 'theater:iran', baseline: { rate: 10 } },
    ]);
  });

  it('stores the watched share: less while a source that usually brings much is down', async () => {
    await log.append(Array.from({ length: 9 }, (_, k) => anItem({ id: `s${k}`, source: 'loud', at: NOON - k })));
    const source = (id: string, properties: string) =>
      test.graph.statement(`MERGE (s:Source {id: '${id}'}) SET s += {${properties}}`);
    const share = async (): Promise<unknown> =>
      (await test.graph.statement(`MATCH (c:WatchedHour {hour: ${NOON_HOUR}}) RETURN c.share AS share`, 'READ'))[0]?.[
        'share'
      ];

    await source('loud', `failures: 3, last_success_at: ${NOON - HOUR}`);
    await source('quiet', `failures: 0, last_success_at: ${NOON}`);
    await surge.evaluate(NOON);
    // Loud brought 9 of 9 and weighs 10, quiet weighs 1.
    expect(await share()).toBeCloseTo(1 / 11, 9);

    await source('loud', `failures: 0, last_success_at: ${NOON}`);
    await surge.evaluate(NOON + MINUTE);
    expect(await share()).toBe(1);
  });

  it('notes nothing of an hour in which no source answered', async () => {
    await test.graph.statement(`CREATE (:Source {id: 'x', failures: 9, last_success_at: 1})`);
    await surge.evaluate(NOON);
    expect(await test.graph.statement('MATCH (c:WatchedHour) RETURN c', 'READ')).toEqual([]);
  });

  it('opens the same alerts when the same stretch is replayed', async () => {
    const replay = async (): Promise<unknown> => {
      await test.wipe();
      await addEntities(test.graph, [{ id: 'iran', theater: 'iran' }]);
      const service = new SurgeService(new AlertRepository(test.graph), new Metrics(), {
        pollIntervalSeconds: 600,
      });
      await service.syncClusters(NOON);
      await watched(100);
      for (let minute = 0; minute <= 44; minute += 4) {
        const now = NOON + minute * MINUTE;
        await log.append(burst(minute === 8 || minute === 12 ? 30 : 2, now, { entities: ['iran'] }));
        await service.evaluate(now);
      }
      return alerts.list({ cluster: null, active: null, from: null }, 100);
    };

    const first = await replay();
    expect(first).toHaveLength(1);
    expect(await replay()).toEqual(first);
  });

  it('pages through alerts, newest first', async () => {
    await test.graph.statement(
      `UNWIND range(0, 9) AS n CREATE (:Alert {id: 'a' + n, cluster: 'theater:iran', active: n % 2 = 0, opened_at: ${NOON} + n / 3})`,
    );
    const page = async (from: { at: number; id: string } | null) =>
      (await alerts.list({ cluster: null, active: null, from }, 4)).map(({ alert }) => alert.id);

    expect(await page(null)).toEqual(['a9', 'a8', 'a7', 'a6']);
    expect(await page({ at: NOON + 2, id: 'a6' })).toEqual(['a5', 'a4', 'a3', 'a2']);
    expect(
      (await alerts.list({ cluster: 'theater:iran', active: true, from: null }, 4)).map(({ alert }) => alert.id),
    ).toEqual(['a8', 'a6', 'a4', 'a2']);
  });
});
