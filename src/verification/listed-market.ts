/** One listed market: what its members say of each other. Prices, volumes and evidence are in no record. Pure. */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { SOURCE_TYPES } from '../platform/common/source-type';
import { round4 } from '../platform/common/ten-thousandths';
import { parseMicros } from '../platform/common/utc-time';
import { EXCHANGES, isFinal, MARKET_STATUSES, type MarketStatus } from '../markets/market';
import type {
  MarketConfluenceResponse,
  MarketEventResponse,
  MarketForecastResponse,
  MarketPredictionResponse,
} from '../markets/market-parts.dto';
import type { ListedMarketResponse } from '../markets/markets.dto';
import { outcomeOf } from '../settlement/outcome';
import { Broken, insist } from './finding';
import { insistMembers, isObject, Members, shortly } from './received-json';

/** Lists are kept until the next tick, and clocks differ. */
const AGE_MAX_MS = 2 * HOUR_MS;
const CLOCK_MS = 5 * MINUTE_MS;

/** All members of `T`, once each: the compiler refuses one too many or too few. */
const membersOf = <T>(all: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(all);

const MARKET = membersOf<ListedMarketResponse>({
  exchange: true,
  ticker: true,
  question: true,
  group_title: true,
  url: true,
  status: true,
  theater: true,
  region: true,
  tracked_because: true,
  event_type: true,
  yes_price: true,
  yes_bid: true,
  yes_ask: true,
  quoted_at: true,
  resolves_at: true,
  deadline: true,
  past_deadline: true,
  volume: true,
  volume_24h: true,
  event: true,
  resolved_at: true,
  outcome: true,
  settlement_yes_price: true,
  entities: true,
  confluence: true,
  latest_prediction: true,
  forecast: true,
  gap: true,
  change_24h: true,
  spread: true,
  spark: true,
});
const EVENT = membersOf<MarketEventResponse>({
  id: true,
  title: true,
  mutually_exclusive: true,
  series: true,
  order: true,
});
const CONFLUENCE = membersOf<MarketConfluenceResponse>({
  score: true,
  source_type_count: true,
  source_types: true,
  weighted_score: true,
  computed_at: true,
});
const FORECAST = membersOf<MarketForecastResponse>({
  urgency: true,
  waiting_since: true,
  note: true,
});
const PREDICTION = membersOf<MarketPredictionResponse>({
  id: true,
  made_at: true,
  model: true,
  probability_yes: true,
  confidence: true,
  direction: true,
  side: true,
  replay_bundle_id: true,
});

/** Where the page of a market may be: an address elsewhere is nobody's market. */
const PAGES: Readonly<Record<string, RegExp>> = {
  kalshi: /^https:\/\/kalshi\.com\/markets\/[^\s?#]+$/,
  polymarket: /^https:\/\/polymarket\.com\/(?:event|market)\/[^\s?#]+$/,
};

/** @param now UTC ms. @throws Broken */
export const checkListedMarket = (row: Members, now: number): void => {
  insistMembers(row.what, row.object, MARKET);
  const exchange = row.text('exchange');
  const status = row.text('status') as MarketStatus;
  insist(
    EXCHANGES.some((known) => known === exchange),
    row.what,
    'exchange is not known',
  );
  insist(MARKET_STATUSES.includes(status), row.what, 'status is not known');
  const url = row.textOrNull('url');
  insist(
    url === null || PAGES[exchange]?.test(url) === true,
    row.what,
    `url ${shortly(url)} is no page of its exchange`,
  );
  checkPrices(row, status);
  checkTimes(row, status, now);
  for (const name of ['question', 'ticker', 'group_title', 'theater', 'region', 'tracked_because', 'event_type'])
    insistText(row, name);
  const entities = row.list('entities');
  insist(
    entities.every((id) => typeof id === 'string') && new Set(entities).size === entities.length,
    row.what,
    'entities are no ids, or one stands twice',
  );
  for (const [name, members] of [
    ['event', EVENT],
    ['forecast', FORECAST],
    ['latest_prediction', PREDICTION],
  ] as const)
    if (row.object[name] !== null) insistMembers(`${row.what} ${name}`, row.at(name).object, members);
  if (row.object['confluence'] !== null) checkConfluence(row.at('confluence'), now);
};

/** Null, or a text without white space around it, as it was read. */
const insistText = (row: Members, name: string): void => {
  const text = row.textOrNull(name);
  insist(
    text === null || (text.trim() === text && text !== ''),
    row.what,
    `${name} is empty or has white space around it`,
  );
};

const checkPrices = (row: Members, status: MarketStatus): void => {
  const price = (name: string): number | null => {
    const value = row.numberOrNull(name);
    insist(value === null || (value >= 0 && value <= 1), row.what, `${name} is no price`);
    return value;
  };
  const minus = (left: number | null, right: number | null): number | null =>
    left === null || right === null ? null : round4(left - right);
  const [yes, bid, ask, paid] = ['yes_price', 'yes_bid', 'yes_ask', 'settlement_yes_price'].map(price) as [
    number | null,
    number | null,
    number | null,
    number | null,
  ];
  row.equal('spread', minus(ask, bid), 'ask minus bid');
  row.equal('outcome', outcomeOf(paid), 'which follows from settlement_yes_price');
  insist(paid === null || isFinal(status), row.what, 'has a settlement price and is not settled');
  const shown = row.object['latest_prediction'];
  const probability = isObject(shown) ? row.at('latest_prediction').number('probability_yes') : null;
  row.equal('gap', minus(probability, yes), 'probability minus price');
  const change = row.numberOrNull('change_24h');
  insist(
    change === null || (yes !== null && yes - change >= -1e-9 && yes - change <= 1 + 1e-9),
    row.what,
    'change_24h leads to no price',
  );
  for (const value of row.list('spark'))
    insist(
      value === null || (typeof value === 'number' && value >= 0 && value <= 1),
      row.what,
      'spark has what is no price',
    );
  for (const name of ['volume', 'volume_24h']) {
    const value = row.numberOrNull(name);
    insist(value === null || value >= 0, row.what, `${name} is below 0`);
  }
};

const checkTimes = (row: Members, status: MarketStatus, now: number): void => {
  const at = (name: string): number | null => {
    const value = row.textOrNull(name);
    if (value === null) return null;
    const micros = parseMicros(value);
    if (micros === null) throw new Broken(row.what, `${name} is not an instant`);
    return micros / 1000;
  };
  at('resolves_at');
  for (const name of ['quoted_at', 'resolved_at'])
    insist((at(name) ?? 0) <= now + CLOCK_MS, row.what, `${name} is in the future`);
  const deadline = at('deadline');
  const open = deadline !== null && !isFinal(status);
  const past = row.flag('past_deadline');
  const sure = deadline === null || deadline <= now - AGE_MAX_MS || deadline > now + CLOCK_MS;
  insist(
    !sure || past === (open && deadline <= now),
    row.what,
    'past_deadline does not follow from status and deadline',
  );
};

const checkConfluence = (confluence: Members, now: number): void => {
  insistMembers(confluence.what, confluence.object, CONFLUENCE);
  const types = confluence.list('source_types');
  const known = types.every((type, index) => SOURCE_TYPES.some((one) => one === type) && types.indexOf(type) === index);
  insist(known, confluence.what, 'source_types are not known, or one stands twice');
  confluence.equal('source_type_count', types.length, 'the number of its source types');
  confluence.equal('score', Math.min(1, types.length / 5), 'source types over 5');
  const weighted = confluence.number('weighted_score');
  insist(weighted >= 0, confluence.what, 'weighted_score is below 0');
  const computed = parseMicros(confluence.instant('computed_at')) ?? 0;
  insist(computed / 1000 <= now + CLOCK_MS, confluence.what, 'computed_at is in the future');
};
