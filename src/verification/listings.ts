/** Checks the lists of trades and markets against the log. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import { parseMicros } from '../platform/common/utc-time';
import type { LoggedDocument } from './documents';
import { insist } from './finding';
import { marketOf, marketOfBundle, type History } from './history';
import { checkReceipt, receiptFigures, recordTexts, type CheckedReceipt } from './receipt';
import { isObject, Members, sameJson, shortly, without } from './received-json';
import type { TradeHistory } from './trade-rules';

export const MARKETS_PATH = '/v1/markets?limit=500';
export const RECEIPTS_PATH = '/api/receipts?population=own&limit=500';
export const receiptPath = (tradeId: string): string => `/api/receipt/${tradeId}.json`;

const LISTED_MEMBERS = (
  'trade_id population exchange ticker question status side opened_at entry_price size probability_yes confidence ' +
  'closed_at exit_price exit_reason net_pnl receipt_path'
).split(' ');

/** The current tick may not have recorded a very recent decision yet. */
const RECORDED_WITHIN_MS = HOUR_MS;

export interface Listed {
  readonly rows: readonly unknown[];
  /** Whether it was read completely. */
  readonly whole: boolean;
}

const partsOf = (history: History, trade: TradeHistory) => ({
  bundle: trade.bundle,
  trade,
  settlements: history.settlements.get(marketOfBundle(trade.bundle)) ?? [],
});

/** Checks that the list of receipts has every trade of the log once, newest first, with its figures. @throws Broken */
export const checkReceiptList = ({ rows, whole }: Listed, history: History): void => {
  const due = [...history.trades.values()].sort((left, right) =>
    left.document.record.made_at > right.document.record.made_at ? -1 : 1,
  );
  rows.forEach((value, index) => {
    const what = `${RECEIPTS_PATH} entry ${index}`;
    const row = Members.of(what, value);
    const trade = due[index];
    insist(trade !== undefined, what, `lists ${shortly(row.object['trade_id'])}, which is not in the log`);
    if (trade === undefined) return;
    const { prediction, ...figures } = receiptFigures(partsOf(history, trade));
    const all: Readonly<Record<string, unknown>> = {
      ...(prediction as object),
      ...figures,
      receipt_path: receiptPath(trade.document.record.id),
    };
    row.insistKnown(LISTED_MEMBERS);
    for (const [name, given] of Object.entries(row.object))
      insist(
        name in all && sameJson(given, all[name]),
        what,
        `${name} is ${shortly(given)}, and the log says ${shortly(all[name])}`,
      );
  });
  const missing = due[rows.length];
  insist(!whole || missing === undefined, RECEIPTS_PATH, `does not list trade ${missing?.document.record.id ?? ''}`);
};

/** Checks one receipt, and that it has all records of its trade. @throws Broken */
export const checkListedReceipt = (text: string, history: History, trade: TradeHistory): CheckedReceipt => {
  const path = receiptPath(trade.document.record.id);
  const checked = checkReceipt(text, path);
  checked.members.equal('trade_id', trade.document.record.id, 'which was asked for');
  const intent = history.intents.get(String(trade.bundle.members.object['intent_sha256']));
  const due: LoggedDocument[] = [
    ...(intent === undefined ? [] : [intent.document]),
    trade.bundle,
    trade.document,
    ...trade.exits,
    ...partsOf(history, trade).settlements,
  ].sort((left, right) => left.index - right.index);
  // A receipt may be newer than the checkpoint of this verification.
  const until = due.at(-1)?.index ?? 0;
  const given = checked.documents.filter(({ index }) => index <= until);
  const same = recordTexts(given.map(({ record }) => record)) === recordTexts(due.map(({ record }) => record));
  insist(same, path, 'does not contain exactly the records that the log has of its trade');
  return checked;
};

/**
 * Checks that every forecast market is listed with the same question, unless marked as edited, and the same settlement.
 *
 * @returns markets edited since their newest forecast
 * @throws Broken
 */
