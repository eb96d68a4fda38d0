/** Changes of every public file of a deployment, for tests of the verifiers. */
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { leafPaths, NODE_WAYS, nodePaths, spokenPath, WAYS, type LeafPath } from './tampering';

export type PublicFileBytes = ReadonlyMap<string, Buffer>;

export interface Change {
  /** File, member and way, without ids and positions. */
  readonly name: string;
  /** Kind of file and member alone. */
  readonly member: string;
  readonly way: string;
  readonly path: string;
  /** The changed file; null removes it. */
  readonly body: () => string | Buffer | null;
}

const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));

/** A path without ids and dates. */
const kindOf = (path: string): string =>
  path
    .replace(/(?:rb-|ts?-)?[0-9a-f]{24,}/g, '{id}')
    .replace(/\d{4}-\d\d-\d\d/g, '{date}')
    .replace(/consistency\/\d+\/\d+/, 'consistency/{first}/{second}');

/** First and last place of each thing that is named alike: entries of one list need not be checked alike. */
class Places<T> {
  private readonly found = new Map<string, T[]>();

  add(name: string, place: T): void {
    const known = this.found.get(name);
    if (known === undefined) this.found.set(name, [place]);
    else known[1] = place;
  }

  each(play: (name: string, place: T, which: string) => void): void {
    for (const [name, [first, last]] of this.found) {
      play(name, first as T, '');
      if (last !== undefined) play(name, last, ' (last)');
    }
  }
}

/** A JSON value inside a file: its position, its text, and the file. */
interface Place {
  readonly file: string;
  readonly value: unknown;
  readonly path: LeafPath;
  readonly write: (value: unknown) => string;
  readonly whole: (text: string) => string;
}

/** Every way for every member, object and list of every kind of file, at its first and last place. */
export const changesOf = (files: PublicFileBytes): Change[] => {
  const found = new Map<string, Change>();
  const add = (member: string, way: string, path: string, body: Change['body']): void => {
    const name = `${member}, ${way}`;
    if (!found.has(name)) found.set(name, { name, member, way, path, body });
  };
  const leaves = new Places<Place>();
  const nodes = new Places<Place>();
  const addValue = (kind: string, place: Omit<Place, 'path'>): void => {
    for (const path of leafPaths(place.value)) leaves.add(`${kind} ${spokenPath(path)}`, { ...place, path });
    for (const path of nodePaths(place.value)) nodes.add(`${kind} ${spokenPath(path)}`, { ...place, path });
  };
  const ofKind = new Map<string, string[]>();
  for (const path of files.keys()) ofKind.set(kindOf(path), [...(ofKind.get(kindOf(path)) ?? []), path]);
  for (const [path, bytes] of files) {
    const kind = kindOf(path);
    const text = bytes.toString();
    add(kind, 'taken away', path, () => null);
    add(kind, 'cut in the middle', path, () => bytes.subarray(0, Math.floor(bytes.length / 2)));
    add(kind, 'without its last byte', path, () => bytes.subarray(0, -1));
    add(kind, 'with a byte behind it', path, () => Buffer.concat([bytes, Buffer.from(' ')]));
    add(kind, 'behind a byte order mark', path, () => Buffer.concat([Buffer.from('\ufeff'), bytes]));
    add(kind, 'with CR LF', path, () => (text.includes('\n') ? text.replaceAll('\n', '\r\n') : `${text}\r\n`));
    add(kind, 'empty', path, () => '');
    const another = ofKind.get(kind)?.find((one) => one !== path);
    if (another !== undefined) add(kind, 'replaced by another of its kind', path, () => files.get(another) ?? null);
    if (path.includes('.jsonl')) addLines(kind, path, text, add, addValue);
    else if (/json|replay|limit/.test(path)) {
      const value = JSON.parse(text) as unknown;
      const write = canonical(value) === text ? canonical : JSON.stringify;
      addValue(kind, { file: path, value, write, whole: (changed) => changed });
    } else if (/parquet|tile|tsr$/.test(path))
      for (const at of [5, 200, 2000])
        add(kind, `byte ${at} another`, path, () =>
          Buffer.from(bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte))),
        );
    else
      for (const at of [0, 20, 60, text.length - 4])
        add(
          kind,
          `character ${at === text.length - 4 ? 'near the end' : at} another`,
          path,
          () => `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`,
        );
  }
  for (const [places, ways] of [
    [leaves, WAYS],
    [nodes, NODE_WAYS],
  ] as const)
    places.each((name, { file, value, path, write, whole }, which) => {
      for (const [way, change] of Object.entries(ways))
        if (path.length > 0 || way !== 'left out')
          add(name, `${way}${which}`, file, () => whole(change(value, path, write)));
    });
  return [...found.values()];
};

const addLines = (
  kind: string,
  path: string,
  text: string,
  add: (member: string, way: string, path: string, body: Change['body']) => void,
  addValue: (kind: string, place: Omit<Place, 'path'>) => void,
): void => {
  const lines = text === '' ? [] : text.trimEnd().split('\n');
  const joined = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
  lines.forEach((line, at) => {
    const value = JSON.parse(line) as { kind?: string };
    const whole = (changed: string): string => joined(lines.with(at, changed));
    addValue(`${kind} ${value.kind ?? ''}`, { file: path, value, write: canonical, whole });
  });
  const last = lines.at(-1) ?? '';
  add(kind, 'its last line left out', path, () => joined(lines.slice(0, -1)));
  add(kind, 'its first line left out', path, () => joined(lines.slice(1)));
  add(kind, 'its last line twice', path, () => joined([...lines, last]));
  add(kind, 'its first line again at the end', path, () => joined([...lines, lines[0] ?? '']));
  add(kind, 'two lines exchanged', path, () => joined([...lines.slice(0, -2), last, lines.at(-2) ?? '']));
  add(kind, 'an empty line in it', path, () => joined([...lines.slice(0, 1), '', ...lines.slice(1)]));
};

/** Files of an older state in place of those of today, one by one: each is genuine, together they are not. */
export const mixedChangesOf = (files: PublicFileBytes, older: PublicFileBytes): Change[] =>
  [...files.keys()]
    .filter((path) => older.has(path) && !older.get(path)?.equals(files.get(path) ?? Buffer.alloc(0)))
    .map((path) => ({
      name: `${kindOf(path)}, of the day before`,
      member: kindOf(path),
      way: 'of the day before',
      path,
      body: () => older.get(path) ?? null,
    }))
    .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at);
