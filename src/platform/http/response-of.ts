/** The row type for a response: nullable members may be absent. */
export type RowOf<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: T[K] | undefined;
};

/** The fields of the response class in order; other members of the row are dropped. */
export const responseOf = <T extends object, R extends RowOf<T>>(
  type: new () => T,
  row: R & Readonly<Record<Exclude<keyof T, keyof R>, never>>,
): T => {
  const response = new type();
  const given: Readonly<Record<string, unknown>> = row;
  for (const name of Object.keys(response)) Object.assign(response, { [name]: given[name] ?? null });
  return response;
};
