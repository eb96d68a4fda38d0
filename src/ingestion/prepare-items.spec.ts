import type { ParsedItem } from '../event-log/item';
import { itemId } from '../event-log/item-id';
import { believableDate, prepareItems, underKnownKeys, type Tagger } from './prepare-items';
import type { Source } from './source';

const NOW = Date.UTC(2026, 4, 7, 12);
const MINUTE = 60_000;

const SOURCE: Source = {
  id: 'daily',
  kind: 'feed',
  sourceType: 'news',
  category: 'english_media',
  name: 'Daily',
  url: null,
  lang: 'en',
  theater: 'israel',
  family: 'daily-group',
  staleAfterHours: 48,
  settings: {},
};

const TAGGER: Tagger = {
  tag: ({ title }) => ({
    lang: 'en',
    family: title.includes('Reuters') ? 'reuters' : 'daily-group',
    entities: ['iran'],
    theater: title.includes('Iran') ? 'iran' : null,
  }),
};

const parsed = (given: Partial<ParsedItem>): ParsedItem => ({
  key: 'k',
  title: 'Talks',
  url: 'https://example.org/a',
  publishedAt: NOW - MINUTE,
  lang: null,
  summary: null,
  publisher: null,
  attributes: {},
  ...given,
});

const prepareOne = async (given: Partial<ParsedItem>) => {
  const { items } = await prepareItems([parsed(given)], SOURCE, TAGGER, NOW);
  return items[0];
};

describe('contentHash', () => {
  it('distinguishes a changed fact from a running counter', async () => {
    const hashOf = async (attributes: ParsedItem['attributes']) => (await prepareOne({ attributes }))?.contentHash;
    const first = await hashOf({ magnitude: 5.1, status: 'automatic', updated_at: 1, views: 10 });

    expect(await hashOf({ views: 900, updated_at: 2, status: 'automatic', magnitude: 5.1 })).toBe(first);
    expect(await hashOf({ magnitude: 5.1, status: 'deleted', updated_at: 1, views: 10 })).not.toBe(first);
    expect(await hashOf({ magnitude: 5.3, status: 'automatic', updated_at: 1, views: 10 })).not.toBe(first);
  });
});

describe('underKnownKeys', () => {
  const renamed = parsed({ key: 'seismic:b', formerKeys: ['seismic:a', 'seismic:c'] });
  const idOf = (key: string): string => itemId(SOURCE.sourceType, SOURCE.family, key);

  it.each([
    ['a former key that is stored', ['seismic:a'], 'seismic:a'],
    ['its own where that is stored', ['seismic:a', 'seismic:b'], 'seismic:b'],
    ['its own where none is', [], 'seismic:b'],
  ])('keeps %s', async (_, stored, key) => {
    const [item] = await underKnownKeys([renamed], SOURCE, () => Promise.resolve(new Set(stored.map(idOf))));

    expect(item?.key).toBe(key);
  });

  it.each([
    ['under its own key', ['seismic:b'], ['seismic:b', 'seismic:other']],
    ['under a former key', ['seismic:c'], ['seismic:c', 'seismic:other']],
    ['not at all', [], ['seismic:other']],
  ])('keeps revisions only of items in the log: %s', async (_, stored, keys) => {
    const items = [{ ...renamed, revisesOnly: true }, parsed({ key: 'seismic:other' })];
    const kept = await underKnownKeys(items, SOURCE, () => Promise.resolve(new Set(stored.map(idOf))));

    expect(kept.map(({ key }) => key)).toEqual(keys);
  });
});

describe('believableDate', () => {
  it.each([
    ['none', null, null],
    ['an ordinary one', NOW - MINUTE, NOW - MINUTE],
    ['a little ahead: clocks differ', NOW + 15 * MINUTE, NOW + 15 * MINUTE],
    ['further ahead', NOW + 15 * MINUTE + 1, null],
    ['the first that counts', Date.UTC(1990, 0, 1), Date.UTC(1990, 0, 1)],
    ['older than the web', Date.UTC(1990, 0, 1) - 1, null],
  ])('takes %s', (_, date, expected) => {
    expect(believableDate(date, NOW)).toBe(expected);
  });
});

describe('prepareItems', () => {
  it('orders by the publication time, never later than first sight', async () => {
    expect(await prepareOne({})).toMatchObject({ at: NOW - MINUTE, firstSeenAt: NOW });
    expect(await prepareOne({ publishedAt: NOW + MINUTE })).toMatchObject({
      at: NOW,
      publishedAt: NOW + MINUTE,
    });
    expect(await prepareOne({ publishedAt: null })).toMatchObject({ at: 0, publishedAt: null });
  });

  it.each([
    'http://127.0.0.1:8080/admin',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://192.168.1.1/reboot',
    'http://router.local/',
    'http://localhost/',
    'https://user:word@example.org/',
  ])('keeps %s as text, never as a link', async (url) => {
    expect(await prepareOne({ url })).toMatchObject({ url: null, attributes: { unlinked: url } });
  });

  it('keeps the link of a public page', async () => {
    expect(await prepareOne({ url: 'https://example.org:8443/a' })).toMatchObject({
      url: 'https://example.org:8443/a',
      attributes: {},
    });
  });

  it('counts the dates that it did not believe', async () => {
    const odd = [1, 2].map((n) => parsed({ key: `${n}`, publishedAt: 0 }));

    expect((await prepareItems(odd, SOURCE, TAGGER, NOW)).warnings).toEqual([
      'Dates in the future or before 1990, not believed: 2',
    ]);
  });

  it('keeps the first of repeated keys', async () => {
    const { items } = await prepareItems(
      [parsed({ title: 'first' }), parsed({ title: 'second' })],
      SOURCE,
      TAGGER,
      NOW,
    );

    expect(items.map(({ title }) => title)).toEqual(['first']);
  });

  it('takes the theater of its entities, else of its source', async () => {
    expect((await prepareOne({ title: 'Iran' }))?.theater).toBe('iran');
    expect((await prepareOne({}))?.theater).toBe('israel');
  });

  it('keeps the identity when the named publisher changes', async () => {
    const own = await prepareOne({});
    const named = await prepareOne({ title: 'Reuters' });

    expect([own?.family, named?.family]).toEqual(['daily-group', 'reuters']);
    expect(named?.id).toBe(own?.id);
  });

  it('hashes text and canonical address: decoration is not an edit, a new word is', async () => {
    const [plain, decorated, edited] = await Promise.all([
      prepareOne({}),
      prepareOne({ url: 'https://www.example.org/a?utm_source=rss#x' }),
      prepareOne({ summary: 'More.' }),
    ]);

    expect(decorated?.contentHash).toBe(plain?.contentHash);
    expect(edited?.contentHash).not.toBe(plain?.contentHash);
  });
});
