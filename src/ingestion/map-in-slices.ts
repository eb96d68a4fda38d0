/**
 * Like `Array.map`, in slices between which others get their turn: a thousand items are tagged without
 * keeping a reader of the API waiting for more than a few milliseconds. The results keep the order.
 */
export const mapInSlices = async <T, R>(values: readonly T[], change: (value: T) => R, slice = 25): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < values.length; from += slice) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const value of values.slice(from, from + slice)) results.push(change(value));
  }
  return results;
};
