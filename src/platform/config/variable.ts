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

/** A setting that still lacks its sentence for `docs/configuration.md`. */
interface Unsaid<T> {
  readonly says: (sentence: string) => Variable<T>;
}

const variable = <T>(
  name: string,
  fallback: T,
  read: (text: string) => T,
  { defaultText = String(fallback), isSecret = false } = {},
): Unsaid<T> => ({
  says: (sentence) => ({ name, sentence, fallback, defaultText, secret: isSecret, read }),
});

const unset = <T>(name: string, read: (text: string) => T, isSecret = false): Unsaid<T | null> =>
  variable<T | null>(name, null, read, { defaultText: 'unset', isSecret });

const itself = (value: string): string => value;

export const text = (name: string, fallback: string): Unsaid<string> =>
  variable(name, fallback, itself, { defaultText: fallback || 'empty' });

export const optional = (name: string): Unsaid<string | null> => unset(name, itself);

export const secret = (name: string): Unsaid<string | null> => unset(name, itself, true);

const urlOf =
  (schemes: readonly string[]) =>
  (value: string): string => {
    const scheme = /^([a-z0-9+.-]+):\/\/./i.exec(value)?.[1]?.toLowerCase();
    if (scheme === undefined || !schemes.includes(scheme) || !URL.canParse(value))
      throw expected(`a URL (${schemes.join(', ')})`);
    return value.replace(/(?<!\/)\/+$/, '');
  };

export const url = (name: string, fallback: string): Unsaid<string> =>
  variable(name, fallback, urlOf(['http', 'https']));

export const optionalUrl = (name: string, schemes: readonly string[]): Unsaid<string | null> =>
  unset(name, urlOf(schemes));

export const integer = (name: string, fallback: number, min: number, max: number): Unsaid<number> =>
  variable(name, fallback, (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value.trim()) || number < min || number > max)
      throw expected(`a whole number from ${min} to ${max}`);
    return number;
  });

export const decimal = (name: string, fallback: number, min: number, max: number): Unsaid<number> =>
  variable(name, fallback, (value) => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number) || number < min || number > max)
      throw expected(`a number from ${min} to ${max}`);
    return number;
  });

export const flag = (name: string, fallback: boolean): Unsaid<boolean> =>
  variable(name, fallback, (value) => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw expected('true or false');
  });

/** Comma-separated values of a closed list; empty by default. */
export const listOf = <T extends string>(name: string, values: readonly T[]): Unsaid<readonly T[]> => {
  const read = (value: string): readonly T[] => {
    const named = commaSeparated(value);
    const found = values.filter((candidate) => named.includes(candidate));
    if (found.length !== new Set(named).size) throw expected(`of ${values.join(', ')}`);
    return found;
  };
  return variable(name, [], read, { defaultText: 'empty' });
};

export const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): Unsaid<T> =>
  variable(name, fallback, (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw expected(`one of ${values.join(', ')}`);
    return found;
  });
