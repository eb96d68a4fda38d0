import { ManualClock } from '../support/manual-clock';
import { ConfluenceRepository } from '../../src/confluence/confluence.repository';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { readSourceTypeSeed } from '../../src/confluence/source-type-seed.provider';
import { EventLogService } from '../../src/event-log/event-log.service';
import { eventFilter } from '../../src/event-log/event-filter';
import type { NewItem } from '../../src/event-log/item';
import { ItemRepository } from '../../src/event-log/item.repository';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { loadEvidenceRule, makeEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { loadKnownEntities, theatersOf } from '../../src/ontology/known-entities';
import { loadResolver } from '../../src/ontology/resolver.provider';
import { SeedService } from '../../src/ontology/seed.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, addMarket, anItem, NOON, relate } from '../support/item-builder';

jest.setTimeout(120_000);

const HOUR = 3_600_000;
const STRAIT = 'Will Iran close the Strait of Hormuz before 2027?';

describe('evidence in the graph', () => {
  let test: TestGraph;
  let log: EventLogService;
  let items: ItemRepository;
  let evidence: EvidenceService;

  beforeAll(async () => {
    test = await openTestGraph();
    log = new EventLogService(test.graph);
    items = new ItemRepository(test.graph);
  });
  beforeEach(async () => {
    await test.wipe();
    evidence = new EvidenceService(new EvidenceRepository(test.graph), loadEvidenceRule());
    await addEntities(test.graph, [
      { id: 'iran' },
      { id: 'strait-of-hormuz', type: 'place' },
      { id: 'brent', type: 'instrument' },
    ]);
    await relate(test.graph, 'brent', 'LEADING_INDICATOR_FOR', 'iran');
  });
  afterAll(() => test.close());

  const track = (question: string, ticker = 'STRAIT') => addMarket(test.graph, 'kalshi', ticker, ['iran'], question);

  /** As ingestion does it. */
  const store = async (...given: NewItem[]): Promise<void> => {
    await evidence.refresh(NOON);
    await log.append(given, (items) => evidence.linking(items));
  };

  const closing = (given: Partial<NewItem> = {}): NewItem =>
    anItem({
      id: 'closing',
      title: 'Iranian navy says it will close the Strait of Hormuz',
      entities: ['iran', 'strait-of-hormuz'],
      at: NOON - HOUR,
      ...given,
    });

  const links = () =>
    test.graph.statement(
      `MATCH (i:Item)-[e:EVIDENCE]->(m:Market)
       RETURN i.id AS item, m.ticker AS ticker, e.market AS market, e.source_type AS source_type, e.at AS at, e.seen_at AS seen_at,
         e.relevance AS relevance, e.about AS about, e.circular AS circular, e.rule AS rule, e.paths AS paths
       ORDER BY item, ticker`,
      'READ',
    );

  const scoring = (ticker: string) => {
    const clock = new ManualClock(NOON * 1000);
    const confluence = new ConfluenceService(
      new ConfluenceRepository(test.graph),
      evidence,
      new SourceCatalogue([]),
      readSourceTypeSeed(),
      { confluenceWindowHours: 24 },
      clock,
    );
    return async (tick: number) => {
      const now = NOON + tick * 600_000;
      clock.set(now * 1000);
      await confluence.computeAll(now);
      const { score, contributions } = await confluence.get('kalshi', ticker);
      return { score, paths: contributions.flatMap(({ items }) => items.flatMap(({ paths }) => paths)) };
    };
  };

  it('links an item to a market when it is stored, with the reason', async () => {
    await track(STRAIT);
    await store(closing(), anItem({ id: 'other', title: 'Iran opens a film festival' }));

    expect(await links()).toEqual([
      {
        item: 'closing',
        ticker: 'STRAIT',
        market: 'kalshi/STRAIT',
        source_type: 'news',
        at: NOON - HOUR,
        seen_at: NOON - HOUR + 1_000,
        relevance: 1,
        about: true,
        circular: false,
        rule: loadEvidenceRule().version,
        paths: expect.arrayContaining([expect.stringContaining('Hormuz')]) as string[],
      },
    ]);
  });

  it('follows an edit in the graph to the evidence and the score of the next tick', async () => {
    const seeding = new SeedService(test.graph, new SchemaService(test.graph));
    await test.wipe();
    await seeding.load();
    evidence = new EvidenceService(new EvidenceRepository(test.graph), makeEvidenceRule());
    await addMarket(test.graph, 'kalshi', 'KISH', ['qatar'], 'Will Israel strike Qatar in 2026?');
    const struck = anItem({
      id: 'struck',
      title: 'Israel strikes Diego Garcia',
      entities: ['israel', 'diego-garcia'],
      at: NOON - HOUR,
    });
    const scored = scoring('KISH');
    await store(struck);
    const before = await links();
    const scoreBefore = await scored(0);

    // As somebody does it in Neo4j Browser.
    await test.graph.statement(
      "MATCH (p:Entity {id: 'diego-garcia'}), (q:Entity {id: 'qatar'}) CREATE (p)-[:LOCATED_IN {basis: 'An edit.'}]->(q)",
    );
    expect(await evidence.refresh(NOON)).toBe(1);
    const after = await links();
    const scoreAfter = await scored(1);
    const report = await seeding.load();
    await evidence.refresh(NOON);
    const seededAgain = await links();
    await seeding.load(true);
    await evidence.refresh(NOON);

    expect(before).toEqual([]);
    expect(after).toMatchObject([{ item: 'struck', ticker: 'KISH' }]);
    expect([scoreBefore.score, scoreAfter.score]).toEqual([0, 0.2]);
    expect(scoreAfter.paths.join()).toContain('diego-garcia located_in');
    expect(report.kept).toEqual(['diego-garcia:located_in:qatar']);
    expect(seededAgain).toEqual(after);
    expect(await links()).toEqual([]);
    expect((await scored(2)).score).toBe(0);
  });

  it('finds a name and an entity that were added in the graph from the next tick on', async () => {
    const seeding = new SeedService(test.graph, new SchemaService(test.graph));
    await test.wipe();
    await seeding.load();
    evidence = new EvidenceService(new EvidenceRepository(test.graph), makeEvidenceRule());
    await addMarket(test.graph, 'kalshi', 'KISH', ['qatar'], 'Will Israel strike Qatar in 2026?');
    const struck = (id: string, title: string) => anItem({ id, title, entities: ['israel'], at: NOON - HOUR });
    await store(struck('name', 'Israel strikes the Pearl Emirate'), struck('place', 'Israel strikes Sketchville'));
    const itemsTied = async () =>
      (await links()).filter(({ paths }) => String(paths).includes('qatar by')).map(({ item }) => item);
    const before = await itemsTied();

    await test.graph.statement(
      `MATCH (q:Entity {id: 'qatar'}) SET q.aliases = q.aliases + ['Pearl Emirate', 'a|b']
       CREATE (:Entity {id: 'sketchville', name: 'Sketchville'})-[:LOCATED_IN]->(q)`,
    );
    await evidence.refresh(NOON);
    const after = await itemsTied();
    const tags = loadResolver().tag('Talks in Sketchville end', 'en');
    const { kept } = await seeding.load();
    await evidence.refresh(NOON);
    const seededAgain = await itemsTied();
    await seeding.load(true);
    await evidence.refresh(NOON);

    expect(before).toEqual([]);
    expect(after).toEqual(['name', 'place']);
    expect(tags).toEqual(['sketchville']);
    expect(kept).toEqual(['qatar', 'sketchville', 'sketchville:located_in:qatar']);
    expect(seededAgain).toEqual(after);
    expect(await itemsTied()).toEqual([]);
    expect(loadResolver().tag('Talks in Sketchville end', 'en')).toEqual([]);
  });

  it('follows names that are taken away, put back or deleted with their entity, and other facts of one, to the score', async () => {
    const seeding = new SeedService(test.graph, new SchemaService(test.graph));
    await test.wipe();
    await seeding.load();
    evidence = new EvidenceService(new EvidenceRepository(test.graph), makeEvidenceRule());
    await addMarket(test.graph, 'kalshi', 'KSAN', ['houthis'], 'Will the Houthis attack a ship in 2026?');
    const scored = scoring('KSAN');
    const tick = async (edit: string, at: number) => {
      if (edit !== '') await test.graph.statement(edit);
      await evidence.refresh(NOON);
      return (await scored(at)).score;
    };
    await store(
      anItem({ id: 'allah', title: 'Ansar Allah attacks a ship', entities: [], at: NOON - HOUR }),
      anItem({ id: 'ville', title: 'Sketchville attacks a ship', entities: [], at: NOON - HOUR }),
    );
    const ofHouthis = "MATCH (h:Entity {id: 'houthis'})";
    const scores = {
      stated: await tick('', 0),
      removed: await tick(
        `${ofHouthis} SET h.aliases = [name IN h.aliases WHERE NOT toLower(name) STARTS WITH 'ansar']`,
        1,
      ),
      putBack: await tick(`${ofHouthis} SET h.aliases = h.aliases + 'Ansar Allah'`, 2),
      deleted: await tick(`${ofHouthis} DETACH DELETE h`, 3),
    };
    const tagsOfDeleted = loadResolver().tag('Houthis and Hamas', 'en');
    await seeding.load(true);
    const typed = {
      country: await tick(
        `${ofHouthis} SET h.aliases = [name IN h.aliases WHERE NOT toLower(name) STARTS WITH 'ansar']
         CREATE (:Entity {id: 'sketchville', name: 'Sketchville', type: 'country'})-[:OPERATES_IN]->(h)`,
        4,
      ),
      group: await tick("MATCH (s:Entity {id: 'sketchville'}) SET s.type = 'militant_group'", 5),
    };
    const theater = () => loadKnownEntities().derive(theatersOf)().get('sketchville');
    const theaters = [theater()];
    await tick("MATCH (s:Entity {id: 'sketchville'}) SET s.theater = 'yemen', s.location = 'nonsense'", 6);
    theaters.push(theater());
    await seeding.load(true);
    await evidence.refresh(NOON);

    expect(scores).toEqual({ stated: 0.2, removed: 0, putBack: 0.2, deleted: 0 });
    expect(tagsOfDeleted).toEqual(['hamas']);
    expect(typed).toEqual({ country: 0, group: 0.2 });
    expect(theaters).toEqual([undefined, 'yemen']);
    expect(loadResolver().tag('Ansar Allah', 'en')).toEqual(['houthis']);
  });

  it('ties an item once, however often it is stored', async () => {
    await track(STRAIT);
    await store(closing());
    await store(closing());

    expect(await links()).toHaveLength(1);
  });

  it('ties the items of the last days to a market that is tracked later, known since then', async () => {
    await store(closing());
    expect(await links()).toEqual([]);
    await track(STRAIT);

    expect(await evidence.refresh(NOON)).toBe(1);
    expect(await evidence.refresh(NOON)).toBe(0);
    expect(await links()).toMatchObject([{ item: 'closing', seen_at: NOON }]);
  });

  it('judges the window anew when the question of a market changes', async () => {
    await track(STRAIT);
    await store(closing());
    await test.graph.statement(`MATCH (m:Market) SET m.question = 'North Korea nuclear test before 2027?'`);
    await evidence.refresh(NOON);

    expect(await links()).toEqual([]);
  });

  it('takes up an edit that makes an item evidence', async () => {
    await track(STRAIT);
    await store(closing({ title: 'Iran marks a holiday', contentHash: 'before' }));
    expect(await links()).toEqual([]);
    await store(closing({ contentHash: 'after', firstSeenAt: NOON }));

    expect(await links()).toMatchObject([{ item: 'closing', seen_at: NOON }]);
  });

  it('recognises a market’s own trade and the twin of its question', async () => {
    await track(STRAIT);
    await store(
      anItem({
        id: 'trade',
        title: '$52,000 bought Yes at 0.21',
        sourceType: 'whale',
        attributes: { exchange: 'kalshi', ticker: 'STRAIT' },
      }),
      anItem({
        id: 'twin',
        title: 'Will the Strait of Hormuz be closed by Iran by end of 2026?',
        sourceType: 'forecaster',
      }),
      anItem({
        id: 'later',
        title: 'Will the Strait of Hormuz be closed by Iran by end of 2028?',
        sourceType: 'forecaster',
      }),
    );

    expect(await links()).toMatchObject([
      { item: 'later', circular: false },
      { item: 'trade', circular: true },
      { item: 'twin', circular: true },
    ]);
    expect(await test.graph.statement('MATCH (i)-[:TWIN_OF]->(m) RETURN i.id AS id', 'READ')).toEqual([{ id: 'twin' }]);
  });

  it('counts a move of the recognised gauge, which touches the entities that its instrument anticipates', async () => {
    await track(STRAIT);
    await store(
      anItem({
        id: 'move',
        title: 'Brent crude up 5.2 % to 91.30',
        sourceType: 'financial',
        entities: ['brent'],
      }),
    );

    expect(await links()).toMatchObject([{ item: 'move', source_type: 'financial' }]);
    const { rows } = await items.list(eventFilter({ entities: ['iran'], sourceType: 'financial' }), 10);
    expect(rows.map(({ item }) => item.id)).toEqual(['move']);
    expect(
      await test.graph.statement(
        `MATCH (:Item)-[t:TOUCHES]->(e) RETURN e.id AS entity, t.by AS by ORDER BY entity`,
        'READ',
      ),
    ).toEqual([
      { entity: 'brent', by: null },
      { entity: 'iran', by: 'leading_indicator_for' },
    ]);
  });

  it('lists the events of a market, newest first, also of one source type and page by page', async () => {
    await track(STRAIT);
    await store(
      ...Array.from({ length: 5 }, (_, n) =>
        closing({ id: `i${n}`, at: NOON - n * HOUR, sourceType: n === 3 ? 'telegram' : 'news' }),
      ),
    );
    const idsOf = async (filter: Parameters<typeof eventFilter>[0], limit = 10) => {
      const { rows, next } = await items.list(eventFilter(filter), limit);
      return { ids: rows.map(({ item }) => item.id), next };
    };
    const market = 'kalshi/STRAIT';

    expect((await idsOf({ market })).ids).toEqual(['i0', 'i1', 'i2', 'i3', 'i4']);
    expect((await idsOf({ market, sourceType: 'telegram' })).ids).toEqual(['i3']);
    expect((await idsOf({ market, entities: ['brent'] })).ids).toEqual([]);
    expect((await idsOf({ market: 'kalshi/NONE' })).ids).toEqual([]);
    const { next } = await idsOf({ market }, 2);
    expect((await idsOf({ market, from: next })).ids).toEqual(['i2', 'i3', 'i4']);
  });

  it('shows near misses that do not count', async () => {
    await track(STRAIT);
    const near = closing({
      id: 'near',
      title: 'Iran begins a naval drill',
      entities: ['iran'],
    });
    await store(closing(), near);
    const scope = evidence.scopeOf('kalshi/STRAIT', STRAIT, null, null);

    const misses = await evidence.nearMisses(scope, NOON - 24 * HOUR, NOON, 5);
    expect(misses.length).toBeGreaterThan(0);
    expect(misses.every(({ paths }) => paths.length > 0)).toBe(true);
    expect(misses.map(({ item }) => item.id)).not.toContain('closing');
  });
});
