/** Compares an exchange's response with a document: prices and sizes of both sides, and outcome. Pure. */
import { fieldsOf } from '../platform/common/foreign-json';
import { formatMicros, parseMicros } from '../platform/common/utc-time';
import { number4 } from '../forecasting/input/fit';
import { parseKalshiMarkets } from '../markets/kalshi/parse-markets';
import { topOfBook } from '../markets/polymarket/parse-book';
import { parsePolymarketMarkets } from '../markets/polymarket/parse-markets';
import type { LoggedDocument } from './documents';
import { Broken } from './finding';
import { shortly } from './received-json';

const restsOn = ({ record: { kind }, members: { object } }: LoggedDocument) => {
  const input = fieldsOf(object['input']);
  const about = kind === 'bundle' ? fieldsOf(input['question']) : object;
  const quote = kind === 'bundle' ? input['market'] : object['quote'];
  const stated = kind === 'bundle' || kind === 'exit' ? fieldsOf(quote) : object;
  return { exchange: about['exchange'], ticker: about['ticker'], stated };
};

export const answerNamedIn = (document: LoggedDocument): unknown => restsOn(document).stated['raw_sha256'];

/** @param answer text of the referenced response @throws Broken on a contradiction */
export const checkAnswer = (document: LoggedDocument, answer: string): void => {
  const { exchange, ticker, stated } = restsOn(document);
  const { kind, id } = document.record;
  const said = readAnswer(exchange, answer);
  if (said === null) return;
  if (said.ticker !== undefined && said.ticker !== ticker)
    throw new Broken(`${kind} ${id}`, `names the answer of its exchange about ${shortly(said.ticker)}`);
  const isEnd = kind === 'settlement' || kind === 'correction';
  const isTimed = stated['resolved_at_stated'] === true && said.resolved_at !== null;
  for (const name of isEnd ? [...END, ...(isTimed ? (['resolved_at'] as const) : [])] : QUOTE) {
    const [here, there] = [stated[name], inForm(said[name])];
    // A side unknown to one of them is not a contradiction.
    if (!isEnd && ((here ?? null) === null || there === null)) continue;
    if (here !== there && there !== undefined)
      throw new Broken(
        `${kind} ${id}`,
        `${name} is ${shortly(here)}, and the answer of its exchange that it names says ${shortly(there)}`,
      );
  }
};

const QUOTE = ['yes_bid', 'yes_ask', 'bid_size', 'ask_size'] as const;
const END = ['status', 'settlement_yes_price', 'outcome'] as const;

type Said = Readonly<Partial<Record<(typeof QUOTE | typeof END)[number] | 'ticker' | 'resolved_at', unknown>>>;

/** As documents state it: numbers have four decimals, instants microseconds. */
const inForm = (value: unknown): unknown => {
  if (typeof value === 'number') return number4(value);
  const at = typeof value === 'string' ? parseMicros(value) : null;
  return at === null ? value : formatMicros(at);
};

/** Null for other responses. */
const readAnswer = (exchange: unknown, answer: string): Said | null => {
  try {
    const value = JSON.parse(answer) as unknown;
    const { bids, asks } = fieldsOf(value);
    if (exchange === 'polymarket' && Array.isArray(bids) && Array.isArray(asks)) {
      const { bid, ask, ...sizes } = topOfBook(fieldsOf(value));
      return { yes_bid: bid, yes_ask: ask, ...sizes };
    }
    const { markets } = exchange === 'kalshi' ? parseKalshiMarkets(value) : parsePolymarketMarkets(value);
    return markets[0] ?? null;
  } catch {
    return null;
  }
};
