import fc from 'fast-check';
import { eventFilter } from '../../src/event-log/event-filter';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { itemProperties } from '../../src/event-log/item-rows';
import { ItemRepository } from '../../src/event-log/item.repository';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';

const MINUTE = 60_000;
const ENTITIES = ['iran', 'israel', 'oil', 'sudan'];

jest.setTimeout(120_000);

describe('the event log', () => {
  let test: TestGraph;
  let log: EventLogService;
  let items: ItemRepository;

  beforeAll(async () => {
    test = await openTestGraph();
    log = new EventLogService(test.graph);
    items = new ItemRepository(test.graph);
  });
  beforeEach(async () => {
    await test.wipe();
    await addEntities(
      test.graph,
      ENTITIES.map((id) => ({ id })),
    );
  });
  afterAll(() => test.close());

  const ids = async (asked: Parameters<typeof eventFilter>[0], limit = 50): Promise<string[]> =>
    (await items.list(eventFilter(asked), limit)).rows.map(({ item }) => item.id);

  const one = async (text: string): Promise<Record<string, unknown>> =>
    (await test.graph.statement(text, 'READ'))[0] ?? {};

  const cluster = (id: string, entities: readonly string[]) =>
    test.graph.statement(
      `CREATE (c:Cluster {id: '${id}'}) WITH c UNWIND ${JSON.stringify(entities)} AS id
       MATCH (e:Entity {id: id}) CREATE (c)-[:INCLUDES]->(e)`,
    );

  describe('appending', () => {
    it('stores each item once, however often it is given', async () => {
      const batch = [anItem({ id: 'a' }), anItem({ id: 'b' }), anItem({ id: 'a' })];

      expect(await log.append(batch)).toEqual({
        newIds: ['a', 'b'],
        editedIds: [],
        unchanged: 0,
      });
      expect(await log.append(batch)).toEqual({ newIds: [], editedIds: [], unchanged: 2 });

      expect(
        await one(
          'MATCH (i:Item) OPTIONAL MATCH (i)-[t:TOUCHES]->() RETURN count(DISTINCT i) AS items, count(t) AS links',
        ),
      ).toEqual({ items: 2, links: 2 });
    });

    it('counts an item once per cluster and hour, and not again when it comes back', async () => {
      await cluster('gulf', ['iran', 'oil']);
      await cluster('levant', ['israel']);
      const batch = [
        anItem({ id: 'a', entities: ['iran', 'oil'] }),
        anItem({ id: 'b', entities: ['iran', 'israel'], at: NOON + 59 * MINUTE }),
        anItem({ id: 'c', entities: ['oil'], at: NOON + 60 * MINUTE }),
      ];

      await log.append(batch);
      await log.append(batch);

      const tallies = await test.graph.statement(
        'MATCH (t:Tally) RETURN t.cluster AS cluster, t.hour AS hour, t.n AS n ORDER BY cluster, hour',
        'READ',
      );
      const hour = NOON / 3_600_000;
      expect(tallies).toEqual([
        { cluster: 'gulf', hour, n: 2 },
        { cluster: 'gulf', hour: hour + 1, n: 1 },
        { cluster: 'levant', hour, n: 1 },
      ]);
    });

    it('keeps the story, its earliest report as its origin, and the copies per source', async () => {
      await log.append([anItem({ id: 'late', story: 's', family: 'x', source: 'x', at: NOON })]);
      await log.append([
        anItem({ id: 'early', story: 's', family: 'y', source: 'y', at: NOON - MINUTE }),
        anItem({ id: 'last', story: 's', family: 'z', source: 'z', at: NOON + MINUTE }),
      ]);

      const row = await items.get('late', NOON * 2);
      expect(row?.story).toEqual({ id: 's', origin_item: 'early', origin_family: 'y', reports: 3 });
      expect(row?.copies.map(({ id }) => id)).toEqual(['early', 'last']);
      expect(
        await test.graph.statement(
          'MATCH (d:SourceDay) RETURN d.source AS source, d.items AS items, d.copies AS copies ORDER BY source',
          'READ',
        ),
      ).toEqual([
        { source: 'x', items: 1, copies: 0 },
        { source: 'y', items: 1, copies: 0 },
        { source: 'z', items: 1, copies: 1 },
      ]);
    });

    it('stores all that an item states, and nothing where it states nothing', async () => {
      const whale = anItem({
        id: 'w',
        sourceType: 'whale',
        summary: 'A large purchase.',
        publisher: 'Exchange',
        attributes: { exchange: 'kalshi', ticker: 'M1', usd: 20_000, share: 0.5, open: true },
      });
      const bare = anItem({ id: 'b', publishedAt: null, lang: null, url: null, theater: null });
      await log.append([whale, bare]);

      for (const item of [whale, bare]) {
        const stated = Object.entries(itemProperties(item)).filter(([, value]) => value !== null);
        expect(await one(`MATCH (i:Item {id: '${item.id}'}) RETURN i {.*, time: null} AS properties`)).toEqual({
          properties: { ...Object.fromEntries(stated), time: null },
        });
      }
    });

    it('leaves out a link to an entity that the graph does not hold, and stores the item', async () => {
      await log.append([anItem({ id: 'a', entities: ['atlantis', 'iran'] })]);

      expect((await items.get('a', NOON * 2))?.entities).toEqual(['iran']);
    });

    it('stores the same with eight writers as with one', async () => {
      await cluster('gulf', ['iran', 'oil']);
      const batch = Array.from({ length: 400 }, (_, n) =>
        anItem({ id: `i${n}`, entities: ['iran', 'oil'], story: `s${n % 7}`, at: NOON + n }),
      );

      await Promise.all(Array.from({ length: 8 }, (_, n) => log.append([...batch.slice(n * 50), ...batch])));

      expect(await one('MATCH (i:Item) RETURN count(i) AS n')).toEqual({ n: 400 });
      expect(await one('MATCH ()-[t:TOUCHES]->() RETURN count(t) AS n')).toEqual({ n: 800 });
      expect(await one('MATCH (t:Tally) RETURN sum(t.n) AS n')).toEqual({ n: 400 });
      expect(await one('MATCH (d:EntityDay) RETURN sum(d.n) AS n')).toEqual({ n: 800 });
      expect(await one('MATCH (s:Story)<-[r:REPORTS]-() RETURN count(r) AS n')).toEqual({ n: 400 });
    });
  });

  describe('editing', () => {
    const first = anItem({ id: 'a', title: 'Blast reported', entities: ['iran'], at: NOON });
    const second = anItem({
      id: 'a',
      title: 'Blast reported near oil terminal',
      summary: 'Officials confirm.',
      entities: ['iran', 'oil'],
      at: NOON,
      firstSeenAt: NOON + 10 * MINUTE,
    });

    it('stores the new text, and answers with the old one for an earlier instant', async () => {
      await log.append([first]);
      expect(await log.append([second])).toEqual({ newIds: [], editedIds: ['a'], unchanged: 0 });

      const now = await items.get('a', NOON + 11 * MINUTE);
      const then = await items.get('a', NOON + 9 * MINUTE);
      expect(now).toMatchObject({
        item: { title: second.title, summary: 'Officials confirm.', first_seen_at: NOON + 1_000 },
        entities: ['iran', 'oil'],
      });
      expect(then).toMatchObject({ item: { title: first.title }, entities: ['iran'] });
      expect(then?.item.summary).toBeUndefined();
      expect(await items.get('a', NOON)).toBeNull();
    });

    it('lists an item under an entity from the edit on that named it', async () => {
      await log.append([first]);
      await log.append([second]);

      expect(await ids({ entities: ['oil'] })).toEqual(['a']);
      expect(await ids({ entities: ['oil'], asOf: NOON + 9 * MINUTE })).toEqual([]);
      expect(await ids({ entities: ['iran'], asOf: NOON + 9 * MINUTE })).toEqual(['a']);
    });

    it('counts an edited item only in clusters that it did not belong to', async () => {
      await cluster('gulf', ['iran']);
      await cluster('markets', ['oil', 'iran']);
      await cluster('energy', ['oil']);
      await log.append([first]);
      await log.append([second]);
      await log.append([second]);

      expect(await test.graph.statement('MATCH (t:Tally) RETURN t.cluster AS c, t.n AS n ORDER BY c', 'READ')).toEqual([
        { c: 'energy', n: 1 },
        { c: 'gulf', n: 1 },
        { c: 'markets', n: 1 },
      ]);
    });

    it('links an item once when several writers edit it at the same time', async () => {
      await log.append([first]);
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => log.append([{ ...second, title: `Blast ${n}`, contentHash: `hash-${n}` }])),
      );

      expect(
        await test.graph.statement(
          'MATCH (:Item {id: "a"})-[t:TOUCHES]->() RETURN t.entity AS entity, count(t) AS n ORDER BY entity',
          'READ',
        ),
      ).toEqual([
        { entity: 'iran', n: 1 },
        { entity: 'oil', n: 1 },
      ]);
    });

    it('keeps every version in turn', async () => {
      for (const [step, title] of ['one', 'two', 'three'].entries())
        await log.append([anItem({ id: 'a', title, firstSeenAt: NOON + step * MINUTE })]);

      const titles = await Promise.all(
        [0, 1, 2].map(async (step) => (await items.get('a', NOON + step * MINUTE + 1))?.item.title),
      );
      expect(titles).toEqual(['one', 'two', 'three']);
    });

    it('stops taking edits of an item that its source rewrites without end', async () => {
      for (let n = 0; n < 105; n += 1) await log.append([anItem({ id: 'a', title: `v${n}`, firstSeenAt: NOON + n })]);

      expect(await one('MATCH (v:Revision) RETURN count(v) AS n')).toEqual({ n: 100 });
    });
  });

  describe('listing', () => {
    it('is newest first, in a total order, page by page without gap or repeat', async () => {
      const batch = Array.from({ length: 23 }, (_, n) =>
        anItem({ id: `i${String(n).padStart(2, '0')}`, at: NOON + Math.floor(n / 5) * 1_000 }),
      );
      await log.append(batch);

      const seen: string[] = [];
      let from = null;
      do {
        const page = await items.list(eventFilter({ entities: ['iran'], from }), 4);
        seen.push(...page.rows.map(({ item }) => item.id));
        from = page.next;
        // New items are newer than the page or older than its rows, so no row moves.
        if (seen.length === 8) await log.append([anItem({ id: 'new', at: NOON + MINUTE })]);
      } while (from !== null);

      expect(seen).toEqual(batch.map(({ id }) => id).reverse());
    });

    it('includes since and excludes until, to the millisecond', async () => {
      await log.append([-1, 0, 1].map((ms) => anItem({ id: `i${ms}`, at: NOON + ms })));

      expect(await ids({ since: NOON })).toEqual(['i1', 'i0']);
      expect(await ids({ until: NOON })).toEqual(['i-1']);
      expect(await ids({ since: NOON, until: NOON + 1, entities: ['iran'] })).toEqual(['i0']);
    });

    it('excludes items that arrived after the instant asked about', async () => {
      await log.append([
        anItem({ id: 'seen', at: NOON }),
        anItem({ id: 'late', at: NOON - MINUTE, firstSeenAt: NOON + MINUTE }),
      ]);

      expect(await ids({ asOf: NOON + 2_000 })).toEqual(['seen']);
      expect(await ids({ asOf: NOON + MINUTE })).toEqual(['seen', 'late']);
    });

    it('answers every combination of filters as a plain filter over all items does', async () => {
      const languages = ['fa', 'en', null];
      const world = fc.array(
        fc.record({
          minute: fc.integer({ min: 0, max: 6 }),
          entities: fc.uniqueArray(fc.constantFrom(...ENTITIES), { maxLength: 3 }),
          sourceType: fc.constantFrom('news' as const, 'whale' as const),
          lang: fc.constantFrom(...languages),
          category: fc.constantFrom('x', 'y'),
          theater: fc.constantFrom('iran' as const, 'sahel' as const, null),
          title: fc.constantFrom('Strike on port', 'Port calm', 'Ураган'),
        }),
        { minLength: 1, maxLength: 40 },
      );
      const question = fc.record(
        {
          entities: fc.uniqueArray(fc.constantFrom(...ENTITIES), { maxLength: 2 }),
          sourceType: fc.constantFrom('news' as const, 'whale' as const),
          lang: fc.constantFrom('fa', 'en'),
          category: fc.constantFrom('x', 'y'),
          theater: fc.constantFrom('iran' as const, 'sahel' as const),
          q: fc.constantFrom('port', 'strike port', 'ураганом'),
          since: fc.constant(NOON + 2 * MINUTE),
          until: fc.constant(NOON + 5 * MINUTE),
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(world, fc.array(question, { minLength: 5, maxLength: 5 }), async (rows, questions) => {
          await test.graph.statement('MATCH (i:Item) DETACH DELETE i');
          const stored = rows.map(({ minute, entities, ...row }, n) =>
            anItem({
              ...row,
              id: `i${n}`,
              at: NOON + minute * MINUTE,
              entities: [...entities].sort(),
            }),
          );
          await log.append(stored);
          for (const asked of questions) expect(await ids(asked, 100)).toEqual(expected(stored, asked));
        }),
        { numRuns: 12 },
      );
    });

    const expected = (stored: readonly NewItem[], asked: Parameters<typeof eventFilter>[0]): string[] => {
      const words: Record<string, RegExp[]> = {
        port: [/port/i],
        'strike port': [/strike/i, /port/i],
        ураганом: [/ураган/i],
      };
      return stored
        .filter(
          (item) =>
            (asked.entities ?? []).every((id) => item.entities.includes(id)) &&
            (asked.sourceType === undefined || item.sourceType === asked.sourceType) &&
            (asked.lang === undefined || item.lang === asked.lang) &&
            (asked.category === undefined || item.category === asked.category) &&
            (asked.theater === undefined || item.theater === asked.theater) &&
            (asked.q === undefined || words[asked.q]!.every((word) => word.test(item.title))) &&
            item.at >= (asked.since ?? 0) &&
            item.at < (asked.until ?? Infinity),
        )
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
    };

    it('continues after the entries read when a filter passes few of many', async () => {
      await log.append(
        Array.from({ length: 450 }, (_, n) =>
          anItem({ id: `i${n}`, at: NOON + n, entities: [], lang: n % 90 === 0 ? 'fa' : 'en' }),
        ),
      );
      const pages: string[][] = [];
      let from = null;
      do {
        const filter = eventFilter({ lang: 'fa', category: 'iranian_media', from });
        const page = await items.list(filter, 3, 200);
        pages.push(page.rows.map(({ item }) => item.id));
        from = page.next;
      } while (from !== null);

      expect(pages.flat()).toEqual(['i360', 'i270', 'i180', 'i90', 'i0']);
      expect(pages[0]).toHaveLength(2);
    });
  });

  describe('full text', () => {
    it('finds items in every script by the words that readers write', async () => {
      const titles: Record<string, string> = {
        en: 'Iran’s navy sails through the strait',
        fa: 'ایران آزمایش موشکی انجام داد',
        ar: 'وقالت إيران إن العراق',
        he: 'תקיפה בלבנון ובישראל',
        ru: 'Удар по Израилю отражён',
        uk: 'Обстріл Слов’янська',
        tr: 'Türkiye’de deprem',
        zh: '伊朗与以色列交火',
        fr: 'L’Iran dément',
      };
      await log.append(Object.entries(titles).map(([lang, title]) => anItem({ id: lang, lang, title })));

      expect((await ids({ q: 'iran' })).sort()).toEqual(['en', 'fr']);
      expect((await ids({ q: 'إيران' })).sort()).toEqual(['ar', 'fa']);
      expect(await ids({ q: 'ישראל' })).toEqual(['he']);
      expect(await ids({ q: 'израиль' })).toEqual(['ru']);
      expect(await ids({ q: "Слов'янськ" })).toEqual(['uk']);
      expect(await ids({ q: 'türkiye' })).toEqual(['tr']);
      expect(await ids({ q: '以色列' })).toEqual(['zh']);
      expect(await ids({ q: '"navy sails"' })).toEqual(['en']);
      expect(await ids({ q: '"sails navy"' })).toEqual([]);
    });

    it('pages through a common word by the log and through a rare one by the index, in one order', async () => {
      await log.append(
        Array.from({ length: 1_500 }, (_, n) =>
          anItem({ id: `i${n}`, at: NOON + n, title: n % 300 === 0 ? 'common rare' : 'common' }),
        ),
      );

      expect(await ids({ q: 'common' }, 3)).toEqual(['i1499', 'i1498', 'i1497']);
      expect(await ids({ q: 'rare' }, 3)).toEqual(['i1200', 'i900', 'i600']);
      expect(await ids({ q: 'rare common', until: NOON + 900 }, 3)).toEqual(['i600', 'i300', 'i0']);
    });

    it('reads the syntax of the index as text', async () => {
      await log.append([anItem({ id: 'a', title: 'AND OR NOT title' })]);

      for (const q of ['title:x', 'a AND (', '*', '~"', 'OR OR', '\\', '+-&&||!{}[]^"'])
        await expect(items.list(eventFilter({ q }), 5)).resolves.toBeDefined();
      expect(await ids({ q: 'AND NOT' })).toEqual(['a']);
    });
  });
});
