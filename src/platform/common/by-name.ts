/** @param table values with their names, separated by blanks: `{ he: 'iw heb' }` @returns the value of each name */
export const byName = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([value, names]) => names.split(' ').map((name) => [name, value] as const)));
