/**
 * Which listed markets are tracked, and as what.
 *
 *   npm run bench evidence tracking [-- --captures FOLDER] [-- --show tune|held]
 *
 * On the labelled questions of `test/fixtures/markets/tracking.jsonl` (invented, in the style of both exchanges):
 * precision and recall of tracking, and accuracy of theater and event kind. Half of them were held out while the rules
 * were written. With a folder of captured listings: tracked markets per file, and with `--show` the others. `--show`
 * also lists the errors of one half.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../src/platform/common/foreign-json';
import { parseKalshiMarkets } from '../../src/markets/kalshi/parse-markets';
import { makeMarketTagger, loadTrackedSeed } from '../../src/markets/market-seed.provider';
import type { Market } from '../../src/markets/market';
import { parsePolymarketMarkets } from '../../src/markets/polymarket/parse-markets';
import { trackedMarket } from '../../src/markets/tracked-market';
import { loadResolver } from '../../src/ontology/resolver.provider';
import { labelledMarkets, scoreTracking } from '../../test/support/labelled-markets';
import type { Part } from '../support/bench';

export const tracking: Part = (bench) => {
  const [captures, show] = [bench.option('captures'), bench.option('show')];
  const tag = makeMarketTagger(loadResolver());
  const { curated } = loadTrackedSeed();
  const decide = (market: Market) => trackedMarket(market, tag, curated);

  const labelled = Object.fromEntries(
    (['tune', 'held'] as const).map((half) => {
      const { mistakes, ...score } = scoreTracking(labelledMarkets(half), decide);
      if (show === half) for (const mistake of mistakes) bench.say(`${half}: ${mistake}`);
      return [half, score];
    }),
  );
  bench.say(JSON.stringify(labelled, null, 1));

  const captured = (exchange: 'polymarket' | 'kalshi', folder: string): void => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.json')) continue;
      let markets: readonly Market[];
      try {
        const document = readJson(readFileSync(join(folder, name)));
        const parse = exchange === 'kalshi' ? parseKalshiMarkets : parsePolymarketMarkets;
        markets = parse(document).markets;
      } catch {
        continue;
      }
      const left = markets.filter((market) => market.binary && decide(market) === null);
      const binary = markets.filter((market) => market.binary).length;
      bench.say(`${exchange} ${name}: ${binary - left.length} of ${binary} tracked`);
      if (show === undefined) continue;
      for (const market of left)
        bench.say(`  left: ${market.question} [${tag(market).refused ?? 'no reason to track it'}]`);
    }
  };

  if (captures !== undefined) {
    captured('polymarket', join(captures, 'polymarket'));
    captured('kalshi', join(captures, 'kalshi'));
  } else bench.keep('tracking', labelled);
};
