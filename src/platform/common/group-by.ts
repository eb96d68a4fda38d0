export const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) addTo(groups, keyOf(row), row);
  return groups;
};

export const addTo = <K, T>(groups: Map<K, T[]>, key: K, row: T): void => {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [row]);
  else group.push(row);
};

/** The kept value of a key, made on first use. */
export const once = <K, V>(
  kept: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
  key: K,
  make: () => V,
): V => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
};
