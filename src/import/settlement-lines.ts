import { INSTANT_FIELD, pastInstant, TICKER_FIELD, type FieldFault } from '../platform/common/line-fields';
import type { Held } from '../platform/common/schema-type';
import { EXCHANGES, type Exchange } from '../markets/market';
import { outcomeOf } from '../settlement/outcome';

export const SETTLEMENT_LINE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settlement to import',
  type: 'object',
  additionalProperties: false,
  required: ['exchange', 'ticker', 'resolved_at', 'settlement_yes_price'],
  properties: {
    exchange: { type: 'string', enum: EXCHANGES },
    ticker: TICKER_FIELD,
    resolved_at: INSTANT_FIELD,
    settlement_yes_price: {
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: 'What a YES contract paid; null where stakes were returned.',
    },
    outcome: {
      type: ['string', 'null'],
      enum: ['YES', 'NO', null],
      description: 'Follows from the price; checked where it is given.',
    },
    status: {
      type: 'string',
      enum: ['settled', 'void'],
      description: 'void where the exchange called the market off; by default settled.',
    },
  },
} as const;

export type SettlementLine = Held<typeof SETTLEMENT_LINE_SCHEMA>;

export interface ImportedSettlement {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly resolved_at: string;
  readonly settlement_yes_price: number | null;
  readonly status: 'settled' | 'void';
}

export const importedSettlement = (line: SettlementLine, now: string): ImportedSettlement | FieldFault => {
  const resolvedAt = pastInstant('resolved_at', line.resolved_at, now);
  if (typeof resolvedAt !== 'string') return resolvedAt;
  const price = line.settlement_yes_price;
  const status = line.status ?? (price === null ? 'void' : 'settled');
  if (price === null && status === 'settled')
    return { field: 'settlement_yes_price', message: 'is null, which only a void market may have' };
  const outcome = outcomeOf(price);
  if (line.outcome !== undefined && line.outcome !== null && line.outcome !== outcome)
    return { field: 'outcome', message: `is not ${String(outcome)}, which the price says` };
  return {
    exchange: line.exchange,
    ticker: line.ticker,
    resolved_at: resolvedAt,
    settlement_yes_price: price,
    status,
  };
};
