import { UnreadableError } from '../platform/common/foreign-json';
import type { Market } from './market';
import { curatedFor, readTrackedSeed, trackedMarket, type TagMarket } from './tracked-market';
import { loadTrackedSeed } from './market-seed.provider';

const market = (changes: Partial<Market> = {}): Market =>
  ({
    exchange: 'kalshi',
    ticker: 'KXTRUCE-27',
    question: 'Will Iran sign?',
    binary: true,
    placeholder: false,
    event: null,
    ...changes,
  }) as Market;

const tag: TagMarket = ({ question }) => ({
  entities: question.includes('Iran') ? ['iran'] : [],
  theater: question.includes('Iran') ? 'iran' : null,
  region: null,
  eventType: null,
  refused: question.includes('win') ? 'sport: “win”' : null,
  conflict: question.includes('Iran') ? 'names Iran' : null,
});

const curated = readTrackedSeed({
  polymarket_tags: ['geopolitics'],
  markets: [
    { exchange: 'kalshi', ticker: 'KXSPORT*', decision: 'ignore' },
    { exchange: 'kalshi', ticker: 'KXNATO*', entities: ['ukraine'] },
    { exchange: 'kalshi', event: 'KXEVENT-27' },
    { exchange: 'kalshi', series: 'KXSERIES' },
    { exchange: 'kalshi', question: 'balloon* over' },
  ],
}).curated;

const chosen = (changes: Partial<Market>) => trackedMarket(market(changes), tag, curated);
const event = (id: string, series: string | null = null) => ({
  id,
  title: null,
  mutually_exclusive: null,
  series,
});

describe('trackedMarket', () => {
  it('tracks a question of conflict with a reason', () => {
    expect(chosen({})).toMatchObject({
      entities: ['iran'],
      theater: 'iran',
      trackedBecause: 'names Iran',
    });
  });

  it.each([
    ['is not a question of conflict', { question: 'Will it rain in Paris?' }],
    ['has a subject that is refused', { question: 'Iran to win?' }],
    ['is shut out by the curated list', { ticker: 'KXSPORT-IRN' }],
    ['has no YES', { binary: false }],
    ['keeps a seat free', { placeholder: true }],
  ])('leaves out a market that %s', (_, changes) => {
    expect(chosen(changes)).toBeNull();
  });

  it.each([
    [{ ticker: 'KXNATO-99' }, 'listed by ticker KXNATO*', ['ukraine']],
    [{ event: event('KXEVENT-27') }, 'listed by event KXEVENT-27', []],
    [{ event: event('KXOTHER', 'KXSERIES') }, 'listed by series KXSERIES', []],
    [{ question: 'Any balloons seen over Oslo to win?' }, 'listed by question balloon* over', []],
  ])('tracks entries of the curated list: %j', (changes, because, entities) => {
    expect(chosen({ question: 'Who leads?', ...changes })).toMatchObject({
      trackedBecause: because,
      entities,
    });
  });

  it('matches a beginning only where the list asks for it', () => {
    expect(curatedFor(market({ ticker: 'KXNAT' }), curated)).toBeNull();
    expect(curatedFor(market({ exchange: 'polymarket', ticker: 'KXNATO-1' }), curated)).toBeNull();
    expect(curatedFor(market({ event: event('KXEVENT-270') }), curated)).toBeNull();
  });
});

describe('readTrackedSeed', () => {
  it.each([
    [{}],
    [{ polymarket_tags: [] }],
    [{ polymarket_tags: ['a'], markets: [{ exchange: 'x', ticker: 'A' }] }],
    [{ polymarket_tags: ['a'], markets: [{ exchange: 'kalshi' }] }],
    [{ polymarket_tags: ['a'], markets: [{ exchange: 'kalshi', ticker: 'A', event: 'B' }] }],
  ])('refuses %j', (document) => {
    expect(() => readTrackedSeed(document)).toThrow(UnreadableError);
  });

  it('reads the list that ships', () => {
    const seed = loadTrackedSeed();

    expect(seed.polymarketTags).toContain('geopolitics');
    expect(seed.curated.length).toBeGreaterThan(10);
  });
});
