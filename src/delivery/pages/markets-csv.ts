/** Market lists as CSV. Pure. */
import { thenOf, type MarketsPageData } from './markets-page';

const CSV_COLUMNS = [
  'exchange',
  'ticker',
  'question',
  'status',
  'theater',
  'yes_price',
  'yes_bid',
  'yes_ask',
  'change_24h',
  'model_probability',
  'gap',
  'kinds_of_source',
  'volume',
  'deadline',
  'outcome',
  'url',
  'spread',
  'price_day_before',
  'model_day_before',
  'model_made_at',
  'change_since_model',
] as const;

/** Rows with a header; cells are texts or numbers, or null. Only decided markets have the figures of a day before. */
export const marketRows = ({
  markets,
  before,
}: Pick<MarketsPageData, 'markets' | 'before'>): (string | number | null)[][] => [
  [...CSV_COLUMNS],
  ...markets.map((market) => [
    market.exchange,
    market.ticker,
    market.question,
    market.status,
    market.theater,
    market.yes_price,
    market.yes_bid,
    market.yes_ask,
    market.change_24h,
    market.latest_prediction?.probability_yes ?? null,
    market.gap,
    market.confluence?.source_types.length ?? null,
    market.volume,
    market.deadline ?? market.resolves_at,
    market.outcome,
    market.url,
    market.spread,
    thenOf(market, before)?.price ?? null,
    thenOf(market, before)?.said?.probability_yes ?? null,
    market.latest_prediction?.made_at ?? null,
    market.change_since_prediction,
  ]),
];
