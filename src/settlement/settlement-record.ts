/** Records of settlements and their corrections. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import type { Outcome } from '../markets/market';
import { logDocument } from '../registry/log/log-document';
import type { AppendRequest } from '../registry/log/log.service';
import { outcomeOf } from './outcome';

export interface ExchangeWord {
  readonly exchange: string;
  readonly ticker: string;
  /** `void` when the exchange cancelled the market. */
  readonly status: 'settled' | 'void';
  /** Payout of a YES contract, or null when stakes were returned. */
  readonly settlementYesPrice: number | null;
  /** Time of settlement by the exchange, else of the read. */
  readonly resolvedAt: string;
  /** Whether the exchange stated that time. */
  readonly resolvedAtStated: boolean;
  /** SHA-256 of the exchange's response, or null if not stored. */
  readonly rawSha256: string | null;
}

const marketHash = ({ exchange, ticker }: Pick<ExchangeWord, 'exchange' | 'ticker'>): string =>
  sha256Hex(`${exchange}|${ticker}`).slice(0, 24);

export const settlementId = (market: Pick<ExchangeWord, 'exchange' | 'ticker'>): string => `s-${marketHash(market)}`;

/** @param nth from 1; the highest of a market is current */
export const correctionId = (market: Pick<ExchangeWord, 'exchange' | 'ticker'>, nth: number): string =>
  `c-${marketHash(market)}-${nth}`;

const membersOf = (word: ExchangeWord) => ({
  exchange: word.exchange,
  ticker: word.ticker,
  status: word.status,
  settlement_yes_price: word.settlementYesPrice,
  outcome: outcomeOf(word.settlementYesPrice) satisfies Outcome | null,
  resolved_at: word.resolvedAt,
  resolved_at_stated: word.resolvedAtStated,
  settled_by: 'exchange',
  raw_sha256: word.rawSha256,
});

const noted = ({ exchange, ticker }: ExchangeWord, sha256: string, corrections: number) => ({
  query: 'settlement/note-record',
  row: { exchange, ticker, sha256, corrections },
});

export const settlementRequest = (word: ExchangeWord): AppendRequest => {
  const id = settlementId(word);
  return {
    id,
    kind: 'settlement',
    build: ({ madeAt }) => {
      const document = logDocument('settlement', id, madeAt, membersOf(word));
      return { ...document, also: [noted(word, document.sha256, 0)] };
    },
  };
};

/** @param nth from 1 @param corrects SHA-256 of the previous settlement or correction */
export const correctionRequest = (word: ExchangeWord, nth: number, corrects: string): AppendRequest => {
  const id = correctionId(word, nth);
  return {
    id,
    kind: 'correction',
    build: ({ madeAt }) => {
      const members = { ...membersOf(word), corrects_sha256: corrects };
      const document = logDocument('correction', id, madeAt, members);
      return { ...document, also: [noted(word, document.sha256, nth)] };
    },
  };
};

/** Whether the exchange now contradicts the record. A time missing on either side is not a contradiction. */
export const contradicts = (now: ExchangeWord, recorded: ExchangeWord): boolean =>
  now.status !== recorded.status ||
  now.settlementYesPrice !== recorded.settlementYesPrice ||
  (now.resolvedAtStated && recorded.resolvedAtStated && now.resolvedAt !== recorded.resolvedAt);
