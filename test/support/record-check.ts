/** Checks records against the published schema, the very object that is served. */
import { Ajv2020 } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import { recordSchema, STABILITY_KEYWORD } from '../../src/dataset/record-schema';

/** Its own types are lost between two kinds of module. */
const addFormats = formats as unknown as (ajv: Ajv2020) => unknown;

/** Errors of a value according to the schema; empty for a valid record. */
type RecordCheck = (value: unknown) => readonly string[];

/** @param schema that of records 0.1.0 by default, which is compiled once */
export const makeRecordCheck = (schema?: Record<string, unknown>): RecordCheck =>
  schema === undefined
    ? (made ??= compiled(recordSchema('https://vedette.example/api/dataset/schema.json')))
    : compiled(schema);

/** Compiling a schema costs more than checking a hundred records. */
let made: RecordCheck | undefined;

const compiled = (schema: Record<string, unknown>): RecordCheck => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  ajv.addKeyword(STABILITY_KEYWORD);
  addFormats(ajv);
  const validate = ajv.compile(schema);
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message = 'is not valid' }) =>
            `${instancePath.slice(1).replaceAll('/', '.') || 'record'} ${message}`,
        );
};
