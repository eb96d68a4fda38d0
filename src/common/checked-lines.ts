/**
 * JSON Lines from a person's file, each held to one JSON Schema. Everything that is wrong is named by
 * line and field, so that a file can be put right in one go; nothing is guessed or skipped.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';

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
export const faultText = ({ line, field, message }: LineFault): string =>
  `line ${line}: ${field === '' ? '' : `${field}: `}${message}`;

export interface CheckedLine<T> {
  readonly line: number;
  readonly value: T;
}

/** Most faults that are listed; more would not be read. */
const FAULTS_MAX = 50;
const LINE_LENGTH_MAX = 1_000_000;

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
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile<T>(schema);
  const faults: LineFault[] = [];
  const lines: CheckedLine<T>[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((source, index) => {
      const line = index + 1;
      if (source.trim() === '' || faults.length >= FAULTS_MAX) return;
      const value = parseLine(source);
      if (value === undefined) {
        faults.push({ line, field: '', message: 'is not one JSON value' });
        return;
      }
      const prepared = prepare(value);
      if (validate(prepared)) lines.push({ line, value: prepared });
      else for (const error of validate.errors ?? []) faults.push(faultOf(line, error));
    });
  if (faults.length > 0) throw new LinesRefused(faults.slice(0, FAULTS_MAX));
  return lines;
};

const parseLine = (source: string): unknown => {
  if (source.length > LINE_LENGTH_MAX) return undefined;
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined; // The caller names the line.
  }
};

const faultOf = (line: number, error: ErrorObject): LineFault => {
  const parameters = error.params as { additionalProperty?: string; missingProperty?: string; allowedValues?: unknown[] }; // prettier-ignore
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  if (parameters.additionalProperty !== undefined)
    return {
      line,
      field: join(at, parameters.additionalProperty),
      message: 'is not a known field',
    };
  if (parameters.missingProperty !== undefined)
    return { line, field: join(at, parameters.missingProperty), message: 'is missing' };
  if (parameters.allowedValues !== undefined)
    return { line, field: at, message: `must be one of ${parameters.allowedValues.join(', ')}` };
  return { line, field: at, message: error.message ?? 'is not valid' };
};

const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);
