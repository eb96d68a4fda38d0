/** A setting. `docs/configuration.md` has the same content; a test compares the two. */
import { commaSeparated } from '../common/comma-separated';

export interface Variable<T> {
  readonly name: string;
  readonly sentence: string;
  readonly defaultText: string;
  readonly secret: boolean;
  readonly fallback: T;
  /** Parses the text. @throws Error with the expected format, never the value */
  readonly read: (text: string) => T;
}

const expected = (what: string): Error => new Error(`must be ${what}`);

const variable = <T>(
  name: string,
  fallback: T,
  sentence: string,
  read: (text: string) => T,
  defaultText = String(fallback),
): Variable<T> => ({ name, sentence, fallback, defaultText, secret: false, read });

export const text = (name: string, fallback: string, sentence: string): Variable<string> =>
  variable(name, fallback, sentence, (value) => value, fallback === '' ? 'empty' : fallback);

export const optional = (name: string, sentence: string): Variable<string | null> =>
  variable<string | null>(name, null, sentence, (value) => value, 'unset');

export const secret = (name: string, sentence: string): Variable<string | null> => ({
  ...optional(name, sentence),
  secret: true,
});

const readUrl = (value: string, schemes: readonly string[]): string => {
  const scheme = /^([a-z0-9+.-]+):\/\/./i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined || !schemes.includes(scheme) || !URL.canParse(value))
    throw expected(`a URL (${schemes.join(', ')})`);
  return value.replace(/(?<!\/)\/+$/, '');
};

export const url = (name: string, fallback: string, sentence: string): Variable<string> => ({
  ...text(name, fallback, sentence),
  read: (value) => readUrl(value, ['http', 'https']),
});

export const optionalUrl = (name: string, schemes: readonly string[], sentence: string): Variable<string | null> => ({
  ...optional(name, sentence),
  read: (value) => readUrl(value, schemes),
});

export const integer = (name: string, fallback: number, min: number, max: number, sentence: string): Variable<number> =>
  variable(name, fallback, sentence, (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value.trim()) || number < min || number > max)
      throw expected(`a whole number from ${min} to ${max}`);
    return number;
  });

export const decimal = (name: string, fallback: number, min: number, max: number, sentence: string): Variable<number> =>
  variable(name, fallback, sentence, (value) => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number) || number < min || number > max)
      throw expected(`a number from ${min} to ${max}`);
    return number;
  });

export const flag = (name: string, fallback: boolean, sentence: string): Variable<boolean> =>
  variable(name, fallback, sentence, (value) => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw expected('true or false');
  });

/** Comma-separated values of a closed list; empty by default. */
export const listOf = <T extends string>(
  name: string,
  values: readonly T[],
  sentence: string,
): Variable<readonly T[]> => {
  const read = (value: string): readonly T[] => {
    const named = commaSeparated(value);
    const found = values.filter((candidate) => named.includes(candidate));
    if (found.length !== new Set(named).size) throw expected(`of ${values.join(', ')}`);
    return found;
  };
  return variable(name, [], sentence, read, 'empty');
};

export const oneOf = <T extends string>(
  name: string,
  values: readonly T[],
  fallback: T,
  sentence: string,
): Variable<T> =>
  variable(name, fallback, sentence, (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw expected(`one of ${values.join(', ')}`);
    return found;
  });
