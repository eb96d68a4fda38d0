/**
 * Parses trades of Polymarket's data API in document order (newest first): `/v2/trades`, and captures of the first
 * version, `/trades` and `/activity`. Rewards, rebates and redemptions are not trades: their side and price are empty,
 * and they express no opinion.
 */
import {
  fieldsOf,
  isFields,
  microsOfSeconds,
  millisOfMicros,
  numberOf,
  textOf,
  unitOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { oneLine } from '../../platform/common/plain-text';
import { recordedBody } from '../recorded-body';
import { conditionTicker } from './condition-id';

export interface Trade {
  /** Condition id of the market: its ticker. */
  readonly ticker: string;
  readonly wallet: string;
  readonly side: 'BUY' | 'SELL';
  readonly asset: string;
  /** The token's side of the market: `Yes`, `No`, a team … */
  readonly outcome: string;
  readonly size: number;
  /** USD per share, 0 to 1, unrounded (it has float noise). */
  readonly price: number;
  /** Size times price: the API has no cash amount for a trade. */
  readonly usd: number;
  /** UTC milliseconds. */
  readonly tradedAt: number;
  readonly transactionHash: string;
  readonly title: string;
  readonly slug: string | null;
  readonly eventSlug: string | null;
}

export interface TradesPage {
  readonly trades: readonly Trade[];
  /** Number of unreadable trades by the missing or invalid field. */
  readonly refused: ReadonlyMap<string, number>;
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/** Identity of a fill, except for identical repeats. */
export const fillOf = (trade: Trade): string =>
  [trade.transactionHash, trade.asset, trade.wallet, trade.side, trade.price, trade.size].join('|');

/** @throws UnreadableError when the document is not a list of trades or activity */
export const parsePolymarketTrades = (document: unknown): readonly Trade[] => readTrades(document).trades;

/** @throws UnreadableError when the document is not a list of trades or activity, or all rows are unreadable */
export const readTrades = (document: unknown): TradesPage => {
  const body = recordedBody(document);
  const rows = isFields(body) ? (body['data'] ?? body['trades']) : body;
  if (!Array.isArray(rows)) {
    throw new UnreadableError('No list of Polymarket trades in this document');
  }
  const refused = new Map<string, number>();
  const trades = rows.filter(isTrade).flatMap((row) => {
    const trade = tradeOf(row);
    if (typeof trade !== 'string') return [trade];
    refused.set(trade, (refused.get(trade) ?? 0) + 1);
    return [];
  });
  if (trades.length === 0 && (refused.size > 0 || (rows.length > 0 && !rows.some(isFields))))
    throw new UnreadableError(
      `The rows of this document are not Polymarket trades: ${[...refused.keys()].join(', ') || 'no objects'}`,
    );
  return { trades, refused, nextCursor: isFields(body) ? textOf(fieldsOf(body['pagination'])['next_cursor']) : null };
};

/** Rewards and the like have another type. */
const isTrade = (row: unknown): row is Fields => isFields(row) && (!('type' in row) || row['type'] === 'TRADE');

/** The trade of a row of either API version, or the name of an unreadable field. */
const tradeOf = (row: Fields): Trade | string => {
  const text = (v2: string, v1: string): string | null => textOf(row[v2] ?? row[v1]);
  const side = textOf(row['side'])?.toUpperCase();
  const ticker = conditionTicker(text('condition_id', 'conditionId'));
  const wallet = text('proxy_wallet', 'proxyWallet')?.toLowerCase() ?? null;
  const asset = text('token_id', 'asset');
  const size = numberOf(row['size']);
  const price = unitOf(row['price']);
  const tradedAt = millisOfMicros(microsOfSeconds(row['timestamp']));
  const transactionHash = text('transaction_hash', 'transactionHash')?.toLowerCase() ?? null;
  if (side !== 'BUY' && side !== 'SELL') return 'side';
  if (ticker === null) return 'condition_id';
  if (wallet === null) return 'proxy_wallet';
  if (asset === null) return 'token_id';
  if (tradedAt === null) return 'timestamp';
  if (transactionHash === null) return 'transaction_hash';
  if (size === null || size <= 0) return 'size';
  if (price === null) return 'price';
  return {
    ticker,
    wallet,
    side,
    asset,
    outcome: oneLine(textOf(row['outcome']) ?? ''),
    size,
    price,
    usd: Math.round(size * price * 100) / 100,
    tradedAt,
    transactionHash,
    title: oneLine(textOf(row['title']) ?? ''),
    slug: textOf(row['slug']),
    eventSlug: text('event_slug', 'eventSlug'),
  };
};
