import { isDeepStrictEqual } from 'node:util';

/**
 * Differences between wanted and stored rows by key. For an already loaded seed they are empty, so reloading is safe.
 */
export interface SeedDiff<T> {
  readonly added: readonly T[];
  readonly changed: readonly T[];
  readonly removed: readonly T[];
  readonly unchanged: number;
}

export const diffSeed = <T>(wanted: readonly T[], stored: readonly T[], keyOf: (row: T) => string): SeedDiff<T> => {
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const after = new Set(wanted.map(keyOf));
  const added = wanted.filter((row) => !before.has(keyOf(row)));
  const kept = wanted.filter((row) => before.has(keyOf(row)));
  const changed = kept.filter((row) => !isDeepStrictEqual(row, before.get(keyOf(row))));
  return {
    added,
    changed,
    removed: stored.filter((row) => !after.has(keyOf(row))),
    unchanged: kept.length - changed.length,
  };
};
