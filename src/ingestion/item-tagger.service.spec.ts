import type { ParsedItem } from '../event-log/item';
import { AliasResolver } from '../resolver/alias-resolver';
import { ItemTagger } from './item-tagger.service';
import { PublisherFamilies } from './publisher-family';
import type { Source } from './source';

const AGGREGATOR: Source = {
  id: 'world-headlines',
  kind: 'feed',
  sourceType: 'news',
  category: 'english_media',
  name: 'World Headlines',
  url: null,
  lang: 'en',
  theater: null,
  family: 'headlines-group',
  staleAfterHours: 48,
  settings: {},
};

const THEATERS = new Map([['iran', 'iran']] as const);

const tagger = new ItemTagger(
  AliasResolver.fromSeed({
    files: [{ lang: 'en', aliases: { iran: { names: ['Iran'] } } }],
    refused: [],
    rules: {},
    words: {},
    paradigms: {},
  }),
  () => THEATERS,
  new PublisherFamilies([{ family: 'reuters', names: ['Reuters'], domains: ['reuters.com'] }]),
  () => Promise.resolve(() => null),
);

const item = (given: Partial<ParsedItem>): ParsedItem => ({
  key: 'k',
  title: 'Talks with Iran resume',
  url: 'https://example.org/a',
  publishedAt: null,
  lang: null,
  summary: null,
  publisher: null,
  attributes: {},
  ...given,
});

describe('ItemTagger', () => {
  it.each([
    ['none', null, 'headlines-group'],
    ['one that we know', 'Reuters', 'reuters'],
    ['one that we know, by way of the aggregator', 'Reuters via World Headlines', 'reuters'],
    ['the domain of one that we know', 'www.reuters.com', 'reuters'],
    ['one that we do not know, perhaps an author', 'A. Writer', 'headlines-group'],
  ])('attributes an item to the publisher that it names: %s', (_, publisher, family) => {
    expect(tagger.tag(item({ publisher }), AGGREGATOR).family).toBe(family);
  });

  it('joins entities of the text with those of the adapter, without duplicates', () => {
    const tags = tagger.tag(item({ entityHints: ['oman', 'iran'] }), AGGREGATOR);

    expect(tags).toMatchObject({ entities: ['iran', 'oman'], theater: 'iran' });
  });
});
