import { VERSION } from '../platform/common/code-version.provider';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { publicUrl } from '../platform/config/public-url';
import type { Environment } from '../platform/config/environment';
import { completeDocument } from './openapi';
import { OpenApiDocument } from '../platform/http/openapi-document.service';
import loadMetadata from '../metadata';

/** Converts OpenAPI 3.0 schemas to 3.1, which has no `nullable`: readers that ignore it reject our nulls. */
export const withoutNullable = <T>(value: T): T => convert(value) as T;

const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convert(inner)]));
  // A field named nullable is a schema, not a flag.
  return typeof node['nullable'] === 'boolean' ? orNull(node) : node;
};

const orNull = ({ nullable, ...schema }: Record<string, unknown>): Record<string, unknown> => {
  if (nullable !== true) return schema;
  if (Array.isArray(schema['enum'])) schema['enum'] = [...new Set([...(schema['enum'] as unknown[]), null])];
  const { type, allOf, $ref, ...rest } = schema;
  // The decorators write the type of a referenced class next to it: null must pass both.
  if (Array.isArray(allOf)) {
    const whole: unknown = allOf.length === 1 ? allOf[0] : { allOf: allOf as unknown[] };
    return { ...rest, anyOf: [whole, { type: 'null' }] };
  }
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  if (Array.isArray(type)) return { ...schema, type: [...new Set([...(type as unknown[]), 'null'])] };
  if (typeof $ref === 'string') return { ...rest, anyOf: [{ $ref }, { type: 'null' }] };
  for (const word of ['oneOf', 'anyOf'] as const)
    if (Array.isArray(schema[word])) return { ...schema, [word]: [...(schema[word] as unknown[]), { type: 'null' }] };
  return schema;
};

type Metadata = Record<'@nestjs/swagger', { models: [Record<string, object>, Record<string, object>][] }>;
type Names = ReadonlyMap<string, readonly string[]>;

/** Property in which the swagger plugin stores a class's metadata. */
const FIELDS = '_OPENAPI_METADATA_FACTORY';

/**
 * Adds field descriptions from types and comments of response classes (src/metadata.ts) to those from decorators.
 * Returns the field names of each class in order, inherited ones first.
 */
const describeFields = async (): Promise<Names> => {
  const metadata = (await loadMetadata()) as unknown as Metadata;
  await SwaggerModule.loadPluginMetadata(() => Promise.resolve(metadata));
  const classes = metadata['@nestjs/swagger'].models.flatMap(([file, fields]) =>
    Object.keys(fields).map((name) => [name, file[name]] as const),
  );
  return new Map(classes.map(([name, type]) => [name, fieldNames(type)]));
};

const fieldNames = (type: object | null | undefined): string[] => {
  if (typeof type !== 'function') return [];
  const own = Object.getOwnPropertyDescriptor(type, FIELDS)?.value as (() => object) | undefined;
  return [...fieldNames(Object.getPrototypeOf(type) as object), ...Object.keys(own?.() ?? {})];
};

/** Sorts fields in the order of their classes; those with a decorator came first. */
const inOrder = (document: OpenAPIObject, names: Names): OpenAPIObject => {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    if ('$ref' in schema || schema.properties === undefined) return [name, schema] as const;
    const order = names.get(name) ?? [];
    const byOrder = (a: string, b: string): number => order.indexOf(a) - order.indexOf(b);
    const properties = Object.entries(schema.properties).sort(([a], [b]) => byOrder(a, b));
    const required = schema.required?.toSorted(byOrder);
    return [name, { ...schema, properties: Object.fromEntries(properties), ...(required && { required }) }] as const;
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
};

/** Version of the API: the package's. Until 1.0 breaking changes raise the minor version. */
export const API_VERSION = VERSION;

const DESCRIPTION = `Conflict-market intelligence and forecast evaluation, read-only.

One graph of countries, militant groups, leaders, places and instruments; every item that touches them; how many independent kinds of source corroborate each prediction market; and every forecast with a proof that it was recorded before its outcome.

- **Reading** is all there is: GET and HEAD. Lists are JSON arrays; the next page is in the \`Link\` header.
- **Limits**: 60 requests an hour for an address without a key, over \`/v1\` and \`/api\` together. \`X-API-Key\` raises it.
- **Errors** are RFC 9457 problems; their \`type\` address explains them.
- **Times** are UTC, RFC 3339. Probabilities, prices and scores lie between 0 and 1.`;

/** Describes the application once, on first use, for `/openapi.json` and `/docs`. */
export const serveOpenApi = async (app: NestFastifyApplication, environment: Environment): Promise<void> => {
  const fields = await describeFields();
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(environment.demo ? 'Vedette (synthetic demo)' : 'Vedette')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  const describe = (): OpenAPIObject =>
    completeDocument(
      withoutNullable(inOrder(SwaggerModule.createDocument(app, config), fields)),
      publicUrl(environment),
    );
  app.get(OpenApiDocument).provide(describe);
};
