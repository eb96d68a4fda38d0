import { itemId, itemKey } from './item-id';

const ITEM = {
  guid: null,
  url: null,
  title: 'Talks resume',
  publishedAt: Date.UTC(2026, 1, 17, 10),
};

describe('itemKey', () => {
  it('is the canonical address of a guid that is an address, whatever the link is', () => {
    const guid = 'https://www.example.com/news/1#0';

    expect(itemKey({ ...ITEM, guid, url: 'https://example.com/news/1?at_medium=rss' })).toBe('url:example.com/news/1');
    expect(itemKey({ ...ITEM, guid: 'https://www.example.com/news/1#3' })).toBe('url:example.com/news/1');
  });

  it('is the guid where it is an identifier of the house', () => {
    expect(itemKey({ ...ITEM, guid: ' 4711\n', url: 'https://example.com/a' })).toBe('guid:4711');
    expect(itemKey({ ...ITEM, guid: 'tag:example.com,2026:1' })).toBe('guid:tag:example.com,2026:1');
  });

  it('passes over a guid that is only the front page', () => {
    expect(itemKey({ ...ITEM, guid: 'https://example.com/', url: 'https://example.com/a' })).toBe('url:example.com/a');
  });

  it('is the address when there is no guid', () => {
    expect(itemKey({ ...ITEM, url: 'http://www.example.com/a/?utm_source=x' })).toBe('url:example.com/a');
  });

  it('is title and day where there is neither, whatever their case and marks', () => {
    const key = itemKey(ITEM);

    expect(key).toMatch(/^text:[0-9a-f]{32}$/);
    expect(itemKey({ ...ITEM, title: '  TALKS  resume! ' })).toBe(key);
    expect(itemKey({ ...ITEM, publishedAt: Date.UTC(2026, 1, 18) })).not.toBe(key);
    expect(itemKey({ ...ITEM, title: 'Talks fail' })).not.toBe(key);
  });

  it('does not change with an edit of title or date where there is an identity', () => {
    const edited = { guid: 'x1', url: 'https://example.com/a', title: 'New', publishedAt: null };

    expect(itemKey(edited)).toBe(itemKey({ ...ITEM, guid: 'x1', url: 'https://example.com/b' }));
  });
});

describe('itemId', () => {
  it('is short, lower-case and safe in an address', () => {
    expect(itemId('news', 'bbc', 'url:example.com/a')).toMatch(/^n-[0-9a-f]{24}$/);
    expect(itemId('telegram', '', 'x')).toMatch(/^t-/);
  });

  it('depends on source type, scope and key, and on nothing else', () => {
    const id = itemId('news', 'bbc', 'k');

    expect(itemId('news', 'bbc', 'k')).toBe(id);
    expect(itemId('news', 'dw', 'k')).not.toBe(id);
    expect(itemId('telegram', 'bbc', 'k')).not.toBe(id);
    expect(itemId('news', 'bbc', 'l')).not.toBe(id);
  });

  it('does not confuse where the scope ends and the key begins', () => {
    expect(itemId('news', 'a', 'b\nc')).not.toBe(itemId('news', 'a\nb', 'c'));
  });
});
