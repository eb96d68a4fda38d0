import { UnreadableError } from '../../src/platform/common/foreign-json';
import { parseTweets } from '../../src/ingestion/twitter/parse-tweets';
import { readCapture, readCaptureLines } from './captured';

describe('parseTweets on captured answers', () => {
  const captured = (file: string) => parseTweets(readCapture('payloads', 'twitter', file)).items;

  it.each([
    ['v2-academic-data-de.json', 25],
    ['v2-pytwitter-search_tweets_query.json', 4],
    ['v2-pytwitter-timeline_tweets.json', 5],
    ['v2-pytwitter-tweets_resp.json', 2],
    ['v2-twarc-brexit.jsonl', 100],
    ['v2-twarc-cashtags.jsonl', 1],
    ['v2-twarc-geo_tweets.jsonl', 2],
    ['v2-twarc-mentions_tweet.jsonl', 1],
    ['v2-twarc-streaming_output_with_error.jsonl', 7],
    ['v2-twarc-verified_type.jsonl', 1],
    ['v2-twittered-tweet_list_v2_example.json', 3],
    ['v2-twittered-tweet_stream_example.json', 1],
    ['nitter-lawnchair-2022.rss', 20],
    ['nitter-mix-trending-2026.xml', 10],
  ])('finds every post of %s', (file, count) => {
    expect(captured(file)).toHaveLength(count);
  });

  it('agrees with the payload in id, time and language', () => {
    const [page] = readCaptureLines<any>('payloads', 'twitter', 'v2-twarc-brexit.jsonl');

    captured('v2-twarc-brexit.jsonl').forEach((item, index) => {
      const row = page.data[index];
      expect(item.key).toBe(`x:${row.id}`);
      expect(item.publishedAt).toBe(Date.parse(row.created_at));
      expect(item.lang).toBe(row.lang === 'und' ? null : row.lang);
    });
  });

  it.each(['v2-twarc-counts.jsonl', 'v2-academic-users-de.json', 'v2-twittered-user_example_v2.json'])(
    'refuses %s, which holds no posts',
    (file) => {
      expect(() => captured(file)).toThrow(UnreadableError);
    },
  );
});
