/** Converts OpenAPI 3.0 schemas to 3.1, which has no `nullable`: readers that ignore it reject our nulls. */
type Json = Record<string, unknown>;

export const withoutNullable = <T>(value: T): T => convert(value) as T;

const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convert(inner)]));
  // A field named nullable is a schema, not a flag.
  return typeof node['nullable'] === 'boolean' ? orNull(node) : node;
};

const orNull = ({ nullable, ...schema }: Json): Json => {
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
