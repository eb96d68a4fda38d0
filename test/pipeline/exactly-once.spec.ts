import { ManualClock } from '../support/manual-clock';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { feedSource, openIngestion, type IngestionWorld } from '../support/ingestion-harness';
import { addEntities, NOON } from '../support/item-builder';
import { rss, serving, UpstreamWorld, type Story } from '../support/upstream-world';

jest.setTimeout(60_000);

describe('the same feed, seen again', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  let ingestion: IngestionWorld;
  let clock: ManualClock;

  const stories: Story[] = [1, 2, 3].map((n) => ({
    guid: `story-${n}`,
    title: `Iran talks, day ${n}`,
    link: `https://daily.example.com/news/${n}`,
    text: `What was said on day ${n}.`,
    at: NOON - n * 3_600_000,
  }));

  beforeAll(async () => {
    test = await openTestGraph();
    world = await UpstreamWorld.open();
  });

  beforeEach(async () => {
    await test.wipe();
    await addEntities(test.graph, [{ id: 'iran', theater: 'iran' }, { id: 'israel' }]);
    clock = new ManualClock(NOON * 1000);
    ingestion = openIngestion({
      graph: test.graph,
      replayUrl: world.url,
      clock,
      sources: [feedSource('daily'), feedSource('daily-world', { family: 'daily' })],
    });
    world.answer('daily.example.com', serving(rss(stories)));
    world.answer('daily-world.example.com', serving(rss([])));
    await ingestion.run();
    clock.advance(600_000_000);
  });

  afterEach(async () => {
    await ingestion.close();
  });

  afterAll(async () => {
    await world.close();
    await test.close();
  });

  const titles = async (): Promise<string[]> => {
    const rows = await test.graph.statement(
      'MATCH (i:Item)-[:TOUCHES]->(:Entity {id: "iran"}) RETURN i.title AS title ORDER BY title',
      'READ',
    );
    return rows.map(({ title }) => String(title));
  };

  const original = stories.map(({ title }) => title);

  it('was stored, linked and dated', async () => {
    expect(await titles()).toEqual(original);
    const [row] = await test.graph.statement(
      'MATCH (i:Item {title: "Iran talks, day 1"}) RETURN i {.at, .published_at, .first_seen_at, .lang, .theater, .source, .url, .summary} AS item',
      'READ',
    );
    expect(row?.item).toEqual({
      at: NOON - 3_600_000,
      published_at: NOON - 3_600_000,
      first_seen_at: NOON,
      lang: 'en',
      theater: 'iran',
      source: 'daily',
      url: 'https://daily.example.com/news/1',
      summary: 'What was said on day 1.',
    });
  });

  it('adds nothing when nothing changed', async () => {
    const summary = await ingestion.run();

    expect(summary.items).toEqual({ seen: 0, new: 0, edited: 0 });
    expect(summary.sources).toMatchObject({ collected: 2, not_modified: 2 });
    expect(await titles()).toEqual(original);
  });

  it('adds nothing when it is reordered', async () => {
    world.answer('daily.example.com', serving(rss([...stories].reverse())));

    expect((await ingestion.run()).items).toEqual({ seen: 3, new: 0, edited: 0 });
    expect(await titles()).toEqual(original);
  });

  it('adds nothing when its addresses are decorated, even without guids', async () => {
    const plain = stories.map(({ title, link, at = NOON }): Story => ({ title, link, at }));
    world.answer('daily.example.com', serving(rss(plain)));
    await ingestion.run();
    const before = await titles();
    const decorated = plain.map((story, n) => ({
      ...story,
      link: `${story.link}?utm_source=rss&utm_campaign=c${n}#top`,
    }));
    world.answer('daily.example.com', serving(rss(decorated)));

    expect((await ingestion.run()).items).toEqual({ seen: 3, new: 0, edited: 0 });
    expect(await titles()).toEqual(before);
  });

  it('keeps an edit and the earlier text', async () => {
    const edited = stories.map((story, n) =>
      n === 0 ? { ...story, title: 'Iran talks broke off; Israel reacts' } : story,
    );
    world.answer('daily.example.com', serving(rss(edited)));

    expect((await ingestion.run()).items).toEqual({ seen: 3, new: 0, edited: 1 });
    expect(await titles()).toEqual(['Iran talks broke off; Israel reacts', 'Iran talks, day 2', 'Iran talks, day 3']);
    const revisions = await test.graph.statement(
      'MATCH (i:Item)-[:WAS]->(v) RETURN v.title AS title, i.first_seen_at AS seen, i.at AS at',
      'READ',
    );
    expect(revisions).toEqual([{ title: 'Iran talks, day 1', seen: NOON, at: NOON - 3_600_000 }]);
  });

  it('stores an item that a second delivery of the same answer repeats once', async () => {
    world.answer('daily.example.com', serving(rss([...stories, ...stories])));

    expect((await ingestion.run()).items).toEqual({ seen: 3, new: 0, edited: 0 });
  });

  it('stores an article once that a sister feed words otherwise, and as its own feed has it', async () => {
    const other = stories.map((story) => ({ ...story, text: 'A sister feed abridges.' }));
    world.answer('daily-world.example.com', serving(rss(other)));

    expect((await ingestion.run()).items).toEqual({ seen: 3, new: 0, edited: 0 });
    const rows = await test.graph.statement(
      'MATCH (i:Item) RETURN DISTINCT i.source AS source, i.revisions AS revisions',
      'READ',
    );
    expect(rows).toEqual([{ source: 'daily', revisions: null }]);
  });

  it('asks conditionally with the last validators of the source', async () => {
    world.answer('daily.example.com', (request, response) => {
      if (request.headers['if-none-match'] === '"v7"') response.writeHead(304).end();
      else serving(rss(stories), { ETag: '"v7"' })(request, response);
    });
    await ingestion.run();

    expect((await ingestion.run()).sources).toMatchObject({ collected: 2, not_modified: 2 });
    expect(world.requests.filter(({ host }) => host === 'daily.example.com').at(-1)?.headers['if-none-match']).toBe(
      '"v7"',
    );
  });

  it('leaves an item without a time when its own date cannot be true', async () => {
    const now = Math.floor(clock.nowMicros() / 1000);
    world.answer(
      'daily.example.com',
      serving(
        rss([
          { title: 'Iran tomorrow', link: 'https://daily.example.com/t', at: now + 86_400_000 },
          { title: 'Iran long ago', link: 'https://daily.example.com/l', at: 0 },
          { title: 'Iran soon', link: 'https://daily.example.com/s', at: now + 60_000 },
          { title: 'Iran undated', link: 'https://daily.example.com/u' },
        ]),
      ),
    );

    const summary = await ingestion.run();

    expect(summary.warnings).toEqual([
      { source: 'daily', warning: 'Dates in the future or before 1990, not believed: 1' },
    ]);
    const rows = await test.graph.statement(
      `MATCH (i:Item) WHERE i.first_seen_at = ${now} RETURN i.title AS title, i.at AS at, i.published_at AS published ORDER BY title`,
      'READ',
    );
    expect(rows).toEqual([
      { title: 'Iran long ago', at: 0, published: null },
      { title: 'Iran soon', at: now, published: now + 60_000 },
      { title: 'Iran tomorrow', at: 0, published: null },
      { title: 'Iran undated', at: 0, published: null },
    ]);
  });
});
