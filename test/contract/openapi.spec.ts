/** The OpenAPI document, checked for the needs of an API consumer. */
import { spawnSync } from 'node:child_process';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeApp, type DescribedApp } from '../support/described-app';

jest.setTimeout(60_000);

type Json = Record<string, any>;

/** Every endpoint that the service promises. */
const PROMISED = [
  '/v1/ontology/entities',
  '/v1/ontology/entities/{id}',
  '/v1/ontology/entities/{id}/days',
  '/v1/ontology/places.geojson',
  '/v1/ontology/relationships',
  '/v1/ontology/events',
  '/v1/ontology/events/{id}',
  '/v1/ontology/graph',
  '/v1/ontology/paths',
  '/v1/ontology/resolve',
  '/v1/ontology/digest',
  '/v1/ontology/alerts',
  '/v1/ontology/alerts.atom',
  '/v1/ontology/alerts.feed.json',
  '/v1/predictions/{id}',
  '/v1/markets/{exchange}/{ticker}/predictions.atom',
  '/v1/markets/{exchange}/{ticker}/predictions.feed.json',
  '/api/registry/days.atom',
  '/api/registry/days.feed.json',
  '/api/badge/market/{exchange}/{ticker}.svg',
  '/v1/ontology/confluence/{exchange}/{ticker}',
  '/v1/markets',
  '/v1/markets/{exchange}/{ticker}',
  '/v1/markets/{exchange}/{ticker}/moves',
  '/v1/markets/{exchange}/{ticker}/quotes',
  '/v1/sources',
  '/v1/sources/{id}',
  '/v1/status',
  '/api/replay-bundle/{id}',
  '/api/registry/index.json',
  '/api/registry/{date}.json',
  '/api/registry/checkpoint',
  '/api/registry/proof/{sha256}.json',
  '/api/registry/consistency/{first}/{second}.json',
  '/api/receipts',
  '/api/receipt/{trade_id}.json',
  '/api/track-record.json',
  '/api/track-record',
  '/api/track-record/analysis.json',
  '/api/leaderboard.json',
  '/api/badge/track-record.svg',
  '/api/dataset/schema.json',
  '/api/dataset/records.jsonl',
  '/api/dataset/records.csv',
  '/api/dataset/records.parquet',
  '/api/dataset/manifest.json',
  '/api/dataset/0.2.0/schema.json',
  '/api/dataset/0.2.0/{name}',
  '/api/webhooks/public-key',
  '/openapi.json',
  '/llms.txt',
  '/health/live',
  '/health/ready',
  '/metrics',
];

