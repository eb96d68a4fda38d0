import { readJson } from '../../src/platform/common/foreign-json';
import { parsePolymarketMarkets } from '../../src/markets/polymarket/parse-markets';
import { readCapture } from './captured';

describe('parsePolymarketMarkets on captured answers', () => {
  const captured = (...path: string[]) =>
    parsePolymarketMarkets(readJson(readCapture('payloads', 'polymarket', ...path)));

  it.each([
    ['gamma_event.json', 2],
    ['manhattan-markets.json', 5],
    ['pscanner-event-mixed.json', 4],
    ['racli-market-up-down.json', 1],
    ['rokaby-event-mixed-live-and-resolved.json', 8],
    ['stone-closed-batch.json', 2],
    ['trebuchet-gamma-event.json', 5],
    ['tweed-events-5.json', 35],
    ['tweed-markets-10.json', 10],
  ])('finds every market of %s', (file, count) => {
    const { markets } = captured('gamma', file);

    expect(markets).toHaveLength(count);
    expect(new Set(markets.map((market) => market.ticker)).size).toBe(count);
  });

  it('keeps bid ≤ price ≤ ask and every price in 0 to 1 on open markets', () => {
    const open = captured('gamma', 'tweed-events-5.json').markets.filter(({ status }) => status === 'open');

    for (const { yes_bid: yesBid, yes_price: yesPrice, yes_ask: yesAsk } of open) {
      if (yesPrice === null) continue;
      expect(yesPrice).toBeGreaterThanOrEqual(yesBid ?? 0);
      expect(yesPrice).toBeLessThanOrEqual(yesAsk ?? 1);
    }
    expect(open.length).toBeGreaterThan(20);
  });

  it('agrees with the raw prices of thousands of closed geopolitical markets', () => {
    const raw = readJson(readCapture('payloads', 'polymarket', 'resolved-geopolitics-markets.json')) as {
      conditionId: string;
      outcomes: string;
      outcomePrices: string | null;
    }[];
    const { markets } = captured('resolved-geopolitics-markets.json');

    expect(markets).toHaveLength(raw.length);
    markets.forEach((market, index) => {
      const row = raw[index]!;
      const [yes, no] = JSON.parse(row.outcomePrices ?? '[]') as string[];
      const decisive = row.outcomes === '["Yes", "No"]' && [yes, no].sort().join() === '0,1';
      expect(market.ticker).toBe(row.conditionId);
      expect(market.outcome).toBe(decisive ? (yes === '1' ? 'YES' : 'NO') : null);
    });
  });

  it('settles markets of the CLOB by their winner alone', () => {
    const { markets, nextCursor } = captured('clob', 'nautilus-clob-markets-page.json');
    const of = (status: string) => markets.filter((market) => market.status === status).length;

    expect([markets.length, nextCursor]).toEqual([100, 'MTAw']);
    expect([of('settled'), of('open')]).toEqual([24, 1]);
  });
});
