/** Adds field descriptions from types and comments of response classes (src/metadata.ts) to those from decorators. */
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import loadMetadata from '../metadata';

type Metadata = Record<'@nestjs/swagger', { models: [Record<string, object>, Record<string, object>][] }>;
type Names = ReadonlyMap<string, readonly string[]>;

/** Property in which the swagger plugin stores a class's metadata. */
const FIELDS = '_OPENAPI_METADATA_FACTORY';

/** Adds the metadata; returns the field names of each class in order, inherited ones first. */
export const describeFields = async (): Promise<Names> => {
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
export const inOrder = (document: OpenAPIObject, names: Names): OpenAPIObject => {
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
