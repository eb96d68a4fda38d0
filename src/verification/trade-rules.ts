/** Checks paper trades, exits and settlements by the formulas of docs/registry.md. Pure. */
import { DIRECTIONS } from '../forecasting/forecast';
import { decideTrade, ofSide, type Side } from '../forecasting/paper-trade';
import { feeUsd } from '../markets/taker-fee';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { sha256Hex } from '../platform/common/sha256';
import { round4 } from '../platform/common/ten-thousandths';
import { parseMicros } from '../platform/common/utc-time';
import type { LogRecord } from '../registry/log/log-record';
import type { LoggedDocument } from './documents';
import { Broken } from './finding';
import { Members, millisOf } from './received-json';

export interface TradeHistory {
  readonly document: LoggedDocument;
  readonly bundle: LoggedDocument;
  readonly exits: LoggedDocument[];
}

export type { Side } from '../forecasting/paper-trade';

/** By how much a clock may be set back: until it has caught up, records are dated by the last before. */
export const SET_BACK_MS = HOUR_MS;
/** Maximum time from the quote to an early exit's record. */
const WRITTEN_WITHIN_MS = 10 * MINUTE_MS + SET_BACK_MS;
/** Higher powers of price × (1 − price) leave no fee. */
const EXPONENT_MAX = 4;
/** More than any stake buys. */
const ANY_SIZE = 1e9;
/** How long the exchange is asked again for after a settlement: 30 days, and the day of the reading. */
const CORRECTED_WITHIN_MS = 31 * DAY_MS;
/** Maximum time from the start of a round to its calls and records. */
const ROUND_MS = HOUR_MS;

/** The side that a policy buys for a forecast at its quote, or null. @throws Broken */
export const dueSide = (bundle: Members, rules: Members): Side | null => {
  const prediction = bundle.at('prediction');
  const quote = bundle.at('input').at('market');
  const direction = DIRECTIONS.find((one) => one === prediction.object['direction']);
  if (direction === undefined) throw new Broken(prediction.what, 'direction is not known');
  const forecast = {
    probability_yes: prediction.number('probability_yes'),
    confidence: prediction.number('confidence'),
    direction,
    reasoning: '',
  };
  const [yesBid, yesAsk] = [quote.numberOrNull('yes_bid'), quote.numberOrNull('yes_ask')];
  const isPrice = (price: number | null): boolean => price === null || (price >= 0 && price <= 1);
  quote.insist(isPrice(yesBid) && isPrice(yesAsk), 'yes_bid or yes_ask is not a price');
  const isSize = (size: number | null): boolean => size === null || size >= 0;
  const [bidSize, askSize] = [quote.numberOrNull('bid_size'), quote.numberOrNull('ask_size')];
  quote.insist(isSize(bidSize) && isSize(askSize), 'bid_size or ask_size is below 0');
  const decision = decideTrade(
    forecast,
    {
      yes_bid: yesBid,
      yes_ask: yesAsk,
      bid_size: bidSize,
      ask_size: askSize,
    },
    {
      minConfidence: rules.number('trade_min_confidence'),
      minEdge: rules.number('trade_min_edge'),
      stakeUsd: rules.number('trade_stake_usd'),
    },
  );
  if (decision.kind === 'none') return null;
  quote.insist(isInOrder(quote), 'bid, mid and ask are out of order');
  return decision.side;
};

/** Whether the known ones of bid, mid and ask are ascending. */
export const isInOrder = (quote: Members): boolean => {
  const [bid, mid, ask] = ['yes_bid', 'yes_price', 'yes_ask'].map((name) => quote.numberOrNull(name));
  const known = [bid, bid === null || ask === null ? null : mid, ask].filter((price) => typeof price === 'number');
  return known.every((price, at) => at === 0 || (known[at - 1] ?? 0) <= price);
};

/**
 * Whether a forecast that was asked for at an instant used a current quote; a quote without a time is not.
 *
 * @param setBackMs by which the clock may have been set back
 */
export const isQuotedInTime = (input: Members, rules: Members, askedAt: string, setBackMs = 0): boolean => {
  const quoted = input.at('market').textOrNull('quoted_at');
  if (quoted === null) return false;
  const frozen = millisOf(input.at('now').instant('frozen_at'));
  const age = frozen - millisOf(quoted);
  const waited = millisOf(askedAt) - frozen;
  return waited <= ROUND_MS + setBackMs && age <= rules.number('quote_max_seconds') * 1000 + ROUND_MS;
};

