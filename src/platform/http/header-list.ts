/**
 * Response headers as one flat list, name, value, name, value …: the form that Node writes without
 * going through a table of them.
 */
export type HeaderList = readonly string[];

export const headerList = (headers: Readonly<Record<string, string>>): HeaderList => Object.entries(headers).flat();

/** Calls `set` with each name and its value. */
export const eachHeader = (list: HeaderList, set: (name: string, value: string) => unknown): void => {
  for (let index = 0; index + 1 < list.length; index += 2) set(list[index] ?? '', list[index + 1] ?? '');
};
