/** `Array.map` in order, in slices that yield to the event loop, so that API requests are delayed only a few ms. */
export const mapInSlices = async <T, R>(values: readonly T[], change: (value: T) => R, slice = 25): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < values.length; from += slice) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const value of values.slice(from, from + slice)) results.push(change(value));
  }
  return results;
};
