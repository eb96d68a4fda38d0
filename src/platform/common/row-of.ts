/** Members without a value are absent. */
export type Stored<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Instants are UTC ms instead of text. */
export type InMillis<T, K extends keyof T> = Omit<T, K> & {
  readonly [P in K]: null extends T[P] ? number | null : number;
};
