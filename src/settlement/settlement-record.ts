/** Records of settlements and their corrections. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import type { Outcome } from '../markets/market';
import type { MarketKey } from '../markets/market-key';
import { documentRequest } from '../registry/log/log-document';
import type { AppendRequest } from '../registry/log/log.service';
import { outcomeOf, type SettledMarket } from './outcome';
import { pick } from '../platform/common/pick';

export interface ExchangeWord extends MarketKey, SettledMarket {
  /** Time of settlement by the exchange, else of the read. */
  readonly resolved_at: string;
  /** Whether the exchange stated that time. */
  readonly resolved_at_stated: boolean;
  /** SHA-256 of the exchange's response, or null if not stored. */
  readonly raw_sha256: string | null;
}

const marketHash = ({ exchange, ticker }: MarketKey): string => sha256Hex(`${exchange}|${ticker}`).slice(0, 24);

export const settlementId = (market: MarketKey): string => `s-${marketHash(market)}`;

/** @param nth from 1; the highest of a market is current */
export const correctionId = (market: MarketKey, nth: number): string => `c-${marketHash(market)}-${nth}`;

/** The content of a settlement, in the graph and in its record. */
export const settlementMembers = (word: ExchangeWord) => ({
  ...pick(word, 'exchange', 'ticker', 'status', 'settlement_yes_price'),
  outcome: outcomeOf(word.settlement_yes_price) satisfies Outcome | null,
  ...pick(word, 'resolved_at', 'resolved_at_stated', 'raw_sha256'),
});

const membersOf = (word: ExchangeWord) => ({ ...settlementMembers(word), settled_by: 'exchange' });

const noted = ({ exchange, ticker }: ExchangeWord, sha256: string, corrections: number) => [
  { query: 'settlement/note-record', row: { exchange, ticker, sha256, corrections } },
];

export const settlementRequest = (word: ExchangeWord): AppendRequest =>
  documentRequest(
    'settlement',
    settlementId(word),
    () => membersOf(word),
    (sha256) => noted(word, sha256, 0),
  );

/** @param nth from 1 @param corrects SHA-256 of the previous settlement or correction */
export const correctionRequest = (word: ExchangeWord, nth: number, corrects: string): AppendRequest =>
  documentRequest(
    'correction',
    correctionId(word, nth),
    () => ({ ...membersOf(word), corrects_sha256: corrects }),
    (sha256) => noted(word, sha256, nth),
  );

/** Whether the exchange now contradicts the record. A time missing on either side is not a contradiction. */
export const contradicts = (now: ExchangeWord, recorded: ExchangeWord): boolean =>
  now.status !== recorded.status ||
  now.settlement_yes_price !== recorded.settlement_yes_price ||
  (now.resolved_at_stated && recorded.resolved_at_stated && now.resolved_at !== recorded.resolved_at);
