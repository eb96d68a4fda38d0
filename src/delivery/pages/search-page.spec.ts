import { namesLike, pageOfIdentifier, standingOf } from './search-page';

const NAMES = [
  { id: 'taiwan', name: 'Taiwan' },
  { id: 'hezbollah', name: 'Hezbollah' },
  { id: 'iran', name: 'Iran' },
  { id: 'iraq', name: 'Iraq' },
];

describe('names like words', () => {
  it.each([
    ['taiwn', ['taiwan']],
    ['TAIWAN', ['taiwan']],
    ['hizbolah', ['hezbollah']],
    ['irak', ['iran', 'iraq']],
    ['ira', []],
    ['tariff', []],
  ])('%s: %j', (words, ids) => {
    expect(namesLike(words, NAMES).map(({ id }) => id)).toEqual(ids);
  });
});

describe('identifiers', () => {
  it('lead to their pages, and words to none', () => {
    expect(pageOfIdentifier('b36199e5075ad80971fe')).toBe('/alerts/b36199e5075ad80971fe');
    expect(pageOfIdentifier('taiwan')).toBeNull();
  });
});

it('states the status of each market found', () => {
  const market = { exchange: 'kalshi', ticker: 'A', question: 'A?', status: 'settled', yes_price: 0.99, outcome: 'NO' };

  expect(standingOf(market)).toBe('decided NO');
  expect(standingOf({ ...market, status: 'void', outcome: null })).toBe('void');
  expect(String(standingOf({ ...market, status: 'open', outcome: null, yes_price: 0.3 }))).toMatch(/30\s?%/);
});
