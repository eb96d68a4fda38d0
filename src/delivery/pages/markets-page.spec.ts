import { load } from 'cheerio';
import type { ListedMarketResponse } from '../../markets/markets.dto';
import { PLAIN_SITE } from '../../../test/support/plain-site';
import { marketsPage } from './markets-page';

const MARKET = {
  ...{ exchange: 'kalshi', ticker: 'A', question: 'Will it?', group_title: null, theater: null, status: 'open' },
  ...{ yes_price: 0.305, yes_bid: 0.3, yes_ask: 0.31, spread: 0.01, volume: null, deadline: null, resolves_at: null },
  ...{ latest_prediction: null, confluence: null },
};

/** @param spark prices of the last days, the newest last */
const changeOf = (spark: readonly (number | null)[]): string => {
  const change = spark.at(-2) ?? null;
  const market = { ...MARKET, spark, change_24h: change === null ? null : Number((0.305 - change).toFixed(4)) };
  const page = marketsPage({
    ...{
      site: PLAIN_SITE,
      now: 0,
      query: { limit: 50 },
      view: 'list',
      compact: false,
      counts: [],
      before: [],
      next: null,
    },
    markets: [market as unknown as ListedMarketResponse],
  });
  const cell = load(page)('td[data-name="In 24 h"]');
  cell.find('.unseen').remove();
  return cell.text().trim();
};

it('counts the change of a day in the whole percents of both prices', () => {
  // 23 % and 31 %; the price less its change comes out at 22 %.
  expect(changeOf([0.1, 0.225, 0.305])).toBe('+8');
  expect(changeOf([0.1, 0.305, 0.305])).toBe('0');
  expect(changeOf([0.1, null, 0.305])).toBe('–');
  expect(changeOf([])).toBe('–');
});
