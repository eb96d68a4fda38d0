/** What a row says of an answer. What may be null in the answer may be absent from the row. */
type RowOf<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: T[K] | undefined;
};

/**
 * An answer from a row: the fields of its class, in their order. What the row holds beyond them is left out. The type of
 * the row must name every field.
 */
export const responseOf = <T extends object, R extends RowOf<T>>(
  type: new () => T,
  row: R & Readonly<Record<Exclude<keyof T, keyof R>, never>>,
): T => {
  const response = new type();
  const given: Readonly<Record<string, unknown>> = row;
  for (const name of Object.keys(response)) Object.assign(response, { [name]: given[name] ?? null });
  return response;
};