/** The side that a policy would buy, were the size offered known; null where it is, or nothing would be bought. */
export const unsizedSide = (bundle: Members, rules: Members): Side | null => {
  const input = bundle.at('input');
  const quote = input.at('market');
  const { bid_size: bid, ask_size: ask } = quote.object;
  if ((bid !== null && ask !== null) || !isInOrder(quote) || dueSide(bundle, rules) !== null) return null;
  const market = { ...quote.object, bid_size: bid ?? ANY_SIZE, ask_size: ask ?? ANY_SIZE };
  return dueSide(new Members(bundle.what, { ...bundle.object, input: { ...input.object, market } }), rules);
};

export const checkTrade = (trade: Members, bundle: Members, rules: Members): void => {
  const input = bundle.at('input');
  const prediction = bundle.at('prediction');
  const quote = input.at('market');
  trade.equal('quote', quote.object, 'the quote of its bundle');
  for (const name of ['exchange', 'ticker'])
    trade.equal(name, input.at('question').object[name], 'which its bundle is about');
  const side = sideOf(trade);
  trade.equal('side', prediction.object['side'], 'which its bundle says');
  trade.equal(
    'id',
    `t-${sha256Hex(`${bundle.text('bundle_id')}|${side}`).slice(0, 24)}`,
    'which follows from its bundle',
  );
  trade.equal('opened_at', trade.object['made_at'], 'the instant of its record');
  const price = priceOf(quote, side === 'YES' ? 'yes_ask' : 'yes_bid', side);
  trade.equal('price', price, 'the executable price of its quote');
  const stake = rules.number('trade_stake_usd');
  trade.equal('stake_usd', stake, 'which the policy says');
  const offered = quote.numberOrNull(side === 'YES' ? 'ask_size' : 'bid_size');
  const affordable = Math.floor(stake / (price ?? NaN));
  if (offered === null) throw new Broken(trade.what, 'was bought where the size offered is not known');
  const size = Math.min(affordable, Math.floor(offered));
  trade.equal('size', size, 'which follows from stake, price and the size offered');
  trade.insist(price !== null && price > 0 && price < 1 && size >= 1, 'has no price and size at which one buys');
  trade.equal('fee_usd', feeOf(trade, size, price ?? NaN), 'the fee of its exchange');
  const mid = quote.numberOrNull('yes_price');
  trade.equal('entry_mid', mid === null ? null : ofSide(side, mid), 'the mid of its quote');
  const probability = prediction.number('probability_yes');
  const ofOwn = side === 'YES' ? probability : 1 - probability;
  trade.equal('edge', round4(ofOwn - (price ?? NaN)), 'probability minus price');
  trade.insist(
    prediction.number('confidence') >= rules.number('trade_min_confidence'),
    'was opened below the confidence that the policy asks for',
  );
};

/** @param rules the policy in force; null in a receipt, which lacks it. @throws Broken */
export const checkExit = (
  document: LoggedDocument,
  trades: ReadonlyMap<string, TradeHistory>,
  settlements: ReadonlyMap<string, readonly LoggedDocument[]>,
  rules: Members | null,
): void => {
  const { members: exit, record } = document;
  const id = exit.text('trade_id');
  const history = trades.get(id);
  if (history === undefined) throw new Broken(exit.what, 'ends a trade that is not in the log before it');
  const trade = history.document.members;
  exit.equal('trade_sha256', history.document.record.sha256, 'that of its trade');
  for (const name of ['exchange', 'ticker', 'side']) exit.equal(name, trade.object[name], 'that of its trade');
  const before = history.exits.at(-1);
  exit.equal('replaces_sha256', before?.record.sha256 ?? null, 'the exit before');
  exit.insist(record.id === `x-${id.slice(2)}-${history.exits.length + 1}`, 'its id does not follow from its trade');
  const settled = exit.object['reason'] === 'settled';
  const known = settlements.get(`${trade.text('exchange')}/${trade.text('ticker')}`) ?? [];
  if (before !== undefined) insistAgain(exit, before.members, known);
  const price = settled ? settledPrice(exit, trade, known.at(-1)) : earlyPrice(exit);
  if (!settled) checkEarly(exit, trade, known, rules);
  exit.equal('price', price, 'which follows from its quote or settlement');
  const [size, entry] = [trade.number('size'), trade.number('price')];
  exit.equal('fee_usd', settled ? 0 : feeOf(trade, size, price), 'the fee of its exchange');
  const fees = trade.number('fee_usd') + exit.number('fee_usd');
  exit.equal('net_pnl', round4(size * (price - entry) - fees), 'size × (exit − entry) − fees');
  history.exits.push(document);
};

