/**
 * Selects large trades, and identifies fills.
 *
 * One transaction can have several fills, even identical ones: the identity is transaction, asset, wallet, side, price
 * and size, and an ordinal among equals. The exchange's order within a page is stable, so re-reading a page yields the
 * same identities.
 */
import { sha256Hex } from '../../platform/common/sha256';
import { cut, oneLine } from '../../platform/common/plain-text';
import type { ParsedItem } from '../../event-log/item';
import { fillOf, type Trade } from '../../markets/polymarket/parse-trades';
import { pick } from '../../platform/common/pick';

/** Trades of at least `usdMin`, as items, in order. */
export const whaleItems = (trades: readonly Trade[], usdMin: number): readonly ParsedItem[] =>
  tradeItems(trades).filter((_, index) => (trades[index]?.usd ?? 0) >= usdMin);

export const tradeItems = (trades: readonly Trade[]): readonly ParsedItem[] => {
  const seen = new Map<string, number>();
  return trades.map((trade) => {
    const fill = fillOf(trade);
    const ordinal = seen.get(fill) ?? 0;
    seen.set(fill, ordinal + 1);
    return tradeItem(trade, sha256Hex(`${fill}|${ordinal}`).slice(0, 32));
  });
};

/** Additional fields for `vedette parse`. */
export const tradeRecord = (trade: Trade) => ({
  exchange: 'polymarket',
  ...pick(trade, 'ticker', 'wallet', 'side', 'asset', 'outcome', 'size', 'price', 'usd'),
  transaction_hash: trade.transactionHash,
});

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

const tradeItem = (trade: Trade, id: string): ParsedItem => ({
  key: `polymarket-trade:${id}`,
  title: oneLine(
    `${usd.format(trade.usd)} ${trade.side === 'BUY' ? 'bought' : 'sold'} ${cut(trade.outcome, 60)} at ${trade.price.toFixed(2)}: ${cut(trade.title, 220)}`,
  ),
  url: addressOf(trade),
  publishedAt: trade.tradedAt,
  lang: 'en',
  summary: null,
  publisher: null,
  attributes: {
    exchange: 'polymarket',
    ...pick(trade, 'ticker', 'usd', 'side', 'outcome', 'price', 'size', 'wallet'),
  },
});

const SLUG = /^[\w.-]+$/;

const addressOf = ({ eventSlug, slug }: Trade): string | null => {
  if (eventSlug === null || !SLUG.test(eventSlug)) return null;
  const market = slug !== null && SLUG.test(slug) ? `/${slug}` : '';
  return `https://polymarket.com/event/${eventSlug}${market}`;
};
