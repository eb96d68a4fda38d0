import { parseTweets } from './parse-tweets';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const tweet = (changes: Record<string, unknown> = {}) => ({
  id: '1900000000000000001',
  text: 'Sirens in the north &amp; west\nof the country',
  author_id: '5',
  lang: 'en',
  created_at: '2026-11-02T05:00:00.000Z',
  public_metrics: { retweet_count: 12, like_count: 3 },
  ...changes,
});

const INCLUDES = {
  users: [
    { id: '5', username: 'newsdesk' },
    { id: '6', username: 'origin' },
  ],
  tweets: [{ id: '77', text: 'The whole text of the first post', author_id: '6' }],
};

describe('parseTweets', () => {
  it('reads a page of the API', () => {
    const page = parseTweets(
      json({ data: [tweet()], includes: INCLUDES, meta: { next_token: 'n1', result_count: 1 } }),
    );

    expect(page.nextToken).toBe('n1');
    expect(page.items).toEqual([
      {
        key: 'x:1900000000000000001',
        title: 'Sirens in the north & west of the country',
        url: 'https://x.com/newsdesk/status/1900000000000000001',
        publishedAt: Date.parse('2026-11-02T05:00:00Z'),
        lang: 'en',
        summary: 'Sirens in the north & west of the country',
        publisher: null,
        attributes: { author: 'newsdesk', reposts: 12, likes: 3 },
      },
    ]);
  });

  it('credits a repost to its author with its full text', () => {
    const [item] = parseTweets(
      json({
        data: tweet({
          text: 'RT @origin: The whole te…',
          referenced_tweets: [{ type: 'retweeted', id: '77' }],
        }),
        includes: INCLUDES,
      }),
    ).items;

    expect(item).toMatchObject({
      publisher: '@origin',
      summary: 'The whole text of the first post',
      attributes: { repost: true },
    });
  });

  it('keeps the identity of a post through edits', () => {
    const [item] = parseTweets(json({ data: [tweet({ id: '9', edit_history_tweet_ids: ['7', '9'] })] })).items;

    expect(item?.key).toBe('x:7');
  });

  it('reads the full text of a long post', () => {
    const [item] = parseTweets(json({ data: [tweet({ note_tweet: { text: 'a much longer text' } })] })).items;

    expect(item?.summary).toBe('a much longer text');
  });

  it.each([
    ['und', null],
    ['qme', null],
    ['iw', 'he'],
    ['zh-TW', 'zh'],
    [undefined, null],
  ])('reads language %s as %s', (lang, expected) => {
    expect(parseTweets(json([tweet({ lang })])).items[0]?.lang).toBe(expected);
  });

  it('reads JSON Lines, also of a stream that was cut short', () => {
    const page = parseTweets(Buffer.from(`${JSON.stringify({ data: tweet() })}\n{"data": {"id": "19`));

    expect([page.items.length, page.warnings.length]).toEqual([1, 1]);
  });

  it('accepts an empty answer', () => {
    expect(parseTweets(json({ meta: { result_count: 0 } })).items).toEqual([]);
  });

  it.each([
    [{ errors: [{ title: 'Not Found', detail: 'Could not find user' }] }, /Could not find user/],
    [{ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }, /Unauthorized/],
    [{ data: { id: '5', username: 'newsdesk' } }, /No posts/],
  ])('refuses %j', (document, reason) => {
    expect(() => parseTweets(json(document))).toThrow(reason);
  });

  it('has the same identity for a post from a bridge and from the API', () => {
    const rss = `<rss version="2.0"><channel><title>X</title><item><title>RT by @newsdesk: Text</title>
      <link>https://bridge.example/origin/status/1900000000000000001#m</link><pubDate>Mon, 02 Nov 2026 05:00:00 GMT</pubDate></item></channel></rss>`;

    expect(parseTweets(Buffer.from(rss)).items).toMatchObject([
      {
        key: 'x:1900000000000000001',
        publishedAt: Date.parse('2026-11-02T05:00:00Z'),
        attributes: { author: 'origin', repost: true },
      },
    ]);
  });
});
