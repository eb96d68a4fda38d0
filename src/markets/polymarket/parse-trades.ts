/**
 * Polymarket's data API: `/trades`, and the trades among `/activity`, in document order (newest
 * first). Rewards, rebates and redemptions move money but are no trades; their side and price are
 * empty, and a redemption of ten million says nothing about what anyone expects.
 */
import {
  isFields,
  listOf,
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

/** One fill. */
export interface Trade {
  /** Condition id of the market: its ticker. */
  readonly ticker: string;
  readonly wallet: string;
  readonly side: 'BUY' | 'SELL';
  /** Token traded. */
  readonly asset: string;
  /** The side of the market that the token stands for: `Yes`, `No`, a team … */
  readonly outcome: string;
  /** Shares. */
  readonly size: number;
  /** USD per share, 0 to 1, as given (it carries float noise). */
  readonly price: number;
  /** Size times price: the API names no cash for a trade. */
  readonly usd: number;
  /** UTC milliseconds. */
  readonly tradedAt: number;
  readonly transactionHash: string;
  /** The market's question. */
  readonly title: string;
  readonly slug: string | null;
  readonly eventSlug: string | null;
}

/** @throws UnreadableError when the document is no list of trades or activity */
export const parsePolymarketTrades = (document: unknown): readonly Trade[] => {
  const body = recordedBody(document);
  const rows = isFields(body) ? (body['data'] ?? body['trades']) : body;
  if (!Array.isArray(rows)) {
    throw new UnreadableError('No list of Polymarket trades in this document');
  }
  const trades = listOf(rows).flatMap((row) => (isFields(row) ? tradeOf(row) : []));
  if (trades.length === 0 && rows.length > 0 && !rows.some(looksLikeActivity)) {
    throw new UnreadableError('The rows of this document are no Polymarket trades');
  }
  return trades;
};

const looksLikeActivity = (row: unknown): boolean =>
  isFields(row) && textOf(row['proxyWallet']) !== null && 'timestamp' in row;

const tradeOf = (row: Fields): readonly Trade[] => {
  if ('type' in row && row['type'] !== 'TRADE') return [];
  const side = textOf(row['side'])?.toUpperCase();
  const ticker = textOf(row['conditionId'])?.toLowerCase() ?? null;
  const size = numberOf(row['size']);
  const price = unitOf(row['price']);
  const tradedAt = millisOfMicros(microsOfSeconds(row['timestamp']));
  const transactionHash = textOf(row['transactionHash']);
  if (side !== 'BUY' && side !== 'SELL') return [];
  if (ticker === null || transactionHash === null || tradedAt === null) return [];
  if (size === null || size <= 0 || price === null) return [];
  return [
    {
      ticker,
      wallet: textOf(row['proxyWallet'])?.toLowerCase() ?? '',
      side,
      asset: textOf(row['asset']) ?? '',
      outcome: oneLine(textOf(row['outcome']) ?? ''),
      size,
      price,
      usd: Math.round(size * price * 100) / 100,
      tradedAt,
      transactionHash: transactionHash.toLowerCase(),
      title: oneLine(textOf(row['title']) ?? ''),
      slug: textOf(row['slug']),
      eventSlug: textOf(row['eventSlug']),
    },
  ];
};
