/**
 * The evaluation record 0.1.0 as a JSON Schema (draft 2020-12): served, used for validation, and the source of the
 * schema page, the CSV columns and the Croissant manifest. No other properties are allowed at any level.
 */
import { DIRECTIONS } from '../forecasting/forecast';
import { PROVIDERS } from '../platform/models/language-model';
import { EXCHANGES } from '../markets/market';
import { THEATERS } from '../ontology/theater';

export const RECORD_SCHEMA_VERSION = '0.1.0';

/** Stability levels of fields; an annotation that validators ignore. */
export const STABILITIES = {
  stable: 'Changes only with the major version.',
  experimental: 'Its values, or how they are decided, may still change.',
  'nullable-pre-anchor': 'Null for records made before replay bundles and anchors existed.',
} as const;

export type Stability = keyof typeof STABILITIES;

export const STABILITY_KEYWORD = 'x-stability';

export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly [STABILITY_KEYWORD]?: Stability;
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly uniqueItems?: boolean;
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | SchemaNode;
  readonly propertyNames?: SchemaNode;
}

const fieldOf =
  <const S extends Stability>(stability: S) =>
  <const N extends SchemaNode>(description: string, rules: N) => ({
    description,
    [STABILITY_KEYWORD]: stability,
    ...rules,
  });

export const stable = fieldOf('stable');
export const experimental = fieldOf('experimental');
export const preAnchor = fieldOf('nullable-pre-anchor');

/** An object with exactly these members. */
export const closed = <const P extends Readonly<Record<string, SchemaNode>>>(properties: P) => ({
  type: 'object' as const,
  additionalProperties: false as const,
  required: Object.keys(properties) as readonly (keyof P & string)[],
  properties,
});

export const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const;
const SHARE_OR_NULL = { type: ['number', 'null'], minimum: 0, maximum: 1 } as const;
export const TEXT = { type: 'string', minLength: 1 } as const;
export const INSTANT = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
} as const;

export const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
export const THEATER = { type: ['string', 'null'], enum: [...THEATERS, null] } as const;
export const SAMPLE_ID = { type: 'string', pattern: '^[A-Za-z0-9._-]+_[A-Za-z0-9._-]+_[0-9a-f]{8}$' } as const;

const QUESTION = closed({
  text: stable('Exact wording of the market question as published by the exchange.', TEXT),
  type: stable('Kind of question; binary is the only one in 0.1.0.', { type: 'string', enum: ['binary'] }),
  exchange: stable('Where the market was listed and settled.', { type: 'string', enum: EXCHANGES }),
  ticker: stable('Exchange-side market identifier.', TEXT),
  theater: experimental('Region of the conflict; null when the live tagger did not classify the market.', THEATER),
  event_type: experimental('Free-form sub-event tag, such as direct_strike; often null.', { type: ['string', 'null'] }),
  resolves_at: stable(
    'Exchange-stated resolution deadline at prediction time; may differ from resolution.resolved_at.',
    INSTANT,
  ),
});

const PREDICTION = closed({
  made_at: stable('UTC wall-clock time the model produced the record, to the microsecond.', INSTANT),
  model: stable('Model provider; always claude in 0.1.0.', { type: 'string', enum: PROVIDERS }),
  side: stable('The side actually traded; null when the market was scored and the trade skipped.', {
    type: ['string', 'null'],
    enum: ['YES', 'NO', null],
  }),
  probability_yes: stable('Estimated probability of YES; resolution.brier_score is computed against it.', SHARE),
  confidence: stable('Self-reported conviction in the directional call; not a 1-sigma measure.', SHARE),
  direction: stable('The signal-level call; may differ from side.', { type: 'string', enum: DIRECTIONS }),
  reasoning: stable('Full reasoning of the model, verbatim; about 500 to 2000 characters, occasionally about 4000.', {
    type: 'string',
  }),
});

const INTEL_SUMMARY = closed({
  num_items: preAnchor('Intel items in the replay bundle, ontology activations included.', {
    type: ['integer', 'null'],
    minimum: 0,
  }),
  by_source_type: preAnchor('Number of items per source category; the list is open-ended.', {
    type: ['object', 'null'],
    propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
    additionalProperties: { type: 'integer', minimum: 0 },
  }),
  languages: preAnchor('Distinct ISO 639-1 language codes in the input.', {
    type: ['array', 'null'],
    uniqueItems: true,
    items: { type: 'string', pattern: '^[a-z]{2}$' },
  }),
});

const CONTEXT = closed({
  market_yes_price: stable('Mid-price of YES at prediction time; edge is probability_yes minus this.', SHARE_OR_NULL),
  market_yes_bid: stable('Best bid of YES where available.', SHARE_OR_NULL),
  market_yes_ask: stable('Best ask of YES where available.', SHARE_OR_NULL),
  spread: stable('Ask minus bid; above 0.10 is common on thin markets.', SHARE_OR_NULL),
  replay_bundle_id: preAnchor('Identifier for GET /api/replay-bundle/{id}.', {
    type: ['string', 'null'],
    minLength: 1,
  }),
  intel_summary: stable('What the model was shown, in numbers.', INTEL_SUMMARY),
});

const RESOLUTION = closed({
  resolved_at: stable("When the market resolved, from the exchange's settlement event.", INSTANT),
  outcome: stable('YES when settlement_yes_price is at least 0.5, otherwise NO.', {
    type: 'string',
    enum: ['YES', 'NO'],
  }),
  settlement_yes_price: stable('What a YES contract paid: almost always 0 or 1, between where contracts split.', SHARE),
  days_to_resolution: stable('Wall-clock days from prediction.made_at to resolved_at.', { type: 'number', minimum: 0 }),
  brier_score: stable('(probability_yes - outcome_yes) squared, where outcome_yes is 1 for YES and 0 for NO.', SHARE),
});

const ANCHOR = {
  ...closed({
    registry_date: preAnchor(
      'Day-file of the registry that holds the bundle hash: the first 10 characters of prediction.made_at.',
      { type: 'string', format: 'date' },
    ),
    registry_url: preAnchor('Direct link to that day-file.', { type: 'string', format: 'uri' }),
    bundle_sha256: preAnchor(
      'SHA-256 of the canonical JSON of the bundle: sorted keys, no whitespace, ASCII-safe.',
      SHA256,
    ),
    wayback_url: preAnchor('Web-archive capture of the day-file, made before resolution.resolved_at.', {
      type: 'string',
      format: 'uri',
    }),
  }),
  type: ['object', 'null'] as const,
};

export const RECORD_NODE = closed({
  sample_id: stable('Derived from prediction.made_at and question.ticker; the same in every export.', SAMPLE_ID),
  schema_version: stable('Version of this schema, semver.', { type: 'string', enum: [RECORD_SCHEMA_VERSION] }),
  question: stable('What was asked, and where.', QUESTION),
  prediction: stable('What the model answered.', PREDICTION),
  context: stable('What was known when it answered.', CONTEXT),
  resolution: stable('What the market decided.', RESOLUTION),
  anchor: preAnchor(
    'Proof that the prediction was public before its outcome; null where no web-archive capture precedes the resolution.',
    ANCHOR,
  ),
});

/** @param id absolute address of the schema */
export const recordSchema = (id: string): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: 'Evaluation record',
  description: `One prediction of a binary market with its input, its outcome and its proof. Version ${RECORD_SCHEMA_VERSION}.`,
  ...RECORD_NODE,
});
