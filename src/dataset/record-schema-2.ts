/**
 * The evaluation record 0.2.0: that of 0.1.0, for every model that answered. It is served beside 0.1.0, which
 * stays as it is. Questions with numbers or several categories as answers are group records (group-schema.ts).
 */
import { ANSWERERS } from '../platform/models/language-model';
import { ARMS } from '../forecasting/input/arms';
import { RECORD_NODE, STABILITY_KEYWORD, type SchemaNode, type Stability } from './record-schema';

export const RECORD_SCHEMA_VERSION_2 = '0.2.0';

/** Population of what this deployment asked while the market was open; an import keeps its own name. */
export const LIVE = 'live';

const field = (description: string, stability: Stability, rules: SchemaNode): SchemaNode => ({
  ...rules,
  description,
  [STABILITY_KEYWORD]: stability,
});

/** A group of 0.1.0 with members added or replaced. */
const withMembers = (name: string, added: Readonly<Record<string, SchemaNode>>): SchemaNode => {
  const groups: Readonly<Record<string, SchemaNode>> = RECORD_NODE.properties;
  const group = groups[name] ?? {};
  const properties = { ...group.properties, ...added };
  return { ...group, properties, required: Object.keys(properties) };
};

const SHA256 = '^[0-9a-f]{64}$';

const PROPERTIES: Readonly<Record<string, SchemaNode>> = {
  ...RECORD_NODE.properties,
  schema_version: field('Version of this schema, semver.', 'stable', {
    type: 'string',
    enum: [RECORD_SCHEMA_VERSION_2],
  }),
  population: field(
    'live: asked by this deployment while the market was open. import:<label>: imported, and nothing proves when it was made. Populations are never pooled.',
    'stable',
    { type: 'string', pattern: '^(live|import:[a-z0-9][a-z0-9._-]{0,63})$' },
  ),
  arm: field(
    'What the model was shown: A everything, B no prices and no whale trades, C the question and its rules.',
    'stable',
    { type: 'string', enum: ARMS },
  ),
  evidence_sha256: field(
    'SHA-256 of the canonical JSON of what the model was shown, without the member that names the model; null for imports and for records made before it was kept.',
    'nullable-pre-anchor',
    { type: ['string', 'null'], pattern: SHA256 },
  ),
  question: withMembers('question', {
    theater: field(
      'Region of the conflict; where nobody had classified the market at the time, as it is classified now. Null where it is not.',
      'experimental',
      RECORD_NODE.properties.question.properties.theater,
    ),
    event: field(
      'The group of markets of the exchange that are decided together, or null: statistics count a group once.',
      'experimental',
      { type: ['string', 'null'], minLength: 1 },
    ),
    closes_at: field(
      'When trading was to end, as the exchange stated it at prediction time; null where it did not.',
      'stable',
      { type: ['string', 'null'], format: 'date-time' },
    ),
  }),
  prediction: withMembers('prediction', {
    model: field("Who answered; compatible is any other server with OpenAI's interface.", 'stable', {
      type: 'string',
      enum: ANSWERERS,
    }),
    draws: field(
      'Probability of YES of every answer to this input, where the model was asked several times; probability_yes is their median. Null for imports.',
      'stable',
      { type: ['array', 'null'], items: { type: 'number', minimum: 0, maximum: 1 } },
    ),
    model_version: field('Name by which the model was asked; null where nobody kept it.', 'stable', {
      type: ['string', 'null'],
      minLength: 1,
    }),
  }),
  anchor: withMembers('anchor', {
    record_sha256: field(
      'SHA-256 of the document that holds this answer: the bundle, or the record of an answer beside it.',
      'nullable-pre-anchor',
      { type: 'string', pattern: SHA256 },
    ),
  }),
};

/** Every field of the record 0.2.0, by group. */
export const RECORD_NODE_2: SchemaNode = { ...RECORD_NODE, properties: PROPERTIES, required: Object.keys(PROPERTIES) };

/** @param id absolute address at which the schema is served */
export const recordSchema2 = (id: string): Record<string, unknown> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: id,
  title: 'Evaluation record of one answer',
  description: `One answer of one model about a binary market, with what it was shown, its outcome and its proof. Version ${RECORD_SCHEMA_VERSION_2}. Questions whose answer is a number or one of several categories are in the group records.`,
  ...RECORD_NODE_2,
});
