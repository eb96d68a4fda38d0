import { readFileSync } from 'node:fs';
import { packagePath } from '../../common/package-root';
import { feedItemsForCli } from './feed-lines';

const fixture = (name: string): Buffer =>
  readFileSync(packagePath('test', 'fixtures', 'feeds', name));

describe('feedItemsForCli', () => {
  it('gives one record per item in document order, with UTC instants', () => {
    const output = feedItemsForCli(fixture('rss1.rdf'));

    expect(output).toEqual({
      kind: 'lines',
      lines: [
        {
          id: expect.stringMatching(/^n-[0-9a-f]{24}$/),
          title: 'Gespräche über den Hafen gehen weiter',
          url: 'https://rdf.example/1?from=rss',
          published_at: '2026-02-17T10:20:00Z',
          lang: 'de',
          summary: 'Kurzer Text.',
          publisher: null,
        },
        {
          id: expect.stringMatching(/^n-[0-9a-f]{24}$/),
          title: 'Zweite Meldung über die Lage im Süden',
          url: 'https://rdf.example/2',
          published_at: null,
          lang: 'de',
          summary: null,
          publisher: null,
        },
      ],
    });
  });

  it('gives the same ids for the same bytes, and says why a page is no feed', () => {
    expect(feedItemsForCli(fixture('atom10.atom'))).toEqual(
      feedItemsForCli(fixture('atom10.atom')),
    );
    expect(feedItemsForCli(fixture('page.html'))).toEqual({
      kind: 'unreadable',
      reason: 'it is an HTML page, not a feed',
    });
  });

  it('keeps a path where nothing says against which address it stands', () => {
    const feed =
      '<rss><channel><link>/blog</link><item><title>T</title><guid isPermaLink="true">/blog/1</guid></item></channel></rss>';
    const output = feedItemsForCli(Buffer.from(feed));

    expect(output).toMatchObject({ lines: [{ url: '/blog/1' }] });
  });
});
