export type Held<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: infer T }
    ? HeldType<T extends readonly (infer U)[] ? U : T, S>
    : unknown;

type HeldType<T, S> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'array'
        ? S extends { readonly items: infer I }
          ? readonly Held<I>[]
          : never
        : T extends 'object'
          ? HeldObject<S>
          : null;

type HeldObject<S> = S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
  ? { readonly [K in keyof P as K extends R ? K : never]: Held<P[K]> } & {
      readonly [K in keyof P as K extends R ? never : K]?: Held<P[K]>;
    }
  : S extends { readonly additionalProperties: infer A }
    ? Readonly<Record<string, Held<A>>>
    : never;
