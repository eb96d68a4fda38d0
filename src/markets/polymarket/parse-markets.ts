/**
 * Parses Polymarket's responses to {@link Market}s in document order: Gamma's lists (bare, or the keyset envelope
 * `{markets, next_cursor}`), events and searches with nested markets, a single market, and the CLOB's `/markets` page
 * and single market.
 *
 * Outcomes are matched by name: index 0 is not always Yes. A market with other sides (Up/Down, two teams) is kept, with
 * `binary` false and neither price nor outcome.
 */
import {
  embeddedListOf,
  fieldsIn,
  fieldsOf,
  idOf,
  isFields,
  listOf,
  numberOf,
  textOf,
  unitOf,
  type Fields,
} from '../../platform/common/foreign-json';
import { oneLine } from '../../platform/common/plain-text';
import {
  amountOf,
  publishedInstant,
  rulesText,
  shortText,
  type Market,
  type MarketEvent,
  type MarketFees,
  type MarketTerms,
} from '../market';
import { midOf, mirrored, quotedPrice, roundPrice, type Quote } from '../quote';
import { marketsReader, type RawMarket } from '../market-document';
import { conditionTicker } from './condition-id';
import { clobLife, gammaLife, isV2, type LifeOfMarket } from './parse-settlement';

const isMarket = (value: Fields): boolean => textOf(value['question']) !== null && tickerOf(value) !== null;

/** The CLOB ends its list with the base64 of "-1". */
const lastPage = (cursor: string | null): string | null => (cursor === 'LTE=' ? null : cursor);

/** A listing that was never put on chain has no condition id; its ticker is Gamma's id. */
const tickerOf = (market: Fields): string | null =>
  conditionTicker(textOf(market['conditionId'] ?? market['condition_id'])) ?? idOf(market['id']);

const marketOf = ({ market, event }: RawMarket): readonly Omit<Market, 'raw_sha256'>[] => {
  const ticker = tickerOf(market);
  if (ticker === null) return [];
  const sides = Array.isArray(market['tokens']) ? clobSides(market) : gammaSides(market);
  const { status, settlement } = sides.life;
  const quote = sides.binary ? sides.quote : { bid: null, ask: null };
  return [
    {
      exchange: 'polymarket',
      ticker,
      question: oneLine(String(market['question'])),
      titled: true,
      url: urlOf(market, event),
      status,
      binary: sides.binary,
      placeholder: isPlaceholder(market),
      yes_price: sides.binary ? (sides.yesPrice ?? midOf(quote)) : null,
      yes_bid: quote.bid,
      yes_ask: quote.ask,
      resolves_at: publishedInstant(market['endDate'] ?? market['end_date_iso'] ?? market['endDateIso']),
      ...(sides.binary
        ? settlement
        : { outcome: null, settlement_yes_price: null, resolved_at: settlement.resolved_at }),
      ...termsOf(market),
      event: eventOf(market, event),
      category: shortText(eventAround(market, event)?.['category'] ?? market['category']),
      tags: tagsOf(market, event),
      yes_token: sides.binary ? sides.yesToken : null,
      volume: amountOf(market['volumeNum'] ?? market['volume']),
      volume_24h: amountOf(market['volume24hr']),
      liquidity: amountOf(market['liquidityNum'] ?? market['liquidity']),
      open_interest: null,
      // Only books have sizes.
      bid_size: null,
      ask_size: null,
      ...feesOf(market),
    },
  ];
};

const feesOf = (market: Fields): MarketFees => {
  const { rate, exponent } = fieldsOf(market['feeSchedule']);
  const feeRate = market['feesEnabled'] === false ? 0 : amountOf(rate);
  if (feeRate === null || feeRate > 1) return { fee_rate: null, fee_exponent: null };
  return { fee_rate: roundPrice(feeRate), fee_exponent: roundPrice(amountOf(exponent) ?? 1) };
};

const termsOf = (market: Fields): MarketTerms => ({
  rules: rulesText(market['description']),
  rules_secondary: null,
  resolution_source: shortText(market['resolutionSource']),
  opens_at: publishedInstant(market['startDate'] ?? market['accepting_order_timestamp']),
  // Trading continues until the result is proposed: the end is not known in advance.
  closes_at: publishedInstant(market['closedTime']),
  expected_resolution_at: publishedInstant(market['umaEndDate'] ?? market['endDate']),
  strike: null,
  group_title: shortText(market['groupItemTitle']),
  group_order: numberOf(market['groupItemThreshold']),
});

/** Whether a market is reserved for a future outcome ("Person B", "Other"), or an archived one that was replaced. */
const isPlaceholder = (market: Fields): boolean =>
  market['archived'] === true ||
  market['negRiskOther'] === true ||
  RESERVED_SEAT.test(textOf(market['groupItemTitle']) ?? '') ||
  RESERVED_QUESTION.test(textOf(market['question']) ?? '');

const SEAT =
  '(?:another )?(?:person|candidate|individual|player|party|country|company|option|placeholder|team|movie|outcome)';
