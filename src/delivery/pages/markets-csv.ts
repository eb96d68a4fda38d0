import { thenOf, type MarketsPageData } from './markets-page';
import type { DecidedMarket } from './market-pages.repository';

type Cell = string | number | null;
type Market = MarketsPageData['markets'][number];

const COLUMNS: readonly (readonly [name: string, cell: (market: Market, then?: DecidedMarket) => Cell])[] = [
  ['exchange', (market) => market.exchange],
  ['ticker', (market) => market.ticker],
  ['question', (market) => market.question],
  ['status', (market) => market.status],
  ['theater', (market) => market.theater],
  ['yes_price', (market) => market.yes_price],
  ['yes_bid', (market) => market.yes_bid],
  ['yes_ask', (market) => market.yes_ask],
  ['change_24h', (market) => market.change_24h],
  ['model_probability', (market) => market.latest_prediction?.probability_yes ?? null],
  ['gap', (market) => market.gap],
  ['kinds_of_source', (market) => market.confluence?.source_types.length ?? null],
  ['volume', (market) => market.volume],
  ['deadline', (market) => market.deadline ?? market.resolves_at],
  ['outcome', (market) => market.outcome],
  ['url', (market) => market.url],
  ['spread', (market) => market.spread],
  ['price_day_before', (_, then) => then?.price ?? null],
  ['model_day_before', (_, then) => then?.said?.probability_yes ?? null],
  ['model_made_at', (market) => market.latest_prediction?.made_at ?? null],
  ['change_since_model', (market) => market.change_since_prediction],
];

export const marketRows = ({ markets, before }: Pick<MarketsPageData, 'markets' | 'before'>): Cell[][] => [
  COLUMNS.map(([name]) => name),
  ...markets.map((market) => COLUMNS.map(([, cell]) => cell(market, thenOf(market, before)))),
];
