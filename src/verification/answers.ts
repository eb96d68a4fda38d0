/** Compares an exchange's response with a document: prices of both sides, and outcome. Pure. */
import { fieldsOf, type Fields } from '../platform/common/foreign-json';
import { parseKalshiMarkets } from '../markets/kalshi/parse-markets';
import { topOfBook } from '../markets/polymarket/parse-book';
import { parsePolymarketMarkets } from '../markets/polymarket/parse-markets';
import type { LoggedDocument } from './documents';
import { Broken } from './finding';
import { shortly } from './received-json';

interface RestsOnAnswer {
  readonly exchange: unknown;
  readonly ticker: unknown;
  readonly stated: Fields;
}

const restsOn = ({ record: { kind }, members: { object } }: LoggedDocument): RestsOnAnswer => {
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
  for (const name of isEnd ? END : QUOTE) {
    const [here, there] = [stated[name], said[name]];
    // A side unknown to one of them is not a contradiction.
    if (!isEnd && (here === null || there === null)) continue;
    if (here !== there && there !== undefined)
      throw new Broken(
        `${kind} ${id}`,
        `${name} is ${shortly(here)}, and the answer of its exchange that it names says ${shortly(there)}`,
      );
  }
};

const QUOTE = ['yes_bid', 'yes_ask'] as const;
const END = ['status', 'settlement_yes_price', 'outcome'] as const;

type Said = Readonly<Partial<Record<(typeof QUOTE | typeof END)[number] | 'ticker', unknown>>>;

/** Null for other responses. */
const readAnswer = (exchange: unknown, answer: string): Said | null => {
  try {
    const value = JSON.parse(answer) as unknown;
    const { bids, asks } = fieldsOf(value);
    if (exchange === 'polymarket' && Array.isArray(bids) && Array.isArray(asks)) {
      const { bid, ask } = topOfBook(fieldsOf(value));
      return { yes_bid: bid, yes_ask: ask };
    }
    const { markets } = exchange === 'kalshi' ? parseKalshiMarkets(value) : parsePolymarketMarkets(value);
    return markets[0] ?? null;
  } catch {
    return null;
  }
};