/** A second exit follows from a correction, for a trade held to settlement. */
const insistAgain = (exit: Members, before: Members, known: readonly LoggedDocument[]): void => {
  const corrected =
    known.length > 1 &&
    exit.object['reason'] === 'settled' &&
    before.object['reason'] === 'settled' &&
    before.object['settlement_sha256'] !== exit.object['settlement_sha256'];
  exit.insist(corrected, 'ends its trade again, and no correction of its market asks for that');
};

/**
 * Checks an early exit: while the market was open, at a current quote beyond the policy's limit and with enough size.
 */
const checkEarly = (exit: Members, trade: Members, known: readonly LoggedDocument[], rules: Members | null): void => {
  exit.insist(known.length === 0, 'was closed early after its market was settled');
  exit.insist(exit.instant('closed_at') > trade.instant('opened_at'), 'closed before it was opened');
  const quote = exit.at('quote');
  const [bid, ask] = [quote.numberOrNull('yes_bid'), quote.numberOrNull('yes_ask')];
  quote.insist(bid === null || ask === null || bid <= ask, 'bid and ask are out of order');
  const offered = quote.numberOrNull(trade.object['side'] === 'YES' ? 'bid_size' : 'ask_size');
  exit.insist(offered === null || offered >= trade.number('size'), 'sold more than was wanted at its price');
  const quoted = parseMicros(quote.instant('quoted_at')) ?? 0;
  const age = ((parseMicros(exit.instant('closed_at')) ?? 0) - quoted) / 1000;
  exit.insist(age >= 0, 'its quote is later than the exit');
  const bought = millisOf(trade.at('quote').textOrNull('quoted_at') ?? '');
  exit.insist(quoted / 1000 >= bought - WRITTEN_WITHIN_MS, 'its quote is older than that of its trade');
  if (rules === null) return;
  exit.insist(
    age <= rules.number('quote_max_seconds') * 1000 + WRITTEN_WITHIN_MS,
    'was sold at a quote older than the policy allows',
  );
  const isPast = isPastPrice(trade.number('price'), exit.number('price'), rules, exit.object['reason']);
  exit.insist(isPast, 'was closed early at a price that is not past the line of the policy');
};

/** Whether a price is past a line of the policy. @param reason of the line; either by default */
const isPastPrice = (entry: number, price: number, rules: Members, reason: unknown = null): boolean => {
  const [profit, loss] = [rules.number('trade_take_profit_share'), rules.number('trade_stop_loss_share')];
  const gains = price >= round4(entry + profit * (1 - entry));
  const loses = price <= round4(entry * loss);
  return reason === null ? gains || loses : reason === 'take_profit' ? gains : loses;
};

/** Whether an open trade is closed at a quote: past a line, with a bid for all of it. */
export const isPastLine = (trade: Members, quote: Members, rules: Members): boolean => {
  const side = sideOf(trade);
  const isYes = side === 'YES';
  const price = priceOf(quote, isYes ? 'yes_bid' : 'yes_ask', side);
  const wanted = quote.numberOrNull(isYes ? 'bid_size' : 'ask_size');
  if (price === null || price <= 0 || price >= 1 || !isInOrder(quote)) return false;
  return wanted !== null && wanted >= trade.number('size') && isPastPrice(trade.number('price'), price, rules);
};

const settledPrice = (exit: Members, trade: Members, settlement: LoggedDocument | undefined): number => {
  if (settlement === undefined) throw new Broken(exit.what, 'is settled, and no settlement is in the log before it');
  exit.equal('settlement_sha256', settlement.record.sha256, 'the settlement that holds');
  exit.equal('closed_at', settlement.members.object['resolved_at'], 'when its market resolved');
  exit.equal('quote', null, 'for it was settled');
  const paid = settlement.members.numberOrNull('settlement_yes_price');
  return paid === null ? trade.number('price') : ofSide(sideOf(trade), paid);
};

