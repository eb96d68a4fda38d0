import { readJson, UnreadableError } from '../../src/platform/common/foreign-json';
import { parseKalshiMarkets } from '../../src/markets/kalshi/parse-markets';
import { readCapture } from './captured';

describe('parseKalshiMarkets on captured answers', () => {
  const captured = (file: string) => parseKalshiMarkets(readJson(readCapture('payloads', 'kalshi', file)));

  it.each([
    ['cockpit-events_nfl_preseason.json', 64],
    ['cockpit-market_single.json', 1],
    ['cockpit-markets_settled.json', 27],
    ['demo-events.json', 0],
    ['demo-markets-settled-p1.json', 100],
    ['manhattan-markets.json', 5],
    ['obstacle-event_single_response.json', 1],
    ['obstacle-market_single_response.json', 1],
    ['obstacle-markets_list_response.json', 5],
    ['valuelab-events-nato.json', 9],
  ])('finds every market of %s, distinguished by title and sub-title', (file, count) => {
    const { markets } = captured(file);
    const words = markets.map(({ question, group_title: groupTitle }) => `${question} ${groupTitle ?? ''}`);

    expect(markets).toHaveLength(count);
    expect(new Set(words).size).toBe(count);
  });

  it('reads settlements of both generations', () => {
    const outcomes = (file: string) => captured(file).markets.map(({ outcome }) => outcome);
    const count = (file: string, outcome: string | null) => outcomes(file).filter((each) => each === outcome).length;

    expect([count('cockpit-markets_settled.json', 'YES'), count('cockpit-markets_settled.json', null)]).toEqual([
      13, 1,
    ]);
    expect([count('demo-markets-settled-p1.json', 'YES'), count('demo-markets-settled-p1.json', 'NO')]).toEqual([
      50, 50,
    ]);
  });

  it.each([
    'demo-trades.json',
    'demo-orderbook-cents.json',
    'obstacle-exchange_status_response.json',
    'http-errors.jsonl',
  ])('refuses %s, which holds no market', (file) => {
    expect(() => captured(file)).toThrow(UnreadableError);
  });
});
