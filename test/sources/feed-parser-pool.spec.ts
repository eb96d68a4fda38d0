import { FeedParserPool } from '../../src/ingestion/feeds/feed-parser.pool';
import { rss } from '../support/upstream-world';

const story = (n: number) => ({ title: `Report number ${n} of a long night`, link: `https://a.example.com/${n}` });
const SMALL = Buffer.from(rss([story(1)]));
const LARGE = Buffer.from(rss(Array.from({ length: 9_000 }, (_, n) => story(n))));

const never = new AbortController().signal;

describe('FeedParserPool', () => {
  it('reports a document whose turn ended before a thread was free as not read', async () => {
    const pool = new FeedParserPool({ deadlineMs: 30_000, threads: 2 });
    const turn = new AbortController();
    const read = [1, 2].map((n) => pool.parse(LARGE, {}, { source: `s${n}`, signal: never }));
    const waiting = pool.parse(SMALL, {}, { source: 'late', signal: turn.signal });
    turn.abort();

    await expect(waiting).rejects.toThrow('Not read: busy');
    expect((await Promise.all(read)).map(({ kind }) => kind)).toEqual(['feed', 'feed']);
    await pool.onApplicationShutdown();
  });

  it('parses whom it had to end before after the others, and the others are not blamed for the queue', async () => {
    // First shorter than any thread needs for the large feed, then longer: the result must not depend on the machine.
    const limits = { deadlineMs: 5, threads: 1 };
    const pool = new FeedParserPool(limits);
    const order: string[] = [];
    const parse = async (bytes: Buffer, source: string): Promise<void> => {
      await pool.parse(bytes, {}, { source, signal: never });
      order.push(source);
    };
    await expect(parse(LARGE, 'slow')).rejects.toThrow('The document cannot be parsed within 0.005 s');
    limits.deadlineMs = 30_000;

    await Promise.all([parse(LARGE, 'busy'), parse(LARGE, 'slow'), parse(SMALL, 'honest')]);

    expect(order).toEqual(['busy', 'honest', 'slow']);
    await pool.onApplicationShutdown();
  });
});
