/** The group record 0.2.0 as a JSON Schema (draft 2020-12), beside the record of one answer. */
import { ARMS } from '../forecasting/input/arms';
import { RECORD_NODE, STABILITY_KEYWORD, type SchemaNode } from './record-schema';
import { RECORD_NODE_2, RECORD_SCHEMA_VERSION_2 } from './record-schema-2';

const field = (description: string, rules: SchemaNode): SchemaNode => ({
  ...rules,
  description,
  [STABILITY_KEYWORD]: 'experimental',
});

/** An object that holds exactly these members. */
const closed = (description: string, properties: Readonly<Record<string, SchemaNode>>): SchemaNode =>
  field(description, { type: 'object', additionalProperties: false, required: Object.keys(properties), properties });

const list = (items: SchemaNode, nullable = false): SchemaNode => ({
  type: nullable ? ['array', 'null'] : 'array',
  items,
});

const SHARE: SchemaNode = { type: 'number', minimum: 0, maximum: 1 };
const TEXT: SchemaNode = { type: 'string', minLength: 1 };
const { question, resolution, anchor } = RECORD_NODE.properties;
const second: Readonly<Record<string, SchemaNode>> = RECORD_NODE_2.properties ?? {};
const answered = second['prediction']?.properties ?? {};
const asked = second['question']?.properties ?? {};
/** A field as another record has it. */
const like = (node: SchemaNode | undefined): SchemaNode => node ?? {};

const PROPERTIES: Readonly<Record<string, SchemaNode>> = {
  sample_id: field('Derived from prediction.made_at and question.event; the same in every export.', {
    ...RECORD_NODE.properties.sample_id,
  }),
  schema_version: field('Version of this schema, semver.', { type: 'string', enum: [RECORD_SCHEMA_VERSION_2] }),
  population: like(second['population']),
  arm: field('What the model was shown, as in the record of one answer.', { type: 'string', enum: ARMS }),
  question: closed('Markets of one event that were asked about in one call, and what they ask together.', {
    type: field('categorical: one of several options. numeric: a quantity by its bounds.', {
      type: 'string',
      enum: ['categorical', 'numeric'],
    }),
    exchange: question.properties.exchange,
    event: like(asked['event']),
    theater: question.properties.theater,
    exclusive: field(
      'Whether one option at most can come true, as the exchange stated it; else each holds all within its bound.',
      {
        type: 'boolean',
      },
    ),
    options: field('Wording of each market; of a quantity in the order of its bounds.', list(TEXT)),
    tickers: field('Market of each option.', list(TEXT)),
    unit: field('What the bounds are; null where the options have no order.', {
      type: ['string', 'null'],
      enum: ['date', 'number', null],
    }),
    bounds: field(
      'Upper bound of each option (of ladders that ask for more than a number, the number itself): a UTC day, or a decimal number; an open last range has none.',
      list(TEXT, true),
    ),
    resolves_at: field('Latest of the exchange-stated deadlines.', { ...question.properties.resolves_at }),
  }),
  prediction: closed('What the model answered.', {
    made_at: field('Earliest of the records.', { ...RECORD_NODE.properties.prediction.properties.made_at }),
    model: like(answered['model']),
    model_version: like(answered['model_version']),
    probabilities: field('Probability of YES of each option, as it was answered: they need not add up.', list(SHARE)),
    record_sha256s: field(
      'SHA-256 of the document that holds each answer.',
      list({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
    ),
  }),
  context: closed('What was known when it answered.', {
    market_yes_prices: field(
      'Mid-price of YES of each option; null where one of them is not known.',
      list(SHARE, true),
    ),
  }),
  resolution: closed('What the markets decided.', {
    resolved_at: field('When the last of the markets resolved.', { ...resolution.properties.resolved_at }),
    outcomes: field('What became of each option.', list({ type: 'string', enum: ['YES', 'NO'] })),
    days_to_resolution: field('Days from prediction.made_at to resolved_at.', { type: 'number', minimum: 0 }),
    brier_score: field(
      'Of exclusive options: the sum of squared errors, with what the probabilities leave of 1 as "none of these"; 0 to 2, or more where they add up to more than 1. Else null.',
      { type: ['number', 'null'], minimum: 0 },
    ),
    ranked_probability_score: field(
      'Of a quantity: the mean squared error of the probabilities that it lies within each bound. Null without an order, and where it lies in none of the ranges.',
      { type: ['number', 'null'], minimum: 0 },
    ),
  }),
  anchor: {
    ...closed(
      'Proof that all answers of the call were public before the first outcome; null where no copy shows all of them.',
      {
        registry_date: anchor.properties.registry_date,
        registry_url: anchor.properties.registry_url,
        wayback_url: anchor.properties.wayback_url,
      },
    ),
    type: ['object', 'null'],
  },
};

/** Every field of the group record, by group. */
export const GROUP_NODE: SchemaNode = {
  type: 'object',
  additionalProperties: false,
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
};

/** @param id absolute address at which the schema is served */
export const groupSchema = (id: string): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: 'Group record',
  description: `One answer of one model about several markets of an event that form a categorical or numeric question. Version ${RECORD_SCHEMA_VERSION_2}.`,
  ...GROUP_NODE,
});
