import { replayUrl } from './upstream.client';

describe('replayUrl', () => {
  it.each([
    ['https://example.org/rss?a=1&b=%20', 'http://127.0.0.1:4000/https/example.org/rss?a=1&b=%20'],
    ['http://example.org:443/#top', 'http://127.0.0.1:4000/http/example.org:443/'],
    ['https://example.org', 'http://127.0.0.1:4000/https/example.org/'],
  ])('sends %s to %s', (url, expected) => {
    expect(replayUrl(new URL(url), 'http://127.0.0.1:4000/')).toBe(expected);
  });
});
