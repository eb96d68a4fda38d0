/**
 * The evaluation record 0.2.0: that of 0.1.0, for every model that answered. Served in parallel with 0.1.0, which does
 * not change. Questions with numbers or several categories are group records (group-schema.ts).
 */
import { ANSWERERS } from '../platform/models/language-model';
import { ARMS } from '../forecasting/input/arms';
import { closed, experimental, preAnchor, RECORD_NODE, SHA256, SHARE, stable, THEATER } from './record-schema';

export const RECORD_SCHEMA_VERSION_2 = '0.2.0';

/** Population of answers by this deployment while the market was open; imports keep their name. */
export const LIVE = 'live';

const { question, prediction, anchor } = RECORD_NODE.properties;

export const RECORD_NODE_2 = closed({
  ...RECORD_NODE.properties,
  schema_version: stable('Version of this schema, semver.', { type: 'string', enum: [RECORD_SCHEMA_VERSION_2] }),
  population: stable(
    'live: asked by this deployment while the market was open. import:<label>: imported, and nothing proves when it was made. Populations are never pooled.',
    { type: 'string', pattern: '^(live|import:[a-z0-9][a-z0-9._-]{0,63})$' },
  ),
  arm: stable(
    'What the model was shown: A everything, B no prices and no whale trades, C the question and its rules.',
    { type: 'string', enum: ARMS },
  ),
  evidence_sha256: preAnchor(
    'SHA-256 of the canonical JSON of what the model was shown, without the member that names the model; null for imports and for records made before it was kept.',
    { type: ['string', 'null'], pattern: SHA256.pattern },
  ),
  question: {
    ...question,
    ...closed({
      ...question.properties,
      theater: experimental(
        'Region of the conflict; where nobody had classified the market at the time, as it is classified now. Null where it is not.',
        THEATER,
      ),
      event: experimental(
        'The group of markets of the exchange that are decided together, or null: statistics count a group once.',
        { type: ['string', 'null'], minLength: 1 },
      ),
      closes_at: stable(
        'When trading was to end, as the exchange stated it at prediction time; null where it did not.',
        { type: ['string', 'null'], format: 'date-time' },
      ),
    }),
  },
  prediction: {
    ...prediction,
    ...closed({
      ...prediction.properties,
      model: stable("Who answered; compatible is any other server with OpenAI's interface.", {
        type: 'string',
        enum: ANSWERERS,
      }),
      draws: stable(
        'Probability of YES of every answer to this input, where the model was asked several times; probability_yes is their median. Null for imports.',
        { type: ['array', 'null'], items: SHARE },
      ),
      model_version: stable('Name by which the model was asked; null where nobody kept it.', {
        type: ['string', 'null'],
        minLength: 1,
      }),
    }),
  },
  anchor: {
    ...anchor,
    ...closed({
      ...anchor.properties,
      record_sha256: preAnchor(
        'SHA-256 of the document that holds this answer: the bundle, or the record of an answer beside it.',
        SHA256,
      ),
    }),
    type: anchor.type,
  },
});

/** @param id absolute address of the schema */
export const recordSchema2 = (id: string): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: 'Evaluation record of one answer',
  description: `One answer of one model about a binary market, with what it was shown, its outcome and its proof. Version ${RECORD_SCHEMA_VERSION_2}. Questions whose answer is a number or one of several categories are in the group records.`,
  ...RECORD_NODE_2,
});
