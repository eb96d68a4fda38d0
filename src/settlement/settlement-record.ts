/** Records of what an exchange decided, and of its second thoughts. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import type { Outcome } from '../markets/market';
import { logDocument } from '../registry/log/log-document';
import type { AppendRequest } from '../registry/log/log.service';
import { outcomeOf } from './outcome';

/** The word of an exchange on one market. */
export interface ExchangeWord {
  readonly exchange: string;
  readonly ticker: string;
  /** `void` when the exchange called the market off. */
  readonly status: 'settled' | 'void';
  /** What a YES contract paid, or null when stakes were returned. */
  readonly settlementYesPrice: number | null;
  /** When the exchange settled it, or when it was read here. */
  readonly resolvedAt: string;
  /** Whether the exchange gave that instant. */
  readonly resolvedAtStated: boolean;
  /** SHA-256 of the exchange's answer, or null where it was not kept. */
  readonly rawSha256: string | null;
}

const marketHash = ({ exchange, ticker }: Pick<ExchangeWord, 'exchange' | 'ticker'>): string =>
  sha256Hex(`${exchange}|${ticker}`).slice(0, 24);

export const settlementId = (market: Pick<ExchangeWord, 'exchange' | 'ticker'>): string => `s-${marketHash(market)}`;

/** @param nth from 1; the highest of a market holds */
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

/** @param nth from 1 @param corrects SHA-256 of the settlement or correction before */
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

/**
 * Whether an exchange says another thing now than was recorded. An instant that it no longer states, or
 * did not state then, is no contradiction.
 */
export const contradicts = (now: ExchangeWord, recorded: ExchangeWord): boolean =>
  now.status !== recorded.status ||
  now.settlementYesPrice !== recorded.settlementYesPrice ||
  (now.resolvedAtStated && recorded.resolvedAtStated && now.resolvedAt !== recorded.resolvedAt);
