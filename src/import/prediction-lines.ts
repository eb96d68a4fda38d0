import { spreadOf } from '../forecasting/input/fit';
import { round4 } from '../platform/common/ten-thousandths';
import {
  importedInstant,
  INSTANT_FIELD,
  pastInstant,
  TICKER_FIELD,
  type FieldFault,
} from '../platform/common/line-fields';
import type { Held } from '../platform/common/schema-type';
import { sha256Hex } from '../platform/common/sha256';
import { EXCHANGES } from '../markets/market';
import { THEATERS } from '../ontology/theater';
import { DIRECTIONS } from '../forecasting/forecast';
import { ANSWERERS } from '../platform/models/language-model';
import { netPnl } from '../forecasting/paper-trade';
import { feeUsd } from '../markets/taker-fee';

const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const;
const SHARE_OR_NULL = { type: ['number', 'null'], minimum: 0, maximum: 1 } as const;
const TEXT = { type: 'string', minLength: 1, maxLength: 2_000 } as const;
const EXCHANGE = { type: 'string', enum: EXCHANGES } as const;
const SIDE = { type: 'string', enum: ['YES', 'NO'] } as const;

export const PREDICTION_LINE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Prediction to import',
  type: 'object',
  additionalProperties: false,
  required: [
    'exchange',
    'ticker',
    'question',
    'resolves_at',
    'made_at',
    'probability_yes',
    'confidence',
    'direction',
    'reasoning',
  ],
  properties: {
    exchange: EXCHANGE,
    ticker: TICKER_FIELD,
    question: TEXT,
    resolves_at: INSTANT_FIELD,
    made_at: INSTANT_FIELD,
    model: {
      type: 'string',
      enum: ANSWERERS,
      description: 'Who answered, by default claude. Dataset 0.1.0 has rows of claude only, 0.2.0 of all.',
    },
    side: { type: ['string', 'null'], enum: ['YES', 'NO', null] },
    probability_yes: SHARE,
    confidence: SHARE,
    direction: { type: 'string', enum: DIRECTIONS },
    reasoning: { type: 'string', maxLength: 20_000 },
    theater: { type: ['string', 'null'], enum: [...THEATERS, null] },
    event_type: { type: ['string', 'null'], maxLength: 100 },
    market_yes_price: SHARE_OR_NULL,
    market_yes_bid: SHARE_OR_NULL,
    market_yes_ask: SHARE_OR_NULL,
    spread: SHARE_OR_NULL,
  },
} as const;

export const TRADE_LINE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Paper trade to import',
  type: 'object',
  additionalProperties: false,
  required: ['exchange', 'ticker', 'side', 'opened_at', 'entry_price', 'size'],
  properties: {
    trade_id: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$',
      description: 'Letters, digits, - and _, at most 128; by default made from label, market, side and opened_at.',
    },
    made_at: {
      ...INSTANT_FIELD,
      description: 'made_at of the imported prediction that it follows; by default opened_at.',
    },
    exchange: EXCHANGE,
    ticker: TICKER_FIELD,
    side: SIDE,
    opened_at: INSTANT_FIELD,
    entry_price: { ...SHARE, description: 'Executed price of the side.' },
    entry_mid: { ...SHARE_OR_NULL, description: 'Mid price of the side before the trade.' },
    size: { type: 'number', exclusiveMinimum: 0, maximum: 1e9, description: 'Contracts.' },
    fee_usd: { type: ['number', 'null'], minimum: 0, maximum: 1e9 },
    confidence: SHARE_OR_NULL,
    probability_yes: SHARE_OR_NULL,
    closed_at: { ...INSTANT_FIELD, type: ['string', 'null'] },
    exit_price: { ...SHARE_OR_NULL, description: 'Price of the side at the end.' },
    exit_reason: { type: ['string', 'null'], enum: ['settled', 'take_profit', 'stop_loss', null] },
    exit_fee_usd: { type: ['number', 'null'], minimum: 0, maximum: 1e9 },
    net_pnl: {
      type: ['number', 'null'],
      minimum: -1e12,
      maximum: 1e12,
      description: 'USD after fees; by default computed.',
    },
  },
} as const;

export type PredictionLine = Held<typeof PREDICTION_LINE_SCHEMA>;
export type TradeLine = Held<typeof TRADE_LINE_SCHEMA>;

export interface ImportRow {
  readonly id: string;
  readonly import_sha256: string;
  readonly exchange: string;
  readonly ticker: string;
  readonly [property: string]: unknown;
}

/** Id of an imported prediction: equal for the same line under the same label. */
export const importedPredictionId = (
  population: string,
  { exchange, ticker }: { exchange: string; ticker: string },
  madeAt: string,
): string => `imp-${sha256Hex(`${population}|${exchange}|${ticker}|${madeAt}`).slice(0, 24)}`;

/** Also accepts exported evaluation records: ignores resolution and anchor, which we determine ourselves. */
export const flattenRecord = (value: unknown): unknown => {
  const record = value as Record<string, Record<string, unknown> | undefined> | null;
  if (typeof record?.['question'] !== 'object' || typeof record['prediction'] !== 'object') return value;
  const { text, ...question } = record['question'];
  const left = new Set(['type', 'replay_bundle_id', 'intel_summary']);
  const kept = Object.entries({ ...question, ...record['prediction'], ...record['context'] });
  return { question: text, ...Object.fromEntries(kept.filter(([name]) => !left.has(name))) };
};

