/** Compares by the first differing text. */
export const compare = (a: readonly string[], b: readonly string[]): number => {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
};
