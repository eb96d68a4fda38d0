import type { Names } from './names';

/** The named members in the given order: `pick(market, 'exchange ticker')`. Other names are errors of the compiler. */
export const pick = <T extends object, const S extends string>(
  row: T,
  names: S & (Names<S> extends keyof T ? unknown : never),
): Pick<T, Names<S> & keyof T> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row[name as keyof T]])) as Pick<T, Names<S> & keyof T>;
