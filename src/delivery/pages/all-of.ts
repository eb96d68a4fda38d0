/** An object with what its promises resolve to, awaited together; other values stay. */
export const allOf = async <T extends object>(parts: T): Promise<{ readonly [Name in keyof T]: Awaited<T[Name]> }> => {
  const known = await Promise.all(Object.values(parts));
  return Object.fromEntries(Object.keys(parts).map((name, index) => [name, known[index]])) as {
    readonly [Name in keyof T]: Awaited<T[Name]>;
  };
};
