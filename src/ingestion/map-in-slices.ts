/**
 * `Array.map` in slices that yield to the event loop, so that tagging a thousand items does not delay API requests for
 * more than a few milliseconds. Keeps the order.
 */
export const mapInSlices = async <T, R>(values: readonly T[], change: (value: T) => R, slice = 25): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < values.length; from += slice) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const value of values.slice(from, from + slice)) results.push(change(value));
  }
  return results;
};