export const checkMarkets = ({ rows, whole }: Listed, history: History, now: number): readonly string[] => {
  const listed = new Map<string, Members>(
    rows.map((value, index) => {
      const what = `${MARKETS_PATH} entry ${index}`;
      const row = Members.of(what, value);
      return [marketOf(row), row] as const;
    }),
  );
  insist(listed.size === rows.length, MARKETS_PATH, 'lists a market twice');
  const newest = new Map<string, LoggedDocument>();
  for (const bundle of history.bundles.values()) {
    const market = marketOfBundle(bundle);
    if ((newest.get(market)?.record.made_at ?? '') < bundle.record.made_at) newest.set(market, bundle);
  }
  for (const [market, row] of listed) {
    const shown = row.object['latest_prediction'];
    const own = isObject(shown) && shown['replay_bundle_id'] !== null;
    row.insist(!own || newest.has(market), `${market} is listed with a forecast that was not recorded`);
  }
  const edited: string[] = [];
  for (const [market, bundle] of newest) {
    const row = listed.get(market);
    insist(!whole || row !== undefined, MARKETS_PATH, `${market} was forecast and is not listed`);
    if (row === undefined) continue;
    const named = new Members(`${MARKETS_PATH}: ${market}`, row.object);
    checkMarket(named, market, bundle, history, now);
    // Earlier releases lack it.
    const { edited_at: editedAt } = row.object;
    if (typeof editedAt === 'string' && editedAt > bundle.record.made_at) edited.push(market);
    else checkTerms(named, bundle, history.settlementOf(market) !== null);
  }
  return edited;
};

const checkTerms = (row: Members, bundle: LoggedDocument, isDecided: boolean): void => {
  const question = bundle.members.at('input').at('question');
  row.equal('question', question.object['text'], 'which was forecast');
  const [ends, asked] = [row.textOrNull('resolves_at') ?? '', question.text('resolves_at')];
  // An early decision moves the market's end to that day.
  row.insist(
    ends === asked || (isDecided && ends < asked),
    `resolves_at is ${shortly(ends)}, and ${shortly(asked)} was forecast`,
  );
};

const checkMarket = (row: Members, market: string, bundle: LoggedDocument, history: History, now: number): void => {
  const settlement = history.settlementOf(market);
  checkLatest(row, bundle);
  if (settlement !== null) {
    for (const name of ['status', 'outcome', 'settlement_yes_price'])
      row.equal(name, settlement.object[name], 'which the log says');
    if (settlement.object['resolved_at_stated'] === true)
      row.equal('resolved_at', settlement.object['resolved_at'], 'which the log says');
    return;
  }
  const decided = row.object['status'] === 'settled' || row.object['status'] === 'void';
  const at = (parseMicros(row.textOrNull('resolved_at') ?? '') ?? now * 1000) / 1000;
  row.insist(!decided || at > now - RECORDED_WITHIN_MS, 'is listed as decided, and no settlement is in the log');
  row.insist(decided || row.object['settlement_yes_price'] === null, 'has a settlement price and is not settled');
};

/** Checks a market's newest forecast, and the values derived from it and the current price. */
const checkLatest = (row: Members, { record, members }: LoggedDocument): void => {
  const prediction = without(members.at('prediction').object, 'reasoning');
  const due = {
    ...prediction,
    id: record.id,
    replay_bundle_id: record.id,
    made_at: record.made_at,
    market_yes_price: members.at('input').at('market').object['yes_price'] ?? null,
  };
  const shown = row.at('latest_prediction');
  // A newer imported forecast, which has no record, replaces our own.
  if (shown.object['replay_bundle_id'] === null && shown.text('made_at') > record.made_at) return;
  shown.insistKnown(Object.keys(due));
  for (const [name, value] of Object.entries(due)) shown.equal(name, value, 'which the log says');
};
