import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { familiesOfFeeds, PublisherFamilies } from './publisher-family';
import type { PublisherFamily } from './publisher-family';
import { readSourceCatalogue } from './source-catalogue';
import { loadOntologySeed } from '../ontology/seed-files.provider';

const readSeed = (...path: string[]): unknown => JSON.parse(readFileSync(packagePath('seed', ...path), 'utf8'));
const seed = readSeed('publisher-families.json') as PublisherFamily[];
const families = new PublisherFamilies(seed);

describe('PublisherFamilies', () => {
  it.each([
    ['Reuters', 'reuters'],
    ['  REUTERS ', 'reuters'],
    ['reuters.com', 'reuters'],
    ['Reuters via Yahoo News', 'reuters'],
    ['AFP', 'afp'],
    ['ТАСС', 'tass'],
    ['ایرنا', 'irna'],
    ['新华社', 'xinhua'],
    ['www.bbc.co.uk', 'bbc'],
    ['A paper that nobody knows', null],
    ['', null],
  ])('finds the family of the name %p: %p', (name, family) => {
    expect(families.ofName(name)).toBe(family);
  });

  it.each([
    ['https://www.bbc.co.uk/news/1', 'bbc'],
    ['https://arabic.rt.com/1', 'rt'],
    ['https://example.com/reuters.com', null],
    ['https://notreuters.com/', null],
    ['nonsense', null],
  ])('finds the family of the address %p: %p', (url, family) => {
    expect(families.ofUrl(url)).toBe(family);
  });
});

describe('a feed whose family is not described', () => {
  const own = { name: 'Harbour Post', url: 'https://www.harbour.example/rss', family: 'harbour-post' };
  const shared = { name: 'Pier', url: 'https://feeds.example/pier', family: 'pier' };
  const other = { name: 'Quay', url: 'https://feeds.example/quay', family: 'reuters' };

  it('is its own family, with an address that no other feed has', () => {
    const found = familiesOfFeeds(seed, [own, shared, other]);

    expect(found).toEqual([
      { family: 'harbour-post', names: ['Harbour Post'], domains: ['harbour.example'] },
      { family: 'pier', names: ['Pier'], domains: [] },
    ]);
    expect(new PublisherFamilies([...seed, ...found]).ofName('Harbour Post via Google News')).toBe('harbour-post');
  });
});

describe('the seed of publisher families', () => {
  it('claims each name and domain once', () => {
    const claims = seed.flatMap(({ family, names, domains }) =>
      [...names, ...domains].map((name) => `${name.normalize('NFKC').toLowerCase()} ${family}`),
    );
    const owners = new Map<string, Set<string>>();
    for (const claim of claims) {
      const at = claim.lastIndexOf(' ');
      owners.set(claim.slice(0, at), (owners.get(claim.slice(0, at)) ?? new Set()).add(claim.slice(at + 1)));
    }

    expect([...owners].filter(([, of]) => of.size > 1)).toEqual([]);
    expect(new Set(seed.map(({ family }) => family)).size).toBe(seed.length);
  });
});

describe('the seed of feeds', () => {
  const file = 'feeds.json';
  const feeds = readSourceCatalogue(new Map([[file, readSeed('sources', file)]]));

  it('names at least 90 feeds in nine languages or more', () => {
    expect(feeds.length).toBeGreaterThanOrEqual(90);
    expect(new Set(feeds.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(9);
    expect(feeds.every(({ sourceType, kind }) => sourceType === 'news' && kind === 'feed')).toBe(true);
  });

  it('asks each address once', () => {
    expect(new Set(feeds.map(({ url }) => url)).size).toBe(feeds.length);
  });

  it('has a family for each feed that its address does not contradict', () => {
    expect(
      feeds
        .filter(({ url, family }) => ![null, family].includes(families.ofUrl(url ?? '')))
        .map(({ id, family }) => `${id} ${family}`),
    ).toEqual([]);
  });

  it('names parties of the ontology', () => {
    const countries = new Set(loadOntologySeed().entities.flatMap(({ id, type }) => (type === 'country' ? [id] : [])));

    expect(feeds.filter(({ party }) => typeof party === 'string' && !countries.has(party))).toEqual([]);
    expect(feeds.filter(({ party }) => typeof party === 'string').length).toBeGreaterThan(20);
  });
});
