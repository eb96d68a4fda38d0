/** Response headers as a flat list (name, value, name, value …), which Node writes without a lookup table. */
export type HeaderList = readonly string[];

export const headerList = (headers: Readonly<Record<string, string>>): HeaderList => Object.entries(headers).flat();

export const eachHeader = (list: HeaderList, set: (name: string, value: string) => unknown): void => {
  for (let index = 0; index + 1 < list.length; index += 2) set(list[index] ?? '', list[index + 1] ?? '');
};
