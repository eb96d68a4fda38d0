import { ManualClock } from '../support/manual-clock';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { LeadTimeRepository } from '../../src/lead-time/lead-time.repository';
import { LeadTimeService } from '../../src/lead-time/lead-time.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, addMarket, anItem, linkEvidence, NOON, relate } from '../support/item-builder';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('lead time', () => {
  let test: TestGraph;
  let leadTime: LeadTimeService;

  beforeAll(async () => {
    test = await openTestGraph();
    leadTime = new LeadTimeService(new LeadTimeRepository(test.graph), new ManualClock((NOON + 60 * MINUTE) * 1_000));
  });
  beforeEach(async () => {
    await test.wipe();
    await addEntities(test.graph, [{ id: 'iran' }, { id: 'brent', type: 'instrument' }, { id: 'mali' }]);
    await relate(test.graph, 'brent', 'LEADING_INDICATOR_FOR', 'iran');
    await addMarket(test.graph, 'kalshi', 'A', ['iran']);
  });
  afterAll(() => test.close());

  const append = async (items: readonly NewItem[]): Promise<void> => {
    await new EventLogService(test.graph).append(items);
    await linkEvidence(test.graph);
  };

  /** The hours up to now in which somebody looked. */
  const watch = async (hours: number): Promise<void> => {
    const now = Math.floor(NOON / (60 * MINUTE));
    await test.graph.statement(
      `UNWIND range(${now - hours}, ${now}) AS hour MERGE (c:WatchedHour {hour: hour}) SET c.share = 1.0`,
    );
  };

  const quote = async (minute: number, price: number): Promise<void> => {
    const at = NOON + minute * MINUTE;
    await test.graph.statement(
      `CREATE (:Quote {exchange: 'kalshi', ticker: 'A', at: ${at}, yes_price: ${price}}) WITH 1 AS x MATCH (m:Market) SET m.quoted_at = ${at}`,
    );
  };

  it('states who had spoken before a move, first and last, without the market’s own trades', async () => {
    await append([
      anItem({ id: 'a', source: 'early', at: NOON - 60 * MINUTE }),
      anItem({ id: 'b', source: 'early', at: NOON - 10 * MINUTE }),
      anItem({
        id: 'c',
        source: 'pit',
        sourceType: 'financial',
        entities: ['brent'],
        at: NOON - 30 * MINUTE,
      }),
      anItem({ id: 'd', source: 'elsewhere', entities: ['mali'], at: NOON - 30 * MINUTE }),
      anItem({
        id: 'e',
        source: 'whale',
        sourceType: 'whale',
        at: NOON - MINUTE,
        attributes: { exchange: 'kalshi', ticker: 'A' },
      }),
      anItem({
        id: 'f',
        source: 'unseen',
        at: NOON - 20 * MINUTE,
        firstSeenAt: NOON + 50 * MINUTE,
      }),
      anItem({ id: 'g', source: 'after', at: NOON + MINUTE }),
    ]);
    await quote(-20, 0.3);
    await quote(0, 0.4);

    expect(await leadTime.recordMoves(NOON)).toEqual({ moves: 1 });

    const summary = await leadTime.summary(7);
    expect(summary.moves).toBe(1);
    expect(summary.by_source).toEqual([
      {
        name: 'early',
        moves: 1,
        share: 1,
        control_share: null,
        median_first_lead_seconds: 60 * 60,
        median_last_lead_seconds: 10 * 60,
      },
      {
        name: 'pit',
        moves: 1,
        share: 1,
        control_share: null,
        median_first_lead_seconds: 30 * 60,
        median_last_lead_seconds: 30 * 60,
      },
    ]);
    expect(summary.by_source_type.map(({ name }) => name)).toEqual(['news', 'financial']);
  });

  it('compares a move with the same hours of the day before without a move', async () => {
    await append([
      anItem({ id: 'a', source: 'loud', at: NOON - 60 * MINUTE }),
      anItem({ id: 'b', source: 'first', at: NOON - 50 * MINUTE }),
      anItem({ id: 'c', source: 'loud', at: NOON - DAY - 60 * MINUTE }),
    ]);
    await quote(-2 * 24 * 60, 0.3);
    await quote(-20, 0.31);
    await quote(0, 0.4);
    await watch(30);
    await leadTime.recordMoves(NOON);

    const { controls, by_source: bySource } = await leadTime.summary(7);
    expect(controls).toBe(1);
    expect(bySource.map((row) => [row.name, row.share, row.control_share])).toEqual([
      ['loud', 1, 1],
      ['first', 1, 0],
    ]);
  });

  it('has no control period in hours in which nobody watched', async () => {
    await append([anItem({ id: 'a', source: 'loud', at: NOON - 60 * MINUTE })]);
    await quote(-2 * 24 * 60, 0.3);
    await quote(-20, 0.31);
    await quote(0, 0.4);
    await watch(26);
    await leadTime.recordMoves(NOON);

    expect(await leadTime.summary(7)).toMatchObject({ moves: 1, controls: 0, by_source: [{ control_share: null }] });
  });

  it('has no control period in hours in which the price moved as well', async () => {
    await quote(-2 * 24 * 60, 0.3);
    await quote(-24 * 60 - 60, 0.4);
    await quote(-20, 0.41);
    await quote(0, 0.5);
    await watch(30);
    await leadTime.recordMoves(NOON);

    expect(await leadTime.summary(7)).toMatchObject({ moves: 1, controls: 0 });
  });

  it('keeps a move once, and measures the next from there', async () => {
    await quote(-20, 0.3);
    await quote(0, 0.4);
    await leadTime.recordMoves(NOON);
    await leadTime.recordMoves(NOON);
    await quote(10, 0.43);
    await leadTime.recordMoves(NOON + 10 * MINUTE);
    await quote(20, 0.46);
    await leadTime.recordMoves(NOON + 20 * MINUTE);

    const moves = await test.graph.statement('MATCH (v:Move) RETURN v.from AS from, v.to AS to ORDER BY v.at', 'READ');
    expect(moves).toEqual([
      { from: 0.3, to: 0.4 },
      { from: 0.4, to: 0.46 },
    ]);
  });

  it('takes the price that held before the last hours', async () => {
    await quote(-3_000, 0.3);
    await quote(0, 0.36);

    expect(await leadTime.recordMoves(NOON)).toEqual({ moves: 1 });
  });

  it('keeps a score-card of each source', async () => {
    await append([
      anItem({ id: 'a', source: 'x', story: 's', at: NOON - 10 * DAY }),
      anItem({ id: 'b', source: 'y', story: 's', at: NOON - 10 * DAY + 1 }),
      anItem({ id: 'c', source: 'x', at: NOON - MINUTE }),
    ]);
    await quote(-20, 0.3);
    await quote(0, 0.4);
    await leadTime.recordMoves(NOON);

    const [week, month] = await leadTime.scoreCards('x');
    expect(week).toMatchObject({
      days: 7,
      items: 1,
      first_reports: 1,
      copies: 0,
      silent_days: 6,
      moves_preceded: 1,
    });
    expect(month).toMatchObject({
      days: 30,
      items: 2,
      watched_days: 11,
      silent_days: 9,
      median_lead_ms: MINUTE,
    });
    expect((await leadTime.scoreCards('y'))[1]).toMatchObject({
      items: 1,
      first_reports: 0,
      copies: 1,
    });
    await test.graph.statement("MERGE (:Source {id: 'x'})");
    await leadTime.keepScoreCards(NOON);
    await leadTime.keepScoreCards(NOON + 60 * MINUTE);
    const kept = await test.graph.statement(
      'MATCH (:Source)-[:HAS_SCORE_CARD]->(c:ScoreCard) RETURN c {.*} AS card',
      'READ',
    );
    expect(kept).toEqual([
      {
        card: expect.objectContaining({
          source: 'x',
          as_of: NOON + 60 * MINUTE,
          days: 30,
          items: 2,
          first_reports: 2,
          silent_days: 9,
          moves_preceded: 1,
        }) as unknown,
      },
    ]);
    expect((await leadTime.scoreCards('nobody'))[2]).toMatchObject({ items: 0, watched_days: 0 });
  });
});