const RESERVED_SEAT = new RegExp(`^(?:other|another|none of the above|${SEAT}(?: [A-Z]{1,2}| \\d{1,3})?)$`, 'i');
/** "Will Party D win …?", "Will ab be …?": placeholder letters; "archWill …?": replaced by another listing. */
const RESERVED_QUESTION = new RegExp(
  `^Will (?:(?:another )?(?:Person|Candidate|Individual|Player|Party|Country|Company|Option|Placeholder|Team|Movie|Outcome) (?:[A-Z]{1,2}|\\d{1,3})|(?!it|he|we)[a-z]{1,2} be) |\\b(?:Person|Candidate|Party|Country|Company|Option|Team|Outcome) [A-Z]\\?$|^arch(?=[A-Z])`,
);

interface Sides {
  readonly binary: boolean;
  readonly yesPrice: number | null;
  readonly quote: Quote;
  readonly yesToken: string | null;
  readonly life: LifeOfMarket;
}

const isNamed = (name: 'yes' | 'no') => (outcome: unknown) => textOf(outcome)?.toLowerCase() === name;

const gammaSides = (market: Fields): Sides => {
  const outcomes = embeddedListOf(market['outcomes']) ?? [];
  const yes = outcomes.findIndex(isNamed('yes'));
  const no = outcomes.findIndex(isNamed('no'));
  const binary = outcomes.length === 2 && yes >= 0 && no >= 0;
  const [first, second] = binary ? [yes, no] : [0, 1];
  const shown = embeddedListOf(market['outcomePrices']) ?? [];
  const prices = { yes: unitOf(shown[first]), no: unitOf(shown[second]) };
  // Best bid and ask belong to the first outcome.
  const ofFirst = { bid: quotedPrice(market['bestBid']), ask: quotedPrice(market['bestAsk']) };
  return {
    binary,
    yesPrice: shownPrice(prices.yes, prices.no),
    quote: yes === 0 ? ofFirst : mirrored(ofFirst),
    // Books are requested by position in V2, by token in V1.
    yesToken: textOf(embeddedListOf(market[isV2(market) ? 'positionIds' : 'clobTokenIds'])?.[yes]),
    life: gammaLife(market, prices),
  };
};

const clobSides = (market: Fields): Sides => {
  const tokens = fieldsIn(market['tokens']);
  const yes = tokens.find((token) => isNamed('yes')(token['outcome']));
  const no = tokens.find((token) => isNamed('no')(token['outcome']));
  const binary = tokens.length === 2 && yes !== undefined && no !== undefined;
  const [first, second] = binary ? [yes, no] : [fieldsOf(tokens[0]), fieldsOf(tokens[1])];
  return {
    binary,
    yesPrice: shownPrice(unitOf(first['price']), unitOf(second['price'])),
    quote: { bid: null, ask: null },
    yesToken: textOf(first['token_id']),
    life: clobLife(market, { yes: first['winner'] === true, no: second['winner'] === true }),
  };
};

/** 0 for both sides means no price. */
const shownPrice = (yes: number | null, no: number | null): number | null =>
  yes === null || (yes === 0 && no === 0) ? null : roundPrice(yes);

const slugOf = (value: Fields | null): string | null => {
  const slug = textOf(value?.['slug'] ?? value?.['market_slug']);
  return slug !== null && /^[\w.-]+$/.test(slug) ? slug : null;
};

const eventAround = (market: Fields, event: Fields | null): Fields | null =>
  event ?? fieldsIn(listOf(market['events']))[0] ?? null;

const TAGS_MAX = 50;

const eventOf = (market: Fields, nested: Fields | null): MarketEvent | null => {
  const event = eventAround(market, nested);
  const id = slugOf(event);
  if (id === null) return null;
  const exclusive = market['negRisk'] ?? market['neg_risk'] ?? event?.['negRisk'];
  const series = fieldsIn(event?.['series'])[0] ?? null;
  return {
    id,
    title: shortText(event?.['title']),
    mutually_exclusive: typeof exclusive === 'boolean' ? exclusive : null,
    series: slugOf(series) ?? shortText(event?.['seriesSlug']),
  };
};

/** Topics of the event and of the market: objects with a slug, or slugs. */
const tagsOf = (market: Fields, nested: Fields | null): readonly string[] => {
  const tags = [...listOf(eventAround(market, nested)?.['tags']), ...listOf(market['tags'])];
  const slugs = tags.slice(0, TAGS_MAX).flatMap((tag) => slugOf(isFields(tag) ? tag : { slug: tag }) ?? []);
  return [...new Set(slugs)].sort();
};

const urlOf = (market: Fields, event: Fields | null): string | null => {
  const eventSlug = slugOf(eventAround(market, event));
  const slug = slugOf(market);
  if (eventSlug !== null && slug !== null) {
    return `https://polymarket.com/event/${eventSlug}/${slug}`;
  }
  return slug === null ? null : `https://polymarket.com/market/${slug}`;
};

export const { parse: parsePolymarketMarkets, read: readPolymarketMarkets } = marketsReader({
  exchange: 'Polymarket',
  members: ['events', 'markets', 'data', 'results', 'market', 'event'],
  lists: ['markets', 'events', 'data'],
  isMarket,
  eventOf: (value, _, event) => (Array.isArray(value['markets']) && textOf(value['slug']) !== null ? value : event),
  marketsOf: marketOf,
  cursorOf: (body) => lastPage(textOf(body['next_cursor'])),
});