const earlyPrice = (exit: Members): number => {
  exit.insist(['take_profit', 'stop_loss'].includes(exit.text('reason')), 'reason is not a known one');
  exit.equal('settlement_sha256', null, 'for it was closed early');
  exit.equal('closed_at', exit.object['made_at'], 'the instant of its record');
  const side = sideOf(exit);
  const price = priceOf(exit.at('quote'), side === 'YES' ? 'yes_bid' : 'yes_ask', side);
  if (price === null) throw new Broken(exit.what, 'was closed early without a price');
  return price;
};

/** @param known settlement and corrections of the market, in log order. @throws Broken */
export const checkSettlement = (members: Members, record: LogRecord, known: readonly LoggedDocument[]): void => {
  const digits = sha256Hex(`${members.text('exchange')}|${members.text('ticker')}`).slice(0, 24);
  const before = known.at(-1);
  if (record.kind === 'settlement') {
    members.insist(before === undefined, 'is the second settlement of its market');
    members.insist(record.id === `s-${digits}`, 'its id does not follow from its market');
  } else {
    members.insist(before !== undefined, 'corrects a market that was not settled');
    members.equal('corrects_sha256', before?.record.sha256 ?? null, 'the word before');
    members.insist(record.id === `c-${digits}-${known.length}`, 'its id does not follow from its market');
    if (before !== undefined) checkCorrection(members, record, before.members);
  }
  const price = members.numberOrNull('settlement_yes_price');
  members.insist(price === null || (price >= 0 && price <= 1), 'settlement_yes_price is not a price');
  const status = members.text('status');
  members.insist(status === 'settled' || status === 'void', 'status is neither settled nor void');
  members.insist(price !== null || status === 'void', 'is settled at no price');
  members.equal('outcome', price === null ? null : price >= 0.5 ? 'YES' : 'NO', 'which its price says');
  members.equal('settled_by', 'exchange', 'for what was imported is not in the log');
  const resolved = members.instant('resolved_at');
  members.insist(resolved <= record.made_at, 'resolved after it was recorded');
  // If the exchange states no instant, that of the first read is used.
  const since = ((parseMicros(record.made_at) ?? 0) - (parseMicros(resolved) ?? 0)) / 1000;
  const atOnce = members.flag('resolved_at_stated') || record.kind === 'correction' || since <= HOUR_MS + SET_BACK_MS;
  members.insist(atOnce, 'resolved_at is neither stated by the exchange nor when it was read');
};

/** A correction states another decision, or another instant of it, and in time. */
const checkCorrection = (members: Members, record: LogRecord, before: Members): void => {
  const moved =
    members.flag('resolved_at_stated') &&
    before.flag('resolved_at_stated') &&
    members.object['resolved_at'] !== before.object['resolved_at'];
  const other = ['status', 'settlement_yes_price'].some((name) => members.object[name] !== before.object[name]);
  members.insist(moved || other, 'corrects nothing: it states the same decision');
  const since = ((parseMicros(record.made_at) ?? 0) - (parseMicros(before.instant('resolved_at')) ?? 0)) / 1000;
  members.insist(since <= CORRECTED_WITHIN_MS, 'came more than 30 days after the decision before');
};

const sideOf = (members: Members): Side => {
  const side = members.text('side');
  if (side !== 'YES' && side !== 'NO') throw new Broken(members.what, 'side is neither YES nor NO');
  return side;
};

const priceOf = (quote: Members, name: string, side: Side): number | null => {
  const yes = quote.numberOrNull(name);
  return yes === null ? null : ofSide(side, yes);
};

/** By the schedule in the trade. */
const feeOf = (trade: Members, size: number, price: number): number => {
  const { fee_rate: rate = null, fee_exponent: exponent = null } = trade.object;
  if (!isWithin(rate, 1) || !isWithin(exponent, EXPONENT_MAX)) throw new Broken(trade.what, 'has no fee schedule');
  return feeUsd(trade.text('exchange'), size, price, { fee_rate: rate, fee_exponent: exponent });
};

const isWithin = (value: unknown, most: number): value is number | null =>
  value === null || (typeof value === 'number' && value >= 0 && value <= most);