/** Every object of the document with the path that leads to it. */
function* walk(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${at}/${key}`);
}

describe('the OpenAPI document', () => {
  let described: DescribedApp;
  let document: OpenAPIObject;
  let operations: [string, Json][];

  beforeAll(async () => {
    described = await describeApp();
    // As a reader gets it.
    document = JSON.parse(JSON.stringify(described.document)) as OpenAPIObject;
    operations = Object.entries(document.paths).map(([path, item]) => [path, item.get as Json]);
  });
  afterAll(() => described.app.close());

  const resolve = (reference: string): unknown =>
    reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<any>((node, key) => node?.[key.replace(/~1/g, '/').replace(/~0/g, '~')], document);
  const dereferenced = (value: Json): Json =>
    typeof value['$ref'] === 'string' ? (resolve(value['$ref']) as Json) : value;

  it('is of version 3.1 and names where it is served', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers?.[0]?.url).toBe('https://vedette.example');
  });

  it('has every endpoint that is promised', () => {
    expect(PROMISED.filter((path) => document.paths[path]?.get === undefined)).toEqual([]);
  });

  it('has nothing but reading', () => {
    const others = Object.entries(document.paths).filter(([, item]) => Object.keys(item).join() !== 'get');

    expect(others.map(([path]) => path)).toEqual([]);
  });

  it('refers to nothing that is not there', () => {
    const broken = [...walk(document)].filter(
      ([, node]) => typeof node['$ref'] === 'string' && resolve(node['$ref']) === undefined,
    );

    expect(broken.map(([at]) => at)).toEqual([]);
  });

  it('names each operation once', () => {
    const ids = operations.map(([, operation]) => operation['operationId'] as string);

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has no word of OpenAPI 3.0 that 3.1 dropped', () => {
    const old = [...walk(document)].filter(
      ([at, node]) => typeof node['nullable'] === 'boolean' && !at.endsWith('/properties'),
    );

    expect(old.map(([at]) => at)).toEqual([]);
  });

  it('describes every parameter, with an example', () => {
    const bare = operations.flatMap(([path, operation]) =>
      ((operation['parameters'] ?? []) as Json[])
        .map(dereferenced)
        .filter(
          (parameter) =>
            typeof parameter['description'] !== 'string' ||
            (parameter['example'] ?? parameter['examples'] ?? parameter['schema']?.example) === undefined,
        )
        .map((parameter) => `${path} ${String(parameter['name'])}`),
    );

    expect(bare).toEqual([]);
  });

  it('describes every field of every answer, with an example', () => {
    const bare = [...walk(document.components?.schemas, '#/components/schemas')]
      // A list of members is not a schema, even where a member is called `properties` (GeoJSON).
      .filter(([at]) => !at.endsWith('/properties'))
      .flatMap(([at, node]) =>
        Object.entries((typeof node['properties'] === 'object' ? node['properties'] : {}) as Json)
          .filter(([, field]) => !isDescribed(field as Json))
          .map(([name]) => `${at.replace('#/components/schemas/', '')}.${name}`),
      );

    expect(bare).toEqual([]);
  });

  it('is the one that was agreed on: `npx jest -u` accepts a change of the interface', () => {
    expect(agreed(document)).toMatchSnapshot();
  });

  it('is made of the present fields of answers', () => {
    const { stderr } = spawnSync(process.execPath, ['scripts/write-metadata.mjs', '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
  });

  it('declares for every endpoint of the API what can go wrong', () => {
    const silent = operations
      .filter(([path]) => /^\/(v1|api)\//.test(path))
      .flatMap(([path, operation]) =>
        ['304', '400', '401', '404', '405', '414', '429', '431', '500', '503']
          .filter((status) => operation['responses'][status] === undefined)
          .map((status) => `${path} ${status}`),
      );

    expect(silent).toEqual([]);
  });

  it('declares the headers of limits and the optional key on every endpoint of the API', () => {
    const silent = operations
      .filter(([path]) => /^\/(v1|api)\//.test(path))
      .filter(([, operation]) => {
        const headers = Object.keys(dereferenced(operation['responses']['200'] as Json)['headers'] ?? {});
        const keys = JSON.stringify(operation['security']);
        return !headers.includes('RateLimit') || !headers.includes('ETag') || keys !== '[{},{"ApiKey":[]}]';
      });

    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('has a type for the body of every good answer', () => {
    const bare = operations.filter(([, operation]) => {
      const content = dereferenced(operation['responses']['200'] as Json)['content'] as Json | undefined;
      return content === undefined || Object.values(content).some((media: Json) => media['schema'] === undefined);
    });

    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it('shows problems as they are', () => {
    for (const status of ['400', '401', '404', '405', '429', '500', '503']) {
      const response = resolve(`#/components/responses/Problem${status}`) as Json;
      const examples = Object.values<Json>(response['content']['application/problem+json'].examples);
      for (const { value } of examples) expect(value.status).toBe(Number(status));
    }
  });
});

/** One line a parameter, an answer, a field. */
const agreed = ({ paths, components }: OpenAPIObject): string => {
  const lines = Object.entries(paths).flatMap(([path, { get }]) => {
    const { parameters = [], responses = {}, ...operation } = (get ?? {}) as Json;
    return [
      `${path} ${JSON.stringify(operation)}`,
      ...(parameters as Json[]).map((parameter) => `${path} parameter ${JSON.stringify(parameter)}`),
      `${path} 200 ${JSON.stringify(responses['200']?.content)}`,
    ];
  });
  const fields = Object.entries((components?.schemas ?? {}) as Json).flatMap(
    ([name, { properties = {}, ...schema }]) => [
      `${name} ${JSON.stringify(schema)}`,
      ...Object.entries(properties as Json).map(([field, about]) => `${name}.${field} ${JSON.stringify(about)}`),
    ],
  );
  return [...lines, ...fields].join('\n');
};

/** A field has a description, or refers to a schema that has one. */
const isDescribed = (field: Json): boolean => {
  const refers =
    field['$ref'] !== undefined ||
    field['allOf'] !== undefined ||
    field['oneOf'] !== undefined ||
    // A nullable field refers to its class in a union with null.
    (field['anyOf'] as Json[] | undefined)?.some((one) => one['$ref'] !== undefined) === true;
  const items = field['items'] as Json | undefined;
  const ofObjects = items?.['$ref'] !== undefined || items?.['properties'] !== undefined;
  const hasExample = ['example', 'examples', 'const'].some((key) => key in field);
  // Nothing is taught by an example of null.
  const mayBeNull = (field['type'] as unknown[] | undefined)?.includes('null') === true;
  return (
    refers ||
    (typeof field['description'] === 'string' &&
      (hasExample || mayBeNull || ofObjects || field['properties'] !== undefined))
  );
};
