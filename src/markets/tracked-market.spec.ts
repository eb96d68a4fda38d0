import { UnreadableError } from '../common/foreign-json';
import type { Market } from './market';
import { curatedFor, readTrackedSeed, trackedMarket, type TagMarket } from './tracked-market';
import { loadTrackedSeed } from './tracked-seed.provider';

const market = (changes: Partial<Market> = {}): Market =>
  ({
    exchange: 'kalshi',
    ticker: 'KXTRUCE-27',
    question: 'Will Iran sign?',
    binary: true,
    ...changes,
  }) as Market;

const tag: TagMarket = (question) =>
  question.includes('Iran')
    ? { entities: ['iran'], theater: 'iran', eventType: null }
    : { entities: question.includes('Trump') ? ['trump'] : [], theater: null, eventType: null };

const curated = readTrackedSeed({
  polymarket_tags: ['geopolitics'],
  markets: [
    { exchange: 'kalshi', ticker: 'KXSPORT*', decision: 'ignore' },
    { exchange: 'kalshi', ticker: 'KXNATO*', entities: ['ukraine'] },
  ],
}).curated;

describe('trackedMarket', () => {
  it('tracks a question that names an entity of a theater', () => {
    expect(trackedMarket(market(), tag, curated)).toMatchObject({
      entities: ['iran'],
      theater: 'iran',
    });
  });

  it('tracks a question without a theater that asks for an event of a known kind', () => {
    const strike: TagMarket = () => ({
      entities: ['venezuela'],
      theater: null,
      eventType: 'direct_strike',
    });

    expect(
      trackedMarket(market({ question: 'Will the US strike Venezuela?' }), strike, curated),
    ).not.toBeNull();
  });

  it.each([
    ['names nothing that we know', { question: 'Will it rain in Paris?' }],
    ['names only who is everywhere', { question: 'Will Trump tweet?' }],
    ['is shut out by the curated list', { ticker: 'KXSPORT-IRN', question: 'Iran to win?' }],
    ['has no YES', { binary: false }],
  ])('leaves out a market that %s', (_, changes) => {
    expect(trackedMarket(market(changes), tag, curated)).toBeNull();
  });

  it('tracks what the curated list names, with its entities added', () => {
    const chosen = trackedMarket(
      market({ ticker: 'KXNATO-99', question: 'Who leads NATO?' }),
      tag,
      curated,
    );

    expect(chosen?.entities).toEqual(['ukraine']);
  });

  it('matches a beginning only where the list says so', () => {
    expect(curatedFor({ exchange: 'kalshi', ticker: 'KXNAT' }, curated)).toBeNull();
    expect(curatedFor({ exchange: 'polymarket', ticker: 'KXNATO-1' }, curated)).toBeNull();
  });
});

describe('readTrackedSeed', () => {
  it.each([
    [{}],
    [{ polymarket_tags: [] }],
    [{ polymarket_tags: ['a'], markets: [{ exchange: 'x', ticker: 'A' }] }],
  ])('refuses %j', (document) => {
    expect(() => readTrackedSeed(document)).toThrow(UnreadableError);
  });

  it('reads the list that ships', () => {
    const seed = loadTrackedSeed();

    expect(seed.polymarketTags).toContain('geopolitics');
    expect(seed.curated.length).toBeGreaterThan(10);
  });
});
