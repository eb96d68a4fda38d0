/** The group record 0.2.0 as a JSON Schema (draft 2020-12), next to the record of one answer. */
import { ARMS } from '../forecasting/input/arms';
import { closed, experimental, INSTANT, RECORD_NODE, SAMPLE_ID, SHA256, SHARE, TEXT } from './record-schema';
import { RECORD_NODE_2, RECORD_SCHEMA_VERSION_2 } from './record-schema-2';

const { question: asked, prediction: answered } = RECORD_NODE_2.properties;
const { anchor } = RECORD_NODE.properties;
const YES_OR_NO = { type: 'string', enum: ['YES', 'NO'] } as const;

export const GROUP_NODE = closed({
  sample_id: experimental('Derived from prediction.made_at and question.event; the same in every export.', SAMPLE_ID),
  schema_version: experimental('Version of this schema, semver.', { type: 'string', enum: [RECORD_SCHEMA_VERSION_2] }),
  population: RECORD_NODE_2.properties.population,
  arm: experimental('What the model was shown, as in the record of one answer.', { type: 'string', enum: ARMS }),
  question: experimental(
    'Markets of one event that were asked about in one call, and what they ask together.',
    closed({
      type: experimental('categorical: one of several options. numeric: a quantity by its bounds.', {
        type: 'string',
        enum: ['categorical', 'numeric'],
      }),
      exchange: asked.properties.exchange,
      event: asked.properties.event,
      theater: RECORD_NODE.properties.question.properties.theater,
      exclusive: experimental(
        'Whether one option at most can come true, as the exchange stated it; else each holds all within its bound.',
        { type: 'boolean' },
      ),
      options: experimental('Wording of each market; of a quantity in the order of its bounds.', {
        type: 'array',
        items: TEXT,
      }),
      tickers: experimental('Market of each option.', { type: 'array', items: TEXT }),
      unit: experimental('What the bounds are; null where the options have no order.', {
        type: ['string', 'null'],
        enum: ['date', 'number', null],
      }),
      bounds: experimental(
        'Upper bound of each option (of ladders that ask for more than a number, the number itself): a UTC day, or a decimal number; an open last range has none.',
        { type: ['array', 'null'], items: TEXT },
      ),
      resolves_at: experimental('Latest of the exchange-stated deadlines.', INSTANT),
    }),
  ),
  prediction: experimental(
    'What the model answered.',
    closed({
      made_at: experimental('Earliest of the records.', INSTANT),
      model: answered.properties.model,
      model_version: answered.properties.model_version,
      probabilities: experimental('Probability of YES of each option, as it was answered: they need not add up.', {
        type: 'array',
        items: SHARE,
      }),
      record_sha256s: experimental('SHA-256 of the document that holds each answer.', { type: 'array', items: SHA256 }),
    }),
  ),
  context: experimental(
    'What was known when it answered.',
    closed({
      market_yes_prices: experimental('Mid-price of YES of each option; null where one of them is not known.', {
        type: ['array', 'null'],
        items: SHARE,
      }),
    }),
  ),
  resolution: experimental(
    'What the markets decided.',
    closed({
      resolved_at: experimental('When the last of the markets resolved.', INSTANT),
      outcomes: experimental('What became of each option.', { type: 'array', items: YES_OR_NO }),
      days_to_resolution: experimental('Days from prediction.made_at to resolved_at.', { type: 'number', minimum: 0 }),
      brier_score: experimental(
        'Of exclusive options: the sum of squared errors, with what the probabilities leave of 1 as "none of these"; 0 to 2, or more where they add up to more than 1. Else null.',
        { type: ['number', 'null'], minimum: 0 },
      ),
      ranked_probability_score: experimental(
        'Of a quantity: the mean squared error of the probabilities that it lies within each bound. Null without an order, and where it lies in none of the ranges.',
        { type: ['number', 'null'], minimum: 0 },
      ),
    }),
  ),
  anchor: experimental(
    'Proof that all answers of the call were public before the first outcome; null where no copy shows all of them.',
    {
      ...closed({
        registry_date: anchor.properties.registry_date,
        registry_url: anchor.properties.registry_url,
        wayback_url: anchor.properties.wayback_url,
      }),
      type: ['object', 'null'],
    },
  ),
});

/** @param id absolute address of the schema */
export const groupSchema = (id: string): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: 'Group record',
  description: `One answer of one model about several markets of an event that form a categorical or numeric question. Version ${RECORD_SCHEMA_VERSION_2}.`,
  ...GROUP_NODE,
});
