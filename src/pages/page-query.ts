/**
 * What a form sent, as the API would have it: a browser sends fields that were left empty, and links
 * arrive with parameters that others added; neither is a mistake of the reader. Pure.
 */
import { parameterNames, ParameterPipe } from '../http/parameter.pipe';

/**
 * The query of a page, checked by the class that checks it on the API.
 *
 * @throws ProblemException `bad-parameter` naming every field that is wrong
 */
export const readPageQuery = <T extends object>(
  dto: new () => T,
  given: Readonly<Record<string, unknown>>,
): T => {
  const known = parameterNames(dto);
  const meant = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (!known.has(name)) return [];
    if (!Array.isArray(value)) return isBlank(value) ? [] : [[name, value]];
    const filled = value.filter((one) => !isBlank(one));
    return filled.length === 0 ? [] : [[name, filled.length === 1 ? filled[0] : filled]];
  });
  return new ParameterPipe().transform(Object.fromEntries(meant), {
    type: 'query',
    metatype: dto,
  }) as T;
};

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
