import type { OpenAPIObject } from '@nestjs/swagger';
import { groupBy } from '../platform/common/group-by';
import { GEOJSON, STIX } from '../platform/formats/media-types';
import { PROBLEMS, PROBLEM_TYPES, problemDocument, type ProblemType } from '../platform/http/problem';

// The package exports the document type only; its parts are derived from it.
type Components = NonNullable<OpenAPIObject['components']>;
type Part<K extends keyof Components> = Exclude<NonNullable<Components[K]>[string], Reference>;
type HeaderObject = Part<'headers'>;
type ParameterObject = Part<'parameters'>;
type ResponseObject = Part<'responses'>;
type SchemaObject = Part<'schemas'>;
type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;

interface Reference {
  $ref: string;
}

const PATH_WORDS: Readonly<Record<string, { description: string; example: string }>> = {
  id: { description: 'Identifier, as the listing gives it; case-sensitive.', example: 'iran' },
  exchange: { description: 'Exchange on which the market is listed: polymarket or kalshi.', example: 'polymarket' },
  ticker: { description: 'Exchange-side identifier of the market.', example: 'will-there-be-a-ceasefire' },
  date: { description: 'UTC day of a day-file, YYYY-MM-DD.', example: '2026-05-07' },
  sha256: { description: 'SHA-256 as 64 lower-case hex digits.', example: 'a'.repeat(64) },
  trade_id: { description: 'Identifier of a paper trade.', example: 'pt-000001' },
  slug: { description: 'Last word of the address of a problem type.', example: 'rate-limited' },
  first: { description: 'Size of the older log, in records.', example: '10' },
  second: { description: 'Size of the newer log, in records.', example: '25' },
};

const header = (description: string, example: string, type = 'string'): HeaderObject => ({
  description,
  schema: { type },
  example,
});

const RATE_HEADERS: Readonly<Record<string, HeaderObject>> = {
  'RateLimit-Policy': header(
    'Budget of the caller: name, requests (q), window in seconds (w).',
    '"anonymous";q=60;w=3600',
  ),
  RateLimit: header(
    'What is left of it: requests (r), seconds to the end of the window (t).',
    '"anonymous";r=59;t=1800',
  ),
  'X-RateLimit-Limit': header('Requests a window.', '60', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in this window.', '59', 'integer'),
  'X-RateLimit-Reset': header('Seconds to the end of the window.', '1800', 'integer'),
};

const EVERY_HEADER: Readonly<Record<string, HeaderObject>> = {
  'X-Request-Id': header('Names this request in the log.', '5f1d3c9a77aa-1k'),
  'X-Vedette-Synthetic': header('Present, and true, on everything that the demo serves.', 'true'),
};

const ANSWER_HEADERS: Readonly<Record<string, HeaderObject>> = {
  ETag: header('Tag of these bytes, for If-None-Match.', 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  'Cache-Control': header('How long the answer holds.', 'public, max-age=60'),
};

const RETRY_AFTER = header('Seconds after which a repeat may succeed.', '1800', 'integer');

const ALWAYS: readonly ProblemType[] = [
  'bad-parameter',
  'bad-key',
  'not-found',
  'method-not-allowed',
  'uri-too-long',
  'rate-limited',
  'headers-too-large',
  'internal-error',
  'unavailable',
];

/** Completes the decorators' document. `base` is the public address. */
export const completeDocument = (document: OpenAPIObject, base: string): OpenAPIObject => {
  const components = document.components ?? {};
  return {
    ...document,
    servers: [{ url: base, description: 'This deployment.' }],
    paths: Object.fromEntries(
      Object.entries(document.paths)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, item]) => [
          path,
          item.get === undefined ? item : { ...item, get: completeOperation(path, item.get) },
        ]),
    ),
    components: {
      ...components,
      schemas: {
        ...components.schemas,
        Problem: PROBLEM_SCHEMA,
        FeatureCollection: FEATURE_COLLECTION_SCHEMA,
        StixBundle: STIX_BUNDLE_SCHEMA,
      },
      responses: { ...components.responses, ...problemResponses(base) },
      headers: { ...RATE_HEADERS, ...EVERY_HEADER, ...ANSWER_HEADERS, 'Retry-After': RETRY_AFTER },
      parameters: { ...components.parameters, IfNoneMatch: IF_NONE_MATCH },
      securitySchemes: { ...components.securitySchemes, ApiKey: API_KEY },
    },
  };
};

const completeOperation = (path: string, operation: OperationObject): OperationObject => {
  const underKeys = /^\/(v1|api)\//.test(path);
  const limited = !/^\/(health|metrics)/.test(path);
  const parameters = (operation.parameters ?? []).map(describeWord);
  return {
    ...operation,
    parameters: [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }],
    responses: {
      ...withHeaders(withOtherForms(operation), limited),
      '304': {
        description: 'The client has these bytes already. Costs a request like any other answer.',
        headers: references(limited ? [...Object.keys(RATE_HEADERS), 'ETag'] : ['ETag']),
      },
      ...errorsOf(operation, limited),
    },
    // An empty requirement makes the key optional.
    ...(underKeys ? { security: [{}, { ApiKey: [] }] } : {}),
  };
};

/** The alternative formats of `format`, in addition to JSON. */
const withOtherForms = ({ parameters = [], responses }: OperationObject): OperationObject['responses'] => {
  const format = parameters.find((one) => !('$ref' in one) && one.name === 'format');
  const schema = format === undefined || '$ref' in format ? undefined : format.schema;
  const words = schema === undefined || '$ref' in schema ? [] : (schema.enum ?? []);
  const good = (responses as Record<string, ResponseObject | Reference>)['200'];
  if (words.length === 0 || good === undefined || '$ref' in good) return responses;
  const other = words.includes('geojson')
    ? { [GEOJSON]: { schema: { $ref: '#/components/schemas/FeatureCollection' } } }
    : { [STIX]: { schema: { $ref: '#/components/schemas/StixBundle' } } };
  return { ...responses, '200': { ...good, content: { ...good.content, ...other } } };
};

