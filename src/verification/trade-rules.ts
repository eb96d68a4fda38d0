/**
 * Paper trades, their exits, and what the exchanges decided: every price, size, fee and gain follows
 * from the quote, the policy and the settlement, as docs/registry.md states. Pure.
 */
import { sha256Hex } from '../platform/common/sha256';
import { round4 } from '../platform/common/ten-thousandths';
import type { LogRecord } from '../registry/log/log-record';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import type { Members } from './received-json';

export interface TradeHistory {
  readonly document: LoggedDocument;
  readonly bundle: LoggedDocument;
  readonly exits: LoggedDocument[];
}

/** @throws Broken */
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
  const size = offered === null ? affordable : Math.min(affordable, Math.floor(offered));
  trade.equal('size', size, 'which follows from stake, price and the size offered');
  trade.equal('fee_usd', feeOf(trade, size, price ?? NaN), 'the fee of its exchange');
  const mid = quote.numberOrNull('yes_price');
  trade.equal('entry_mid', mid === null ? null : ofSide(side, mid), 'the mid of its quote');
  const probability = prediction.number('probability_yes');
  const ofOwn = side === 'YES' ? probability : 1 - probability;
  trade.equal('edge', round4(ofOwn - (price ?? NaN)), 'probability minus price');
  insist(
    prediction.number('confidence') >= rules.number('trade_min_confidence'),
    trade.what,
    'was opened below the confidence that the policy asks for',
  );
};

/** @throws Broken */
export const checkExit = (
  document: LoggedDocument,
  trades: ReadonlyMap<string, TradeHistory>,
  settlements: ReadonlyMap<string, readonly LoggedDocument[]>,
): void => {
  const { members: exit, record } = document;
  const id = exit.text('trade_id');
  const history = trades.get(id);
  if (history === undefined) {
    exit.equal('trade_sha256', null, 'for its trade is not in the log before it');
    return;
  }
  const trade = history.document.members;
  exit.equal('trade_sha256', history.document.record.sha256, 'that of its trade');
  for (const name of ['exchange', 'ticker', 'side']) exit.equal(name, trade.object[name], 'that of its trade');
  const before = history.exits.at(-1);
  exit.equal('replaces_sha256', before?.record.sha256 ?? null, 'the exit before');
  insist(
    record.id === `x-${id.slice(2)}-${history.exits.length + 1}`,
    exit.what,
    'its id does not follow from its trade',
  );
  const price = exit.object['reason'] === 'settled' ? settledPrice(exit, trade, settlements) : earlyPrice(exit);
  exit.equal('price', price, 'which follows from its quote or settlement');
  const [size, entry] = [trade.number('size'), trade.number('price')];
  const settled = exit.object['reason'] === 'settled';
  exit.equal('fee_usd', settled ? 0 : feeOf(trade, size, price), 'the fee of its exchange');
  const fees = trade.number('fee_usd') + exit.number('fee_usd');
  exit.equal('net_pnl', round4(size * (price - entry) - fees), 'size × (exit − entry) − fees');
  insist(exit.instant('closed_at') >= trade.instant('opened_at') || settled, exit.what, 'closed before it was opened');
  history.exits.push(document);
};

const settledPrice = (
  exit: Members,
  trade: Members,
  settlements: ReadonlyMap<string, readonly LoggedDocument[]>,
): number => {
  const market = `${trade.text('exchange')}/${trade.text('ticker')}`;
  const settlement = settlements.get(market)?.at(-1);
  if (settlement === undefined) throw new Broken(exit.what, 'is settled, and no settlement is in the log before it');
  exit.equal('settlement_sha256', settlement.record.sha256, 'the settlement that holds');
  exit.equal('closed_at', settlement.members.object['resolved_at'], 'when its market resolved');
  exit.equal('quote', null, 'for it was settled');
  const paid = settlement.members.numberOrNull('settlement_yes_price');
  return paid === null ? trade.number('price') : ofSide(sideOf(trade), paid);
};

const earlyPrice = (exit: Members): number => {
  insist(['take_profit', 'stop_loss'].includes(exit.text('reason')), exit.what, 'reason is not a known one');
  exit.equal('settlement_sha256', null, 'for it was closed early');
  exit.equal('closed_at', exit.object['made_at'], 'the instant of its record');
  const side = sideOf(exit);
  const price = priceOf(exit.at('quote'), side === 'YES' ? 'yes_bid' : 'yes_ask', side);
  if (price === null) throw new Broken(exit.what, 'was closed early without a price');
  return price;
};

/** @param known settlement and corrections of the same market, in log order. @throws Broken */
export const checkSettlement = (members: Members, record: LogRecord, known: readonly LoggedDocument[]): void => {
  const digits = sha256Hex(`${members.text('exchange')}|${members.text('ticker')}`).slice(0, 24);
  const before = known.at(-1);
  if (record.kind === 'settlement') {
    insist(before === undefined, members.what, 'is the second settlement of its market');
    insist(record.id === `s-${digits}`, members.what, 'its id does not follow from its market');
  } else {
    insist(before !== undefined, members.what, 'corrects a market that was not settled');
    members.equal('corrects_sha256', before?.record.sha256 ?? null, 'the word before');
    insist(record.id === `c-${digits}-${known.length}`, members.what, 'its id does not follow from its market');
  }
  const price = members.numberOrNull('settlement_yes_price');
  insist(price === null || (price >= 0 && price <= 1), members.what, 'settlement_yes_price is not a price');
  const status = members.text('status');
  insist(status === 'settled' || status === 'void', members.what, 'status is neither settled nor void');
  insist(price !== null || status === 'void', members.what, 'is settled at no price');
  members.equal('outcome', price === null ? null : price >= 0.5 ? 'YES' : 'NO', 'which its price says');
  members.equal('settled_by', 'exchange', 'for what was imported is not in the log');
  insist(members.instant('resolved_at') <= record.made_at, members.what, 'resolved after it was recorded');
};

const sideOf = (members: Members): 'YES' | 'NO' => {
  const side = members.text('side');
  if (side !== 'YES' && side !== 'NO') throw new Broken(members.what, 'side is neither YES nor NO');
  return side;
};

/** A price of YES as one of the side. */
const ofSide = (side: 'YES' | 'NO', yes: number): number => (side === 'YES' ? yes : round4(1 - yes));

const priceOf = (quote: Members, name: string, side: 'YES' | 'NO'): number | null => {
  const yes = quote.numberOrNull(name);
  return yes === null ? null : ofSide(side, yes);
};

/** Kalshi's general fee schedule, rounded up to the cent; Polymarket's event markets charge none. */
const feeOf = (trade: Members, size: number, price: number): number =>
  trade.text('exchange') === 'kalshi' ? Math.ceil(Math.round(7 * size * price * (1 - price) * 1e6) / 1e6) / 100 : 0;
