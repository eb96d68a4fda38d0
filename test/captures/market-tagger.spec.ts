import { readJson } from '../../src/platform/common/foreign-json';
import { makeMarketTagger, loadTrackedSeed } from '../../src/markets/market-seed.provider';
import { parsePolymarketMarkets } from '../../src/markets/polymarket/parse-markets';
import { trackedMarket } from '../../src/markets/tracked-market';
import { loadResolver } from '../../src/ontology/resolver.provider';
import { readCapture } from './captured';

describe('makeMarketTagger on captured questions', () => {
  const tag = makeMarketTagger(loadResolver());

  it('tracks most of the conflict markets and none about the Federal Reserve', () => {
    const { curated } = loadTrackedSeed();
    const of = (...path: string[]) =>
      parsePolymarketMarkets(readJson(readCapture('payloads', 'polymarket', ...path))).markets;
    const conflict = of('resolved-geopolitics-markets.json');
    const tracked = conflict.filter((market) => trackedMarket(market, tag, curated) !== null);

    expect(tracked.length / conflict.length).toBeGreaterThan(0.8);
    expect(
      of('gamma', 'trebuchet-gamma-event.json').flatMap((market) => trackedMarket(market, tag, curated) ?? []),
    ).toEqual([]);
  });
});
