/** A line of a user's file that breaks a rule is refused with line and field; the others are kept. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';
import { JsonSyntaxError, repeatedNames } from './json-text';
import type { FieldFault } from './line-fields';

/** Its field is empty for the whole line. */
export interface LineFault extends FieldFault {
  /** From 1. */
  readonly line: number;
}

/** `line 3: probability_yes: must be <= 1` */
export const faultText = ({ line, field, message }: LineFault): string =>
  `line ${line}: ${field === '' ? '' : `${field}: `}${message}`;

export interface CheckedLine<T> {
  readonly line: number;
  readonly value: T;
}

/** Maximum reported faults of one line. */
const FAULTS_MAX = 10;
const LINE_LENGTH_MAX = 1_000_000;
const DEPTH_MAX = 64;

/** @param faults gets those of refused lines @param prepare converts another accepted format to the schema's */
export const readCheckedLines = <T>(
  text: string,
  schema: object,
  faults: LineFault[],
  prepare: (value: unknown) => unknown = (value) => value,
): CheckedLine<T>[] => {
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true }).compile<T>(schema);
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((source, index): CheckedLine<T>[] => {
      const line = index + 1;
      if (source.trim() === '') return [];
      const read = parseLine(source);
      if (read === null) {
        faults.push({ line, field: '', message: 'is not one JSON value' });
        return [];
      }
      const value = prepare(read.value);
      const found = read.repeated.map((field): LineFault => ({ line, field, message: 'occurs twice' }));
      if (!validate(value)) found.push(...(validate.errors ?? []).map((error) => faultOf(line, error)));
      else if (found.length === 0) return [{ line, value }];
      faults.push(...found.slice(0, FAULTS_MAX));
      return [];
    });
};

/** Null if the line is not a JSON value. */
const parseLine = (source: string): { value: unknown; repeated: readonly string[] } | null => {
  if (source.length > LINE_LENGTH_MAX) return null;
  try {
    return { repeated: repeatedNames(source, DEPTH_MAX), value: JSON.parse(source) as unknown };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null; // The caller reports the line.
    throw error;
  }
};

const faultOf = (line: number, error: ErrorObject): LineFault => {
  const parameters = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
    allowedValues?: unknown[];
  };
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  if (parameters.additionalProperty !== undefined)
    return { line, field: join(at, parameters.additionalProperty), message: 'is not a known field' };
  if (parameters.missingProperty !== undefined)
    return { line, field: join(at, parameters.missingProperty), message: 'is missing' };
  if (parameters.allowedValues !== undefined)
    return { line, field: at, message: `must be one of ${parameters.allowedValues.join(', ')}` };
  // The description explains the pattern.
  const described = (error.parentSchema as { description?: string } | undefined)?.description;
  if (error.keyword === 'pattern' && described !== undefined)
    return { line, field: at, message: `must be: ${described}` };
  return { line, field: at, message: error.message ?? 'is not valid' };
};

const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);
