/** The named members, in the given order. */
export const pick = <T extends object, K extends keyof T>(row: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, K>;
