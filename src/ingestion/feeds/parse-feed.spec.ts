import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { packagePath } from '../../platform/common/package-root';
import type { ParsedItem } from '../../event-log/item';
import { DEPTH_MAX, ELEMENTS_MAX } from './feed-reader';
import { FEED_BYTES_MAX, parseFeed } from './parse-feed';
import type { FeedHints, ParsedFeed } from './parse-feed';

const folder = packagePath('test', 'fixtures', 'feeds');
const fixture = (name: string): Buffer => readFileSync(`${folder}/${name}`);

const feedOf = (bytes: Buffer | string, hints?: FeedHints): ParsedFeed => {
  const result = parseFeed(Buffer.from(bytes), hints);
  if (result.kind === 'unreadable') throw new Error(result.reason);
  return result;
};

const itemsOf = (bytes: Buffer | string, hints?: FeedHints): readonly ParsedItem[] => feedOf(bytes, hints).items;
const rss = (items: string): string => `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const reasonOf = (bytes: Buffer | string): string => {
  const result = parseFeed(Buffer.from(bytes));
  return result.kind === 'unreadable' ? result.reason : 'readable';
};

describe('parseFeed on the fixtures', () => {
  const expectations = readdirSync(folder).filter((name) => name.endsWith('.expected.json'));

  it.each(expectations)('reads all fields of %s', (name) => {
    const expected = JSON.parse(fixture(name).toString('utf8')) as {
      file: string;
      url?: string;
      items: unknown;
    };

    const items = itemsOf(fixture(expected.file), { url: expected.url });

    expect(
      items.map((item) => ({
        ...item,
        publishedAt: item.publishedAt === null ? null : new Date(item.publishedAt).toISOString(),
      })),
    ).toEqual(expected.items);
  });

  it('returns the metadata of the feed itself', () => {
    expect(feedOf(fixture('rss2.xml'))).toMatchObject({
      title: 'The Harbour Gazette',
      feedLang: 'en',
      charset: 'utf-8',
      truncated: false,
    });
    expect(feedOf(fixture('windows-1251.xml'))).toMatchObject({
      title: 'Новости порта',
      charset: 'windows-1251',
    });
    expect(feedOf(fixture('truncated.xml')).truncated).toBe(true);
  });

  it.each([
    ['entity-bomb.xml', 'it declares entities made of entities'],
    ['page.html', 'it is an HTML page, not a feed'],
  ])('refuses %s: %s', (name, reason) => {
    expect(reasonOf(fixture(name))).toBe(reason);
  });
});

describe('parseFeed and identity', () => {
  const keys = (bytes: Buffer | string): string[] =>
    itemsOf(bytes)
      .map(({ key }) => key)
      .sort();
  const article = (id: number, extra = '', title = `Title ${id}`): string =>
    `<item><title>${title}</title><link>http://www.example.com/news/${id}/${extra}</link></item>`;

  it('keeps the key of an item refetched, reordered, decorated and edited', () => {
    const once = keys(rss(article(1) + article(2)));

    expect(keys(rss(article(2, '?utm_source=x&fbclid=y') + article(1, '#top', 'Edited')))).toEqual(once);
    expect(new Set(once).size).toBe(2);
  });

  it('uses the address where several items have one guid', () => {
    const items = [1, 2].map(
      (id) => `<item><guid>same</guid><title>T${id}</title><link>https://example.com/${id}</link></item>`,
    );

    expect(keys(rss(items.join('')))).toEqual(['url:example.com/1', 'url:example.com/2']);
  });

  it('keeps repetitions in the list, with one key', () => {
    expect(keys(rss(article(1) + article(1)))).toEqual(['url:example.com/news/1', 'url:example.com/news/1']);
  });

  describe('of one page that carries many entries', () => {
    const entry = (title: string, minute: number, link: string, guid = ''): string =>
      `<item><title>${title}</title><link>${link}</link>${guid}<pubDate>Tue, 24 Nov 2026 10:${minute}:00 GMT</pubDate></item>`;
    const keysOf = (items: string, hints?: FeedHints): string[] => itemsOf(rss(items), hints).map(({ key }) => key);
    const live = 'https://harbour.example/live/25-november';

    it.each([
      ['fragments', (n: number) => `${live}#post-${n}`],
      ['a parameter that is decoration elsewhere', (n: number) => `${live}?cid=${n}`],
      ['nothing', () => live],
    ])('distinguishes them by %s', (_, link) => {
      const entries = [11, 12, 13].map((n) => entry(`Report number ${n}`, n, link(n)));

      expect(new Set(keysOf(entries.join(''))).size).toBe(3);
      expect(keysOf(entries.toReversed().join(''))).toEqual(keysOf(entries.join('')).toReversed());
    });

    it('keeps the key of one whose neighbours have left the feed', () => {
      const [first, last] = [entry('Border closed', 11, live), entry('Border open', 12, live)];
      const { items, sharedKeys } = feedOf(rss(first + last));

      expect(keysOf(last, { sharedKeys })).toEqual([items[1]?.key]);
    });

    it('joins an article whose address has new decoration, or whose headline changed', () => {
      const guid = '<guid isPermaLink="false">a-1</guid>';

      expect(new Set(keysOf(entry('One', 11, `${live}?ref=rss`) + entry('One', 11, `${live}?ref=home`))).size).toBe(1);
      expect(new Set(keysOf(entry('One', 11, live, guid) + entry('One, edited', 12, live, guid))).size).toBe(1);
    });
  });

  it('reads the posts that a WordPress site lists', () => {
    const post = {
      id: 7,
      date_gmt: '2026-11-24T10:00:00',
      link: 'https://news.example/2026/11/24/carrier',
      guid: { rendered: 'https://news.example/?p=7' },
      title: { rendered: 'Carrier leaves Norfolk &#8211; again' },
      excerpt: { rendered: '<p>It left.</p>' },
    };

    expect(itemsOf(JSON.stringify([post]))).toMatchObject([
      {
        key: 'url:news.example?p=7',
        title: 'Carrier leaves Norfolk – again',
        url: post.link,
        publishedAt: Date.parse('2026-11-24T10:00:00Z'),
        summary: 'It left.',
      },
    ]);
    expect(reasonOf('[{"code":"rest_forbidden"}]')).toMatch(/no posts/);
  });

  it('identifies an item behind a feed proxy by its original address', () => {
    const proxied = (token: string): string =>
      `<item xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><title>T</title><link>http://feedproxy.google.com/~r/x/~3/${token}/</link><feedburner:origLink>https://example.com/a</feedburner:origLink></item>`;

    expect(keys(rss(proxied('abc')))).toEqual(keys(rss(proxied('def'))));
  });
});