export const importedPrediction = (line: PredictionLine, population: string, now: string): ImportRow | FieldFault => {
  const madeAt = pastInstant('made_at', line.made_at, now);
  if (typeof madeAt !== 'string') return madeAt;
  const resolvesAt = importedInstant(line.resolves_at);
  if (resolvesAt === null) return { field: 'resolves_at', message: 'is not a real time' };
  const { market_yes_bid: bid = null, market_yes_ask: ask = null } = line;
  if (bid !== null && ask !== null && bid > ask) return { field: 'market_yes_bid', message: 'is above market_yes_ask' };
  const row = {
    exchange: line.exchange,
    ticker: line.ticker,
    question: line.question.toWellFormed(),
    resolves_at: resolvesAt,
    made_at: madeAt,
    made_at_ms: Date.parse(madeAt),
    model: line.model ?? 'claude',
    side: line.side ?? null,
    probability_yes: line.probability_yes,
    confidence: line.confidence,
    direction: line.direction,
    reasoning: line.reasoning.toWellFormed(),
    theater: line.theater ?? null,
    event_type: line.event_type ?? null,
    market_yes_price: line.market_yes_price ?? midOf(bid, ask),
    market_yes_bid: bid,
    market_yes_ask: ask,
    spread: line.spread ?? spreadOf(bid, ask),
    origin: 'import',
    population,
    trigger: 'import',
  };
  return {
    id: importedPredictionId(population, line, madeAt),
    import_sha256: sha256Hex(JSON.stringify(row)),
    ...row,
    state: 'open',
  };
};

export interface Followed {
  readonly id: string;
  readonly probability_yes: number;
  readonly confidence: number;
}

/** The stored form of a trade, or its error. @param followed its prediction, or null. @param now timestamp */
export const importedTrade = (
  line: TradeLine,
  population: string,
  followed: Followed | null,
  now: string,
): ImportRow | FieldFault => {
  const openedAt = pastInstant('opened_at', line.opened_at, now);
  if (typeof openedAt !== 'string') return openedAt;
  const closedAt = typeof line.closed_at === 'string' ? pastInstant('closed_at', line.closed_at, now) : null;
  if (closedAt !== null && typeof closedAt !== 'string') return closedAt;
  if (closedAt !== null && closedAt < openedAt) return { field: 'closed_at', message: 'is before opened_at' };
  const exit = line.exit_price ?? null;
  const reason = line.exit_reason ?? null;
  const given = [closedAt, exit, reason].filter((value) => value !== null).length;
  if (given !== 0 && given !== 3)
    return {
      field: closedAt === null ? 'closed_at' : exit === null ? 'exit_price' : 'exit_reason',
      message: 'is missing: closed_at, exit_price and exit_reason come together',
    };
  const confidence = line.confidence ?? followed?.confidence ?? null;
  if (confidence === null) return { field: 'confidence', message: 'is missing, and no imported prediction has it' };
  const fee = line.fee_usd ?? feeUsd(line.exchange, line.size, line.entry_price);
  const exitFee =
    exit === null ? null : (line.exit_fee_usd ?? (reason === 'settled' ? 0 : feeUsd(line.exchange, line.size, exit)));
  const pnl = exit === null ? null : netPnl(line.size, line.entry_price, exit, fee + (exitFee ?? 0));
  const claimed = line.net_pnl ?? pnl;
  if (claimed !== null && (pnl === null || Math.abs(claimed - pnl) > PNL_TOLERANCE_USD))
    return {
      field: 'net_pnl',
      message:
        pnl === null
          ? 'is given, and the trade is open'
          : `is not size × (exit_price − entry_price) − fees, which is ${pnl}; where other fees were paid, give fee_usd and exit_fee_usd`,
    };
  const id =
    line.trade_id ??
    `t-${sha256Hex(`${population}|${line.exchange}|${line.ticker}|${line.side}|${openedAt}`).slice(0, 24)}`;
  const row = {
    prediction_id: followed?.id ?? null,
    exchange: line.exchange,
    ticker: line.ticker,
    side: line.side,
    status: exit === null ? 'open' : 'closed',
    opened_at: openedAt,
    opened_at_ms: Date.parse(openedAt),
    entry_price: line.entry_price,
    entry_mid: line.entry_mid ?? null,
    size: line.size,
    stake_usd: round4(line.size * line.entry_price),
    fee_usd: fee,
    confidence,
    probability_yes: line.probability_yes ?? followed?.probability_yes ?? null,
    closed_at: closedAt,
    exit_price: exit,
    exit_reason: reason,
    exit_fee_usd: exitFee,
    net_pnl: claimed,
    origin: 'import',
    population,
  };
  return { id, import_sha256: sha256Hex(JSON.stringify({ ...row, prediction_id: null })), ...row };
};

/** Tolerates gains rounded to cents. */
const PNL_TOLERANCE_USD = 0.01 + 1e-9;

const midOf = (bid: number | null, ask: number | null): number | null =>
  bid === null || ask === null ? null : round4((bid + ask) / 2);
