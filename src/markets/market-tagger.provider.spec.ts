import { loadResolver } from '../ontology/resolver.provider';
import { readJson } from '../common/foreign-json';
import { describeShared, readShared } from '../../test/support/shared-data';
import { makeMarketTagger } from './market-tagger.provider';
import { parsePolymarketMarkets } from './polymarket/parse-markets';
import { trackedMarket } from './tracked-market';
import { loadTrackedSeed } from './tracked-seed.provider';

describe('makeMarketTagger', () => {
  const tag = makeMarketTagger(loadResolver());

  it.each([
    ['Will Iran close the Strait of Hormuz before April?', 'iran', ['iran', 'strait-of-hormuz']],
    ['Russia-Ukraine ceasefire in 2026?', null, ['russia', 'ukraine']],
    ['Will it rain in Lisbon?', null, []],
  ])('tags %s', (question, theater, entities) => {
    const tags = tag(question);

    expect(tags.entities).toEqual(expect.arrayContaining(entities));
    if (theater !== null) expect(tags.theater).toBe(theater);
  });

  describeShared('on captured questions', () => {
    it('tracks most of the conflict markets and none about the Federal Reserve', () => {
      const { curated } = loadTrackedSeed();
      const of = (...path: string[]) =>
        parsePolymarketMarkets(readJson(readShared('payloads', 'polymarket', ...path))).markets;
      const conflict = of('resolved-geopolitics-markets.json');
      const tracked = conflict.filter((market) => trackedMarket(market, tag, curated) !== null);

      expect(tracked.length / conflict.length).toBeGreaterThan(0.8);
      expect(
        of('gamma', 'trebuchet-gamma-event.json').flatMap(
          (market) => trackedMarket(market, tag, curated) ?? [],
        ),
      ).toEqual([]);
    });
  });
});
