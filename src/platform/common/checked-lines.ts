/**
 * JSON Lines from a person's file, each held to one JSON Schema. Everything that is wrong is named by
 * line and field, so that a file can be put right in one go; nothing is guessed or skipped.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';
import { JsonSyntaxError, repeatedNames } from './json-text';

/** One thing that is wrong. */
export interface LineFault {
  /** From 1. */
  readonly line: number;
  /** Field of the line, or an empty text for the line as a whole. */
  readonly field: string;
  readonly message: string;
}

/** A file that was refused whole. */
export class LinesRefused extends Error {
  constructor(readonly faults: readonly LineFault[]) {
    super(faults.map(faultText).join('\n'));
  }
}

/** `line 3: probability_yes: must be <= 1` */
const faultText = ({ line, field, message }: LineFault): string =>
  `line ${line}: ${field === '' ? '' : `${field}: `}${message}`;

export interface CheckedLine<T> {
  readonly line: number;
  readonly value: T;
}

/** Most faults that are listed; more would not be read. */
const FAULTS_MAX = 50;
const LINE_LENGTH_MAX = 1_000_000;
const DEPTH_MAX = 64;

/**
 * The values of all lines that are not blank.
 *
 * @param prepare turns another accepted shape into the one of the schema; the identity where absent
 * @throws LinesRefused
 */
export const readCheckedLines = <T>(
  text: string,
  schema: object,
  prepare: (value: unknown) => unknown = (value) => value,
): CheckedLine<T>[] => {
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true }).compile<T>(schema);
  const faults: LineFault[] = [];
  const lines: CheckedLine<T>[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((source, index) => {
      const line = index + 1;
      if (source.trim() === '' || faults.length >= FAULTS_MAX) return;
      const read = parseLine(source);
      if (read === null) {
        faults.push({ line, field: '', message: 'is not one JSON value' });
        return;
      }
      const prepared = prepare(read.value);
      faults.push(...read.repeated.map((field) => ({ line, field, message: 'stands twice' })));
      if (validate(prepared)) lines.push({ line, value: prepared });
      else for (const error of validate.errors ?? []) faults.push(faultOf(line, error));
    });
  if (faults.length > 0) throw new LinesRefused(faults.slice(0, FAULTS_MAX));
  return lines;
};

/** Null where the line is not one JSON value. */
const parseLine = (source: string): { value: unknown; repeated: readonly string[] } | null => {
  if (source.length > LINE_LENGTH_MAX) return null;
  try {
    return { repeated: repeatedNames(source, DEPTH_MAX), value: JSON.parse(source) as unknown };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null; // The caller names the line.
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
  // What a pattern asks for stands in words beside it.
  const described = (error.parentSchema as { description?: string } | undefined)?.description;
  if (error.keyword === 'pattern' && described !== undefined)
    return { line, field: at, message: `must be: ${described}` };
  return { line, field: at, message: error.message ?? 'is not valid' };
};

const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);