describe('parseFeed and links', () => {
  const feed =
    '<rss><channel><link>/blog</link><item><title>T</title><guid isPermaLink="true">/blog/1</guid></item></channel></rss>';

  it('reads a path against the address of the feed, and without any keeps it only where asked to', () => {
    expect(itemsOf(feed, { url: 'https://example.com/rss' })[0]?.url).toBe('https://example.com/blog/1');
    expect(itemsOf(feed)[0]?.url).toBeNull();
    expect(itemsOf(feed, { keepsRelativeLinks: true })[0]?.url).toBe('/blog/1');
  });
});

describe('parseFeed and its limits', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['prose', 'Service unavailable'],
    ['another document', '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>'],
    ['items without a root', '<item><title>x</title></item>'],
    ['broken JSON', '{"items": ['],
    ['other JSON', '{"error": "not found"}'],
    ['a document type without end', '<!DOCTYPE rss [ <!ENTITY a "'],
  ])('states why %s cannot be read', (_, text) => {
    expect(reasonOf(text)).toMatch(/^it(s| is| has| declares) ./);
  });

  it('refuses documents that are too large, too deep, or too many', () => {
    expect(reasonOf(Buffer.alloc(FEED_BYTES_MAX + 1, 0x20))).toMatch(/larger/);
    expect(reasonOf(`<rss>${'<a>'.repeat(DEPTH_MAX)}`)).toMatch(/deeper/);
    expect(reasonOf(`<rss>${'<a/>'.repeat(ELEMENTS_MAX)}`)).toMatch(/elements/);
    expect(
      reasonOf(
        `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(250)}">]>${rss(`<item><title>${'&a;'.repeat(9999)}</title></item>`)}`,
      ),
    ).toMatch(/expand/);
  });

  it.each([
    ['markup 300 deep', `<description>${'<div>'.repeat(300)}deep${'</div>'.repeat(300)}</description>`],
    ['markup 300 deep that nobody closed', `<description>${'<div>'.repeat(300)}deep</description>`],
    [
      '999 attributes',
      `<description ${Array.from({ length: 999 }, (_, at) => `a${at}="1"`).join(' ')}>deep</description>`,
    ],
    ['10,000 categories', `<description>deep</description>${'<category>c</category>'.repeat(10_000)}`],
    ['a title that never ends', '<description>deep</description><title>'],
    ['a date of the year 0000', '<description>deep</description><pubDate>0000-00-00</pubDate>'],
    ['a bare ampersand', '<description>deep</description><source>A&B < C</source>'],
  ])('keeps every item where one has %s', (_, part) => {
    const item = (at: number, more = '') =>
      `<item><title>T${at}</title><link>https://a.example.com/${at}</link>${more}</item>`;
    const items = itemsOf(rss(item(1) + item(2, part) + item(3)));

    expect(items.map(({ title }) => title)).toEqual(['T1', 'T2', 'T3']);
    expect(items[1]?.summary).toBe('deep');
  });

  it('takes markup in a text deeper than it looks, and a text longer than it needs', () => {
    const [item] = itemsOf(
      rss(`<item><title>T</title><description>&lt;b&gt;${'word &lt;i&gt;'.repeat(9999)}</description></item>`),
    );

    expect(item?.summary).toMatch(/^word word .*…$/);
    expect(item?.summary?.length).toBeLessThanOrEqual(1000);
  });

  it('reads references and characters at any position of a long document', () => {
    for (let padding = 16_300; padding < 16_400; padding += 1) {
      const [item] = itemsOf(rss(`<!--${'x'.repeat(padding)}--><item><title>a &amp;&eacute;😀 b</title></item>`));

      expect(item?.title).toBe('a &é😀 b');
    }
  });

  it('does not read a key of Object as a name', () => {
    expect(
      itemsOf(
        rss(
          '<item><constructor>x</constructor><__proto__>y</__proto__><title toString="1" __proto__="2">T</title></item>',
        ),
      ),
    ).toHaveLength(1);
  });

  it('links to nothing but http and https', () => {
    const links = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://',
      'https://example.com/ok',
    ];
    const items = itemsOf(rss(links.map((link) => `<item><title>T</title><link>${link}</link></item>`).join('')));

    expect(items.map(({ url }) => url)).toEqual([null, null, null, null, 'https://example.com/ok']);
  });
});

