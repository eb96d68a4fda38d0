/** Changes to public files, as somebody on the way or the operator would make them. */

/** One leaf of a JSON value: the names that lead to it. */
export type LeafPath = readonly (string | number)[];

export const leafPaths = (value: unknown, path: LeafPath = []): LeafPath[] => {
  if (Array.isArray(value))
    return value.length === 0 ? [path] : value.flatMap((item, index) => leafPaths(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leafPaths(item, [...path, name]));
};

/** The same kind of value, and another one. */
const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value >= 0 && value < 1 ? Math.round((value + 0.0137) * 1e4) / 1e4 : value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return 'forged';
  if (Array.isArray(value)) return ['forged'];
  const text = value as string;
  if (/^[0-9a-f]{8,}$/.test(text)) return (text.startsWith('0') ? '1' : '0') + text.slice(1);
  if (/^\d{4}-\d\d-\d\dT.*(Z|\+00:00)$/.test(text))
    return text.replace(/\d(Z|\+00:00)$/, (end) => `${(Number(end[0]) + 1) % 10}${end.slice(1)}`);
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

/** Objects and lists inside a JSON value, the value itself among them. */
export const nodePaths = (value: unknown, path: LeafPath = []): LeafPath[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => nodePaths(item, [...path, index]))
    : Object.entries(value).flatMap(([name, item]) => nodePaths(item, [...path, name]));
  return [path, ...inside];
};

/** Names of a path without positions in lists: changes of one name in many entries are alike. */
export const spokenPath = (path: LeafPath): string =>
  path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');

/** A copy of a value with one leaf replaced by the result of a function; undefined removes it. */
export const withReplaced = (value: unknown, path: LeafPath, make: (old: unknown) => unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return make(value);
  if (Array.isArray(value)) return value.with(Number(name), withReplaced(value[Number(name)], rest, make));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withReplaced(object[name], rest, make) };
};

/** Ways to change one leaf, by name; each makes the text of the whole file. */
export type Way = (value: unknown, path: LeafPath, write: (value: unknown) => string) => string;

/** Stands in a value where text is put in as it is. */
const MARK = 'a3f1-put-text-here';

const asText =
  (make: (token: string, old: unknown) => string): Way =>
  (value, path, write) => {
    let token = '';
    let before: unknown;
    const text = write(withReplaced(value, path, (old) => ((token = write(old)), (before = old), MARK)));
    return text.replace(JSON.stringify(MARK), () => make(token, before));
  };

/** How an attacker may write a leaf otherwise: another value, none, or the same value in other bytes. */
export const WAYS: Readonly<Record<string, Way>> = {
  'another value': (value, path, write) => write(withChanged(value, path)),
  'left out': (value, path, write) => write(withReplaced(value, path, () => undefined)),
  'of another type': (value, path, write) =>
    write(withReplaced(value, path, (old) => (typeof old === 'string' ? [old] : String(old)))),
  'null or not null': (value, path, write) => write(withReplaced(value, path, (old) => (old === null ? 0 : null))),
  'twice, first another': (value, path, write) => {
    const name = path.at(-1);
    const other = write(withChanged(value, path));
    const own = write(value);
    if (typeof name !== 'string') return other;
    const at = Array.from(own).findIndex((_, index) => own[index] !== other[index]);
    const start = own.lastIndexOf(`${JSON.stringify(name)}:`, at);
    return start === -1 ? other : `${own.slice(0, start)}${JSON.stringify(name)}:0,${own.slice(start)}`;
  },
  'with a member beside it': (value, path, write) =>
    write(
      withReplaced(value, path.slice(0, -1), (old) =>
        typeof old === 'object' && old !== null && !Array.isArray(old)
          ? { ...old, zz_forged: 'verified by nobody' }
          : [old],
      ),
    ),
  'in other digits or escapes': asText((token, old) =>
    typeof old === 'number'
      ? Number.isInteger(old)
        ? `${token}.0`
        : `${token}0`
      : typeof old === 'string' && old !== ''
        ? `"\\u${old.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}${JSON.stringify(old.slice(1)).slice(1)}`
        : ` ${token}`,
  ),
  'behind white space': asText((token) => ` ${token}`),
  'with an invisible letter': (value, path, write) =>
    write(withReplaced(value, path, (old) => (typeof old === 'string' ? `${old}\u200b` : [old]))),
  'as minus zero, or far too large': (value, path, write) =>
    write(withReplaced(value, path, (old) => (typeof old === 'number' ? (old === 0 ? 1e21 : -old) : '__proto__'))),
};

const replacing =
  (make: (old: unknown) => unknown): Way =>
  (value, path, write) =>
    write(withReplaced(value, path, make));

const listed = (make: (list: readonly unknown[]) => unknown): Way =>
  replacing((old) => (Array.isArray(old) ? make(old as unknown[]) : old));

/** How an attacker may write an object or a list otherwise. Where a way changes nothing, it is none. */
export const NODE_WAYS: Readonly<Record<string, Way>> = {
  'as null': replacing(() => null),
  'left out': replacing(() => undefined),
  emptied: replacing((old) => (Array.isArray(old) ? [] : {})),
  'in a list': replacing((old) => [old]),
  'without its first': listed((list) => list.slice(1)),
  'without its last': listed((list) => list.slice(0, -1)),
  'with its last twice': listed((list) => (list.length === 0 ? list : [...list, list.at(-1)])),
  'with its first again': listed((list) => (list.length === 0 ? list : [...list, list[0]])),
  'with null behind it': listed((list) => [...list, null]),
  'in reverse': listed((list) => [...list].reverse()),
  'with first and last exchanged': listed((list) =>
    list.length < 2 ? list : [list.at(-1), ...list.slice(1, -1), list[0]],
  ),
};
