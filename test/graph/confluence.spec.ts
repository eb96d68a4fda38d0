import fc from 'fast-check';
import { ManualClock } from '../support/manual-clock';
import { SOURCE_TYPES, type SourceType } from '../../src/platform/common/source-type';
import { ConfluenceRepository } from '../../src/confluence/confluence.repository';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { readSourceTypeSeed } from '../../src/confluence/source-type-seed.provider';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, addMarket, anItem, linkEvidence, NOON, relate } from '../support/item-builder';

const HOUR = 3_600_000;

jest.setTimeout(120_000);

describe('confluence', () => {
  let test: TestGraph;
  let log: { append(items: readonly NewItem[]): Promise<void> };
  let confluence: ConfluenceService;
  const clock = new ManualClock(NOON * 1000);

  beforeAll(async () => {
    test = await openTestGraph();
    const eventLog = new EventLogService(test.graph);
    log = {
      append: async (items) => {
        await eventLog.append(items);
        await linkEvidence(test.graph);
      },
    };
    confluence = new ConfluenceService(
      new ConfluenceRepository(test.graph),
      new EvidenceService(new EvidenceRepository(test.graph), loadEvidenceRule()),
      new SourceCatalogue([]),
      readSourceTypeSeed(),
      { confluenceWindowHours: 24 },
      clock,
    );
  });
  beforeEach(async () => {
    await test.wipe();
    clock.set(NOON * 1000);
    await addEntities(test.graph, [
      { id: 'iran' },
      { id: 'israel' },
      { id: 'brent', type: 'instrument' },
      { id: 'gold', type: 'instrument' },
    ]);
    await addMarket(test.graph, 'kalshi', 'A', ['iran']);
  });
  afterAll(() => test.close());

  /** One item of each type about an entity, an hour old. */
  const speak = (types: readonly SourceType[], entity = 'iran') =>
    log.append(
      types.map((sourceType) =>
        anItem({
          id: `${sourceType}-${entity}`,
          sourceType,
          entities: [entity],
          at: NOON - HOUR,
          family: sourceType,
        }),
      ),
    );

  const scoreOf = async (ticker = 'A') => {
    await confluence.computeAll(NOON);
    const {
      score,
      source_types: source_types,
      weighted_score: weighted_score,
    } = await confluence.get('kalshi', ticker);
    return { score, source_types, weighted_score };
  };

  it.each<[number, SourceType[]]>([
    [0, []],
    [0.2, ['seismic']],
    [1, ['calendar', 'financial', 'news', 'telegram', 'whale']],
    [1, ['calendar', 'financial', 'forecaster', 'news', 'telegram', 'twitter', 'whale']],
  ])('is %d for %j', async (score, types) => {
    await speak(types);

    expect(await scoreOf()).toMatchObject({ score, source_types: types });
  });

  it('counts an instrument that leads an entity of the market, and no other', async () => {
    await relate(test.graph, 'brent', 'LEADING_INDICATOR_FOR', 'iran');
    await relate(test.graph, 'gold', 'LEADING_INDICATOR_FOR', 'israel');
    await speak(['financial'], 'brent');
    await speak(['seismic'], 'gold');

    expect(await scoreOf()).toMatchObject({ score: 0.2, source_types: ['financial'] });
    expect(await confluence.get('kalshi', 'A')).toMatchObject({ entities: ['iran'] });
  });

  it.each([
    ['the first instant of the window', NOON - 24 * HOUR, 0.2],
    ['a millisecond before it', NOON - 24 * HOUR - 1, 0],
    ['the last instant', NOON, 0.2],
  ])('takes an item of %s', async (_, at, score) => {
    await log.append([anItem({ id: 'a', at, firstSeenAt: at })]);

    expect((await scoreOf()).score).toBe(score);
  });

  it('does not count an item of a later instant', async () => {
    await log.append([anItem({ id: 'a', at: NOON + 1, firstSeenAt: NOON + 1 })]);

    expect((await scoreOf()).score).toBe(0);
  });

  it('weighs kinds of evidence by credibility and age', async () => {
    await log.append([
      anItem({ id: 'a', sourceType: 'seismic', at: NOON, firstSeenAt: NOON }),
      anItem({ id: 'b', sourceType: 'news', at: NOON - 12 * HOUR }),
    ]);

    // (1.0 + 0.8 × ½) ÷ (1.0 + 0.9 + 0.8 + 0.7 + 0.6)
    expect((await scoreOf()).weighted_score).toBeCloseTo(1.4 / 4, 9);
    const { contributions, weighted_score: weighted_score } = await confluence.get('kalshi', 'A');
    expect(contributions.reduce((sum, { weighted }) => sum + weighted, 0)).toBeCloseTo(weighted_score, 9);
  });

  it('counts the market’s own whale trade and twin question, and leaves them out of the weighted score', async () => {
    await addMarket(test.graph, 'kalshi', 'B', ['iran'], 'Will the strait close in 2026?');
    await test.graph.statement(`MATCH (m:Market {ticker: 'A'}) SET m.question = 'Will Iran and Israel sign in 2026?'`);
    await log.append([
      anItem({
        id: 'trade',
        sourceType: 'whale',
        at: NOON,
        firstSeenAt: NOON,
        attributes: { exchange: 'kalshi', ticker: 'A', usd: 50_000 },
      }),
      anItem({
        id: 'question',
        sourceType: 'forecaster',
        title: 'Iran and Israel sign before the end of 2026?',
        attributes: { twin: 'kalshi/A' },
        at: NOON,
        firstSeenAt: NOON,
      }),
    ]);

    expect(await scoreOf('A')).toEqual({
      score: 0.4,
      source_types: ['forecaster', 'whale'],
      weighted_score: 0,
    });
    const { contributions, independence } = await confluence.get('kalshi', 'A');
    expect(contributions).toMatchObject([
      { source_type: 'forecaster', item_count: 1, circular_count: 1, weighted: 0 },
      { source_type: 'whale', item_count: 1, circular_count: 1, items: [{ circular: true }] },
    ]);
    expect(independence.families).toEqual([]);

    // The same items are evidence for another market: (0.7 + 0.6) ÷ 4.
    expect(await scoreOf('B')).toMatchObject({ score: 0.4 });
    expect((await confluence.get('kalshi', 'B')).weighted_score).toBeCloseTo(1.3 / 4, 9);
    const stored = await test.graph.statement(
      'MATCH (m:Market) RETURN m.ticker AS ticker, m.confluence_weighted AS weighted ORDER BY ticker',
      'READ',
    );
    expect(stored).toEqual([
      { ticker: 'A', weighted: 0 },
      { ticker: 'B', weighted: expect.closeTo(1.3 / 4, 9) as number },
    ]);
  });

  it('marks a score that rests on one publisher', async () => {
    await log.append([
      anItem({ id: 'wire', family: 'wire', story: 's', at: NOON - HOUR }),
      anItem({ id: 'copy', family: 'paper', story: 's', sourceType: 'telegram', at: NOON - 2_000 }),
    ]);
    expect(await scoreOf()).toMatchObject({ score: 0.4 });
    expect((await confluence.get('kalshi', 'A')).independence).toMatchObject({
      families: ['paper', 'wire'],
      origins: ['wire'],
      rests_on_one_origin: true,
    });

    await log.append([anItem({ id: 'own', family: 'other', at: NOON - 2_000 })]);
    expect((await confluence.get('kalshi', 'A')).independence.rests_on_one_origin).toBe(false);
  });

  it('keeps readings and answers as of an instant', async () => {
    await speak(['news']);
    await confluence.computeAll(NOON);
    await confluence.computeAll(NOON + 600_000);
    await log.append([anItem({ id: 'x', sourceType: 'seismic', at: NOON + 1_100_000 })]);
    await confluence.computeAll(NOON + 1_200_000);
    clock.set((NOON + 2 * HOUR) * 1000);

    const now = await confluence.get('kalshi', 'A');
    expect(now).toMatchObject({ score: 0.4, computed_at: NOON + 1_200_000 });
    expect(now.history).toMatchObject([
      { at: NOON + 1_200_000, until: NOON + 1_200_000, score: 0.4 },
      { at: NOON, until: NOON + 600_000, score: 0.2 },
    ]);
    expect(await confluence.get('kalshi', 'A', NOON + 700_000)).toMatchObject({
      score: 0.2,
      computed_at: NOON + 600_000,
      contributions: [{ source_type: 'news' }],
    });
    expect((await confluence.get('kalshi', 'A', NOON - 1)).history).toEqual([]);
  });

  it('stores nothing twice when a tick is repeated', async () => {
    await speak(['news']);
    await confluence.computeAll(NOON);
    await confluence.computeAll(NOON);

    expect((await confluence.get('kalshi', 'A')).history).toHaveLength(1);
  });

  it('does not score a market that has settled', async () => {
    await test.graph.statement(`MATCH (m:Market) SET m.status = 'settled'`);

    expect(await confluence.computeAll(NOON)).toEqual({ markets: 0, corroborated: 0 });
  });

  it('ignores untracked markets', async () => {
    await expect(confluence.get('kalshi', 'NONE')).rejects.toMatchObject({ type: 'not-found' });
  });

  it('agrees with a plain count over all items, on any world', async () => {
    const entity = fc.constantFrom('iran', 'israel', 'brent', 'gold');
    const world = fc.record({
      items: fc.array(
        fc.record({
          sourceType: fc.constantFrom(...SOURCE_TYPES),
          entities: fc.uniqueArray(entity, { maxLength: 3 }),
          age: fc.integer({ min: -2, max: 30 }),
          late: fc.boolean(),
        }),
        { maxLength: 30 },
      ),
      markets: fc.array(fc.uniqueArray(entity, { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      }),
      leads: fc.uniqueArray(fc.tuple(fc.constantFrom('brent', 'gold'), fc.constantFrom('iran', 'israel')), {
        selector: ([a, b]) => a + b,
      }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ items, markets, leads }) => {
        await test.graph.statement('MATCH (n) WHERE n:Item OR n:Market OR n:Reading DETACH DELETE n');
        await test.graph.statement('MATCH ()-[r:LEADING_INDICATOR_FOR]->() DELETE r');
        for (const [from, to] of leads) await relate(test.graph, from, 'LEADING_INDICATOR_FOR', to);
        for (const [n, about] of markets.entries()) await addMarket(test.graph, 'kalshi', `M${n}`, about);
        const stored = items.map(({ age, late, ...given }, n) => {
          const at = NOON - age * HOUR;
          const firstSeenAt = late ? Math.max(at, NOON + 1) : at;
          return anItem({
            ...given,
            id: `i${n}`,
            at,
            firstSeenAt,
            entities: [...given.entities].sort(),
          });
        });
        await log.append(stored);
        await confluence.computeAll(NOON);

        for (const [n, about] of markets.entries()) {
          const scope = new Set<string>([
            ...about,
            ...leads.filter(([, to]) => about.some((id) => id === to)).map(([from]) => from),
          ]);
          const types = new Set(
            stored
              .filter(
                (item) =>
                  item.at >= NOON - 24 * HOUR &&
                  item.at <= NOON &&
                  item.firstSeenAt <= NOON &&
                  item.entities.some((id) => scope.has(id)),
              )
              .map(({ sourceType }) => sourceType),
          );
          expect(await confluence.get('kalshi', `M${n}`)).toMatchObject({
            score: Math.min(1, types.size / 5),
            source_types: [...types].sort(),
            contributions: [...types].sort().map((sourceType) => ({ source_type: sourceType })),
          });
        }
      }),
      { numRuns: 15 },
    );
  });
});
