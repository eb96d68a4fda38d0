/** Values that documents prove, as `data-shown`; the proof script compares them by these functions. Without Node. */
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { LogRecord } from '../../registry/log/log-record';
import type { RecordKind } from '../../registry/log/kinds';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import type { MarketPrediction } from './market-pages.repository';
import { fixed, none, signedUsd, time } from './figures';
import { spoken } from './names';

export const shown = (name: string, value: HtmlValue): Html => html`<span data-shown="${name}">${value}</span>`;

type Shown = Readonly<Record<string, HtmlValue>>;

type ForecastShown = Pick<
  MarketPrediction,
  'made_at' | 'probability_yes' | 'direction' | 'model' | 'confidence' | 'market_yes_price' | 'reasoning'
>;

export const forecastShown = (one: ForecastShown): Shown => ({
  made_at: time(one.made_at),
  probability_yes: `${shareText(one.probability_yes)} YES`,
  direction: directionWords(one.direction),
  model: one.model,
  confidence: fixed(one.confidence),
  market_yes_price: shareText(one.market_yes_price),
  reasoning: one.reasoning,
});

export const receiptShown = (receipt: ReceiptResponse): Shown => {
  const { prediction, settlement: decided } = receipt;
  const ofSideBought = (share: number | null): string => `${receipt.side} ${shareText(share)}`;
  const yes = prediction.probability_yes;
  return {
    side: receipt.side,
    question: receipt.question,
    entry_price: cents(receipt.entry_price),
    size: receipt.size,
    opened_at: time(receipt.opened_at),
    // Shown for the side bought; `entry_mid` is already of that side.
    probability: ofSideBought(yes === null || receipt.side === 'YES' ? yes : 1 - yes),
    confidence: fixed(prediction.confidence),
    direction: prediction.direction === null ? none() : directionWords(prediction.direction),
    end: endOf(receipt),
    net_pnl: receipt.net_pnl === null ? none('still open') : signedUsd(receipt.net_pnl),
    result: resultWords(receipt.net_pnl),
    fees: `$${((receipt.fee_usd ?? 0) + (receipt.exit_fee_usd ?? 0)).toFixed(2)}`,
    made_at: time(prediction.made_at),
    closed_at: time(receipt.closed_at),
    settlement:
      decided === null
        ? 'not yet'
        : html`${time(decided.resolved_at)}:
          ${decided.outcome ?? spoken(decided.status)}${decided.settlement_yes_price !== null && decided.settlement_yes_price % 1 !== 0 && html` at ${cents(decided.settlement_yes_price)}`},
          ${decided.settled_by === 'exchange' ? `as ${spoken(receipt.exchange)} reported it` : 'as imported'}`,
    corrections: correctionsOf(receipt),
    entry_mid: ofSideBought(receipt.entry_mid),
  };
};

export const recordShown = (
  record: LogRecord,
  leafIndex: number,
  document: Readonly<Record<string, unknown>>,
): Shown => ({
  kind: RECORD_WORDS[record.kind],
  leaf_index: leafIndex,
  made_at: time(record.made_at),
  sha256: record.sha256,
  document: JSON.stringify(document, null, 2),
  ...inShort(record, document),
});

const RECORD_WORDS: Readonly<Record<RecordKind, string>> = {
  policy: 'the rules in force from then on',
  plan: 'what a day began with: every market followed and the budget',
  intent: 'that the model is about to be asked about a market',
  bundle: 'a forecast, with everything that the model was shown',
  shadow: 'the answer of another model to the same input',
  trade: 'the opening of a trade on paper',
  exit: 'the end of a trade on paper',
  settlement: 'what the exchange decided of a market',
  correction: 'that the exchange changed its word on a market',
  seal: 'that a day was closed, with the hash of its file',
  withdrawal: 'that words of a source were taken out of what is served',
  key: 'that the log is signed by another key from then on',
  receipt: 'a receipt',
};

const inShort = ({ kind }: LogRecord, document: Readonly<Record<string, unknown>>): Shown => {
  const of = (name: string): Readonly<Record<string, unknown>> =>
    (document[name] ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'bundle') {
    const { question } = of('input') as { question?: { text?: string } };
    return {
      question: question?.text,
      probability_yes: `${shareText(Number(of('prediction')['probability_yes']))} YES`,
    };
  }
  if (kind === 'settlement' || kind === 'correction')
    return {
      outcome: `Outcome: ${spoken(String(document['outcome'] ?? document['status']))}`,
      settled_by: `Decided by: ${String(document['settled_by'])}`,
    };
  if (kind === 'trade')
    return {
      side: `Bought ${String(document['side'])}`,
      price: `At ${cents(Number(document['price']))} a contract`,
    };
  return {};
};

const correctionsOf = ({ records }: ReceiptResponse): HtmlValue => {
  const words = records
    .filter(({ record: { kind } }) => kind === 'settlement' || kind === 'correction')
    .map(({ document }) => document as Readonly<Record<string, unknown>>);
  return words.length < 2
    ? 'none'
    : words
        .slice(0, -1)
        .map(
          (said, index) =>
            html`${index > 0 && '; '}${time(String(said['made_at']))}: ${String(said['outcome'] ?? said['status'])}`,
        );
};

const endOf = ({ exit_reason, exit_price }: ReceiptResponse): HtmlValue =>
  exit_reason === null
    ? 'open'
    : html`${spoken(exit_reason)} at ${exit_price === null ? none('no price') : cents(exit_price)}`;

const DIRECTIONS: Readonly<Record<string, string>> = { ESCALATE: 'expects escalation', DEESCALATE: 'expects calm' };

const directionWords = (direction: string): string => DIRECTIONS[direction] ?? spoken(direction.toLowerCase());

/** A share as a percentage; near 0 and 1 with one more digit, so that small values are not shown as 0. */
export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  const near = share !== 0 && share !== 1 && (share < 0.01 || share > 0.99);
  return `${(share * 100).toFixed(near ? 1 : 0)}\u00A0%`;
};

/** Result of a paper trade: `gained $23`, `lost $100`, `still holds it`. */
export const resultWords = (net: number | null): string => {
  if (net === null) return 'still holds it';
  const dollars = Math.abs(net);
  return `${net < 0 ? 'lost' : 'gained'} $${dollars.toFixed(dollars < 10 ? 2 : 0)}`;
};

/** Price of a contract that pays one dollar: `79.5 ¢`. */
export const cents = (price: number): string => `${Number((price * 100).toFixed(1))}\u00A0¢`;
