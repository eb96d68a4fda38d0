/** Changes to public files, as somebody on the way or the operator would make them. */

/** One leaf of a JSON value: the names that lead to it. */
export type LeafPath = readonly (string | number)[];

export const leafPaths = (value: unknown, path: LeafPath = []): LeafPath[] => {
  if (Array.isArray(value))
    return value.length === 0 ? [path] : value.flatMap((item, index) => leafPaths(item, [...path, index])); // prettier-ignore
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leafPaths(item, [...path, name]));
};

/** The same kind of value, and another one. */
const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value >= 0 && value < 1 ? Math.round((value + 0.0137) * 1e4) / 1e4 : value + 1; // prettier-ignore
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'forged';
  if (Array.isArray(value)) return ['forged'];
  const text = value as string;
  if (/^[0-9a-f]{8,}$/.test(text)) return (text.startsWith('0') ? '1' : '0') + text.slice(1);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text.replace(/\d(Z|\+00:00)$/, (end) => `${(Number(end[0]) + 1) % 10}${end.slice(1)}`); // prettier-ignore
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text.slice(0, 9)}${(Number(text[9]) + 1) % 10}`;
  if (text === 'YES' || text === 'NO') return text === 'YES' ? 'NO' : 'YES';
  return `${text} `;
};

/** A copy of a value with one leaf changed. */
export const withChanged = (value: unknown, path: LeafPath): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return other(value);
  if (Array.isArray(value)) return value.with(Number(name), withChanged(value[Number(name)], rest));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withChanged(object[name], rest) };
};

/** Names of a path without positions in lists: changes of one name in many entries are alike. */
export const spokenPath = (path: LeafPath): string =>
  path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');
