/**
 * What a form sent, as the API would have it: a browser sends fields that were left empty, and links
 * arrive with parameters that others added; neither is a mistake of the reader. Pure.
 */
import { parameterNames, ParameterPipe } from '../../platform/http/parameter.pipe';
import { ProblemException } from '../../platform/http/problem';

/**
 * The query of a page, checked by the class that checks it on the API.
 *
 * @throws ProblemException `bad-parameter` naming every field that is wrong
 */
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

/** What a date field of a form sends has neither seconds nor a zone: on these pages all times are UTC. */
const withSeconds = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00Z` : value,
    ]),
  );

/** What is wrong with a form, by field; null where it is something else that went wrong. */
export const fieldErrors = (error: unknown): ReadonlyMap<string, string> | null =>
  error instanceof ProblemException && error.type === 'bad-parameter'
    ? new Map((error.options.errors ?? []).map(({ field, message }) => [field, message]))
    : null;

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** An address with those parameters that have a value, in the order given. */
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
