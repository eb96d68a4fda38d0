/** The words of a text: `'a b'` gives `'a' | 'b'`. */
export type Names<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Names<Rest> : S;

/** The list of these names, each of its own type. */
export const names = <const S extends string>(text: S): readonly Names<S>[] => text.split(' ') as Names<S>[];
