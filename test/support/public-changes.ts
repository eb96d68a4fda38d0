/** Changes of every public file of a deployment, to be played against those who verify it. */
import { canonicalizeText } from '../../src/common/canonical-json';
import { leafPaths, spokenPath, WAYS, type LeafPath } from './tampering';

export type PublicFileBytes = ReadonlyMap<string, Buffer>;

export interface Change {
  /** File, member and way, without ids and positions. */
  readonly name: string;
  /** Kind of file and member alone. */
  readonly member: string;
  readonly way: string;
  readonly path: string;
  /** The whole file, changed; null takes it away. */
  readonly body: () => string | Buffer | null;
}

const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));

/** A path without ids and dates. */
const kindOf = (path: string): string =>
  path.replace(/(?:rb-|t-)?[0-9a-f]{24,}/g, '{id}').replace(/\d{4}-\d\d-\d\d/g, '{date}');

/** Every member of every kind of file once in the first way, and every `nth` of the other ways in turn. */
export const changesOf = (files: PublicFileBytes, otherWays: number): Change[] => {
  const found = new Map<string, Change>();
  const members = new Set<string>();
  const names = Object.keys(WAYS);
  const add = (member: string, way: string, path: string, body: Change['body']): void => {
    const name = `${member}, ${way}`;
    if (!found.has(name)) found.set(name, { name, member, way, path, body });
  };
  const addLeaf = (
    member: string,
    path: string,
    value: unknown,
    leaf: LeafPath,
    write: (value: unknown) => string,
    whole: (line: string) => string,
  ): void => {
    if (members.has(member)) return;
    const turn = members.add(member).size;
    const others = Array.from({ length: otherWays }, (_, at) => names[1 + ((turn + at * 3) % (names.length - 1))] ?? ''); // prettier-ignore
    for (const way of new Set([names[0] ?? '', ...others]))
      add(member, way, path, () => whole(WAYS[way]?.(value, leaf, write) ?? ''));
  };
  for (const [path, bytes] of files) {
    const kind = kindOf(path);
    const text = bytes.toString();
    add(kind, 'taken away', path, () => null);
    add(kind, 'cut in the middle', path, () => bytes.subarray(0, Math.floor(bytes.length / 2)));
    add(kind, 'without its last byte', path, () => bytes.subarray(0, -1));
    add(kind, 'with a byte behind it', path, () => Buffer.concat([bytes, Buffer.from(' ')]));
    add(kind, 'behind a byte order mark', path, () => Buffer.concat([Buffer.from('\ufeff'), bytes])); // prettier-ignore
    add(kind, 'with CR LF', path, () => (text.includes('\n') ? text.replaceAll('\n', '\r\n') : `${text}\r\n`)); // prettier-ignore
    add(kind, 'empty', path, () => '');
    if (path.endsWith('.jsonl')) {
      const lines = text.trimEnd().split('\n');
      const joined = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
      lines.forEach((line, at) => {
        const value = JSON.parse(line) as { kind?: string };
        for (const leaf of leafPaths(value))
          addLeaf(`${kind} ${value.kind ?? ''} ${spokenPath(leaf)}`, path, value, leaf, canonical, (changed) => joined(lines.with(at, changed))); // prettier-ignore
      });
      const last = lines.at(-1) ?? '';
      add(kind, 'its last line left out', path, () => joined(lines.slice(0, -1)));
      add(kind, 'its first line left out', path, () => joined(lines.slice(1)));
      add(kind, 'its last line twice', path, () => joined([...lines, last]));
      add(kind, 'its first line again at the end', path, () => joined([...lines, lines[0] ?? '']));
      add(kind, 'two lines exchanged', path, () => joined([...lines.slice(0, -2), last, lines.at(-2) ?? ''])); // prettier-ignore
      add(kind, 'an empty line in it', path, () => joined([...lines.slice(0, 1), '', ...lines.slice(1)])); // prettier-ignore
    } else if (/json|replay|limit/.test(path)) {
      const value = JSON.parse(text) as unknown;
      const write = canonical(value) === text ? canonical : JSON.stringify;
      for (const leaf of leafPaths(value))
        addLeaf(`${kind} ${spokenPath(leaf)}`, path, value, leaf, write, (changed) => changed);
      if (Array.isArray(value)) {
        const list = value as unknown[];
        add(kind, 'its last entry left out', path, () => write(list.slice(0, -1)));
        add(kind, 'an entry twice', path, () => write([...list, list.at(-1)]));
        add(kind, 'in reverse', path, () => write([...list].reverse()));
        add(kind, 'as an empty list', path, () => '[]');
      }
    } else if (!path.endsWith('.parquet'))
      for (const at of [0, 20, 60, text.length - 4])
        add(kind, `character ${at === text.length - 4 ? 'near the end' : at} another`, path, () => `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`); // prettier-ignore
    else
      for (const at of [5, 200, 2000])
        add(kind, `byte ${at} another`, path, () => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))); // prettier-ignore
  }
  return [...found.values()];
};

/** Files of an older state in place of those of today, one by one: each is genuine, together they are not. */
export const mixedChangesOf = (files: PublicFileBytes, older: PublicFileBytes): Change[] =>
  [...files.keys()]
    .filter(
      (path) => older.has(path) && !older.get(path)?.equals(files.get(path) ?? Buffer.alloc(0)),
    ) // prettier-ignore
    .map((path) => ({
      name: `${kindOf(path)}, of the day before`,
      member: kindOf(path),
      way: 'of the day before',
      path,
      body: () => older.get(path) ?? null,
    }))
    .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at);
