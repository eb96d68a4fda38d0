import { FeedParserPool } from '../../src/ingestion/feeds/feed-parser.pool';
import { rss } from '../support/upstream-world';

const story = (n: number) => ({ title: `Report number ${n} of a long night`, link: `https://a.example.com/${n}` });
const SMALL = Buffer.from(rss([story(1)]));
const LARGE = Buffer.from(rss(Array.from({ length: 9_000 }, (_, n) => story(n))));

const never = new AbortController().signal;

describe('FeedParserPool', () => {
  it('says of a document whose turn was over before a thread was free that it was not read', async () => {
    const pool = new FeedParserPool(30_000);
    const turn = new AbortController();
    const read = [1, 2].map((n) => pool.parse(LARGE, {}, { source: `s${n}`, signal: never }));
    const waiting = pool.parse(SMALL, {}, { source: 'late', signal: turn.signal });
    turn.abort();

    await expect(waiting).rejects.toThrow('Not read: busy');
    expect((await Promise.all(read)).map(({ kind }) => kind)).toEqual(['feed', 'feed']);
    await pool.onApplicationShutdown();
  });

  it('parses whom it had to end before after the others, and the others are not blamed for the queue', async () => {
    const pool = new FeedParserPool(60, 1);
    const order: string[] = [];
    const parse = async (bytes: Buffer, source: string): Promise<void> => {
      const said = await pool.parse(bytes, {}, { source, signal: never }).then(
        () => 'read',
        (error: unknown) => (error as Error).message,
      );
      order.push(`${source}: ${said}`);
    };
    await parse(LARGE, 'slow');
    const overran = 'The document cannot be parsed within 0.06 s';
    expect(order).toEqual([`slow: ${overran}`]);

    await Promise.all([parse(LARGE, 'b'), parse(LARGE, 'slow'), parse(SMALL, 'honest')]);

    expect(order.slice(2)).toEqual(['honest: read', `slow: ${overran}`]);
    await pool.onApplicationShutdown();
  });
});
