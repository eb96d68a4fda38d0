import { parameterNames, ParameterPipe } from '../../platform/http/parameter.pipe';
import { ProblemException } from '../../platform/http/problem';

/** @throws ProblemException `bad-parameter` with every invalid field */
export const readPageQuery = <T extends object>(dto: new () => T, given: Readonly<Record<string, unknown>>): T => {
  const known = parameterNames(dto);
  const meant = Object.entries(withSeconds(given)).flatMap(([name, value]): [string, unknown][] => {
    if (!known.has(name)) return [];
    if (!Array.isArray(value)) return isBlank(value) ? [] : [[name, value]];
    const filled = value.filter((one) => !isBlank(one));
    return filled.length === 0 ? [] : [[name, filled.length === 1 ? filled[0] : filled]];
  });
  return new ParameterPipe().transform(Object.fromEntries(meant), { type: 'query', metatype: dto }) as T;
};

/** Date fields of forms have neither seconds nor zone: on these pages all times are UTC. */
const withSeconds = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00Z` : value,
    ]),
  );

export const fieldErrors = (error: unknown): ReadonlyMap<string, string> | null =>
  error instanceof ProblemException && error.type === 'bad-parameter'
    ? new Map((error.options.errors ?? []).map(({ field, message }) => [field, message]))
    : null;

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

export const addressOf = (
  path: string,
  parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value ?? []].flat()) search.append(name, String(one));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};