const describeWord = (parameter: ParameterObject | Reference): ParameterObject | Reference => {
  if ('$ref' in parameter || parameter.in !== 'path') return parameter;
  return { ...PATH_WORDS[parameter.name], ...parameter };
};

const withHeaders = (responses: OperationObject['responses'], limited: boolean): OperationObject['responses'] =>
  Object.fromEntries<ResponseObject | Reference>(
    Object.entries(responses as Record<string, ResponseObject | Reference>).map(([status, response]) => {
      if ('$ref' in response) return [status, response];
      const headers = {
        ...(status === '200' ? references(Object.keys(ANSWER_HEADERS)) : {}),
        ...(limited ? references(Object.keys(RATE_HEADERS)) : {}),
        ...references(Object.keys(EVERY_HEADER)),
        ...response.headers,
      };
      return [status, { ...response, headers }];
    }),
  );

const errorsOf = (operation: OperationObject, limited: boolean): Record<string, Reference> => {
  const types = limited ? ALWAYS : ALWAYS.filter((type) => type !== 'rate-limited');
  return Object.fromEntries(
    types
      .map((type) => [String(PROBLEMS[type].status), type] as const)
      .filter(([status]) => !(status in operation.responses))
      .map(([status]) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  );
};

const references = (names: readonly string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const problemResponses = (base: string): Record<string, ResponseObject> =>
  Object.fromEntries(
    [...groupBy(PROBLEM_TYPES, (type) => String(PROBLEMS[type].status))].map(([status, types]) => [
      `Problem${status}`,
      problemResponse(base, status, types),
    ]),
  );

const problemResponse = (base: string, status: string, types: readonly ProblemType[]): ResponseObject => ({
  description: types.map((type) => `**${type}**: ${PROBLEMS[type].title}.`).join(' '),
  headers: {
    ...references([...Object.keys(RATE_HEADERS), ...Object.keys(EVERY_HEADER)]),
    ...(status === '429' || status === '503' ? references(['Retry-After']) : {}),
    ...(status === '405' ? { Allow: header('The methods that every path answers.', 'GET, HEAD, OPTIONS') } : {}),
  },
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        types.map((type) => [type, { value: problemDocument(type, base, '/v1/ontology/entities') }]),
      ),
    },
  },
});

const IF_NONE_MATCH: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the answer that the client has: the same answer comes back as 304.',
  example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  schema: { type: 'string' },
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description:
    'Optional. Without it a caller is anonymous and has 60 requests an hour; a key raises the budget and changes nothing else.',
} as const;

const PROBLEM_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'RFC 9457. Every error of this service has this form.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'Address of the page that explains this kind of problem.',
      example: 'https://vedette.example/problems/bad-parameter',
    },
    title: {
      type: 'string',
      description: 'The kind of problem in few words.',
      example: PROBLEMS['bad-parameter'].title,
    },
    status: { type: 'integer', description: 'The HTTP status, repeated.', example: 400 },
    detail: {
      type: 'string',
      description: 'What is wrong this time.',
      example: 'limit: must be a whole number from 1 to 500',
    },
    instance: {
      type: 'string',
      format: 'uri-reference',
      description: 'Path of the request.',
      example: '/v1/ontology/entities',
    },
    errors: {
      type: 'array',
      description: 'Each field that is wrong, where fields are.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Name of the parameter.', example: 'limit' },
          message: {
            type: 'string',
            description: 'What was expected of it.',
            example: 'must be a whole number from 1 to 500',
          },
        },
      },
    },
  },
};

const FEATURE_COLLECTION_SCHEMA: SchemaObject = {
  type: 'object',
  description:
    'RFC 7946. One feature a row, with the id of the row; its geometry is a Point or MultiPoint, longitude first, or null for a row without a place; its properties are the row as JSON has it and `geometry_basis`: measured by its source, named in its text, of the entity itself, or null.',
  required: ['type', 'features', 'next'],
  properties: {
    type: {
      type: 'string',
      enum: ['FeatureCollection'],
      description: 'Always this word.',
      example: 'FeatureCollection',
    },
    bbox: {
      type: 'array',
      description: 'West, south, east, north of all features, WGS 84 degrees; absent where none has a place.',
      items: { type: 'number' },
      example: [35.2, 31.5, 51.4, 35.7],
    },
    features: {
      type: 'array',
      description: 'The rows of the page, in their order.',
      items: { type: 'object', additionalProperties: true },
      example: [],
    },
    next: {
      type: ['string', 'null'] as unknown as 'string',
      description: 'Address of the page after, as in the Link header; null on the last.',
      example: null,
    },
  },
};

const STIX_BUNDLE_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'STIX 2.1. States are identities with a location, armed groups threat actors.',
  required: ['type', 'id', 'objects'],
  properties: {
    type: { type: 'string', enum: ['bundle'], description: 'Always this word.', example: 'bundle' },
    id: {
      type: 'string',
      description: 'The same for the same thing and day.',
      example: 'bundle--0d6b1a0e-2f52-5f0a-9a7e-2f1f0c7b6a55',
    },
    objects: {
      type: 'array',
      description: 'The objects, each once; the producer first.',
      items: { type: 'object', additionalProperties: true },
      example: [],
    },
  },
};
