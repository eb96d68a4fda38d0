/** A generated world of predictions, trades and settlements, as lines to import. */
import { mulberry32 } from '../../src/grading/bootstrap';

export interface ImportedWorld {
  readonly predictions: string;
  readonly trades: string;
  readonly settlements: string;
}

export interface WorldOptions {
  readonly markets: number;
  /** Predictions of each market. */
  readonly perMarket?: number;
  readonly seed?: number;
  /** How much nearer to the outcome than the price the model is, 0 to 1. */
  readonly skill?: number;
}

/** Texts that a careless writer of JSON or CSV gets wrong. */
export const AWKWARD_TEXTS = [
  'Will "it" happen, by May?',
  'Line one\nline two\r\nthree',
  'Ünïcode — 停火 🕊️ \u2028 and a tab\there',
  'back\\slash, </script>, \u007f and =1+1',
];

const iso = (millis: number): string => new Date(millis).toISOString().replace('Z', '000Z');
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** Every fifth market is split or void, every seventh is not settled; the rest decide. */
export const importedWorld = ({ markets, perMarket = 1, seed = 7, skill = 0.3 }: WorldOptions): ImportedWorld => {
  const random = mulberry32(seed);
  const start = Date.UTC(2026, 5, 1);
  const predictions: object[] = [];
  const trades: object[] = [];
  const settlements: object[] = [];
  for (let market = 0; market < markets; market += 1) {
    const exchange = market % 2 === 0 ? 'kalshi' : 'polymarket';
    const ticker = market % 3 === 0 ? `KX~MARKET/${market}` : `KXMARKET-${market}`;
    const yes = random() < 0.4;
    const resolved = start + (20 + market) * 3_600_000 * 5;
    for (let index = 0; index < perMarket; index += 1) {
      const made = start + market * 3_600_000 + index * 60_000;
      const price = round(0.1 + 0.8 * random(), 2);
      const bid = round(price - 0.01, 4);
      const ask = round(price + 0.01, 4);
      const probability = round(Math.min(0.99, Math.max(0.01, price + skill * ((yes ? 1 : 0) - price))), 3);
      predictions.push({
        exchange,
        ticker,
        question: AWKWARD_TEXTS[market % AWKWARD_TEXTS.length],
        resolves_at: iso(resolved + 86_400_000),
        made_at: iso(made),
        side: 'YES',
        probability_yes: probability,
        confidence: 0.8,
        direction: 'ESCALATE',
        reasoning: `${AWKWARD_TEXTS[(market + index) % AWKWARD_TEXTS.length] ?? ''} reasons`,
        theater: market % 4 === 0 ? null : 'iran',
        event_type: market % 4 === 0 ? null : 'direct_strike',
        market_yes_bid: bid,
        market_yes_ask: ask,
      });
      if (index === 0)
        trades.push({
          exchange,
          ticker,
          side: 'YES',
          opened_at: iso(made),
          entry_price: ask,
          entry_mid: price,
          size: 100,
        });
    }
    if (market % 7 === 6) continue;
    if (market % 5 === 4) {
      settlements.push({
        exchange,
        ticker,
        resolved_at: iso(resolved),
        settlement_yes_price: market % 2 === 0 ? 0.5 : null,
        status: 'void',
      });
    } else {
      settlements.push({ exchange, ticker, resolved_at: iso(resolved), settlement_yes_price: yes ? 1 : 0 });
    }
  }
  return {
    predictions: lines(predictions),
    trades: lines(trades),
    settlements: lines(settlements),
  };
};