describe('parseFeed on anything', () => {
  const sound = (bytes: Uint8Array): void => {
    const result = parseFeed(bytes, { sourceLang: 'en', url: 'https://example.com/rss' });
    if (result.kind === 'unreadable') {
      expect(result.reason).not.toBe('');
      return;
    }
    for (const item of result.items) {
      expect(item.title).toMatch(/^\S.*$/u);
      expect(item.key).not.toBe('');
      if (item.url !== null) expect(item.url).toMatch(/^https?:\/\/\S+$/i);
      if (item.publishedAt !== null) expect(Number.isSafeInteger(item.publishedAt)).toBe(true);
    }
  };
  const documents = readdirSync(folder).map(fixture);
  const fragments = [
    '<item>',
    '</item>',
    '<title>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&amp;',
    '&#x1F600;',
    '&#0;',
    '&',
    '<',
    '"',
    '<link href="',
    '<rss>',
    '</rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<entry>',
    '\ud800',
    '\0',
    '<?xml version="1.0"?>',
    '<!DOCTYPE a [',
    ']>',
    'xml:base="//"',
    '\u202e',
    '{"items":[',
    '}',
  ];

  it('is sound for random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), sound), { numRuns: 300 });
  });

  it('is sound for random markup', () => {
    const markup = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 12 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(markup, (parts) => {
        sound(Buffer.from(parts.join('')));
      }),
      { numRuns: 500 },
    );
  });

  it('is sound for fixtures cut and changed anywhere', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...fragments)), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...documents), edits, fc.nat(), (document, changes, cut) => {
        let bytes = document;
        for (const [at, text] of changes) {
          const place = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(text), bytes.subarray(place + text.length)]);
        }
        sound(bytes.subarray(0, bytes.length - (cut % (bytes.length + 1))));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the items that are complete before a cut', () => {
    const document = rss(
      Array.from(
        { length: 5 },
        (_, id) => `<item><title>T${id}</title><link>https://e.example/${id}</link></item>`,
      ).join(''),
    );
    const whole = itemsOf(document);

    for (let length = 0; length < document.length; length += 1) {
      const result = parseFeed(Buffer.from(document.slice(0, length)));
      if (result.kind === 'feed') {
        expect(whole.slice(0, result.items.length)).toEqual(result.items);
        expect(result.truncated).toBe(true);
      }
    }
  });
});
