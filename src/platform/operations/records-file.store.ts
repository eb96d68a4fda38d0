/** Nodes and relationships of the graph as a compressed file of lines: one node with its outgoing relationships each. */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { GraphService } from '../graph/graph.service';

interface Typed {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

interface Stored {
  readonly properties: Readonly<Record<string, unknown>>;
  /** Properties of types that JSON does not distinguish or does not have. */
  readonly typed: readonly Typed[];
}

interface StoredRelationship extends Stored {
  readonly to: string;
  readonly type: string;
}

interface StoredNode extends Stored {
  readonly id: string;
  readonly labels: readonly string[];
  readonly out: readonly StoredRelationship[];
}

interface Row {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly types: readonly { readonly name: string; readonly type: string }[];
}

interface NodeRow extends Row {
  readonly id: string;
  readonly labels: readonly string[];
  readonly out: readonly (Row & { readonly to: string; readonly type: string })[];
}

/** Nodes a statement, and characters of them at most: a bundle has tens of thousands. */
const NODES_MAX = 1_000;
const CHARACTERS_MAX = 4_000_000;
const RELATIONSHIPS_MAX = 5_000;

/** Writes all that cannot be read again. @returns the number of nodes */
export const writeRecords = async (graph: GraphService, path: string): Promise<number> => {
  let nodes = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const row of graph.stream<NodeRow>('operations/list-records')) {
      nodes += 1;
      yield `${JSON.stringify(nodeOf(row))}\n`;
    }
  };
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(path, { mode: 0o600 }),
  );
  return nodes;
};

/** Loads a file into an empty graph that has no schema yet. @returns the number of nodes */
export const loadRecords = async (graph: GraphService, path: string): Promise<number> => {
  const ids = new Map<string, string>();
  for await (const rows of pagesOf(path)) {
    const page = rows.map(({ id, labels, properties, typed }) => ({ id, labels, properties, typed }));
    for (const { id, created } of await graph.autocommit<{ id: string; created: string }>('operations/create-nodes', {
      rows: page,
    }))
      ids.set(id, created);
  }
  let relationships: object[] = [];
  const flush = async (): Promise<void> => {
    await graph.autocommit('operations/create-relationships', { rows: relationships });
    relationships = [];
  };
  for await (const rows of pagesOf(path))
    for (const { id, out } of rows)
      for (const { to, ...relationship } of out) {
        const target = ids.get(to);
        // Its targets are read again.
        if (target === undefined) continue;
        relationships.push({ ...relationship, from: ids.get(id), to: target });
        if (relationships.length === RELATIONSHIPS_MAX) await flush();
      }
  if (relationships.length > 0) await flush();
  return ids.size;
};

const pagesOf = async function* (path: string): AsyncGenerator<StoredNode[]> {
  let page: StoredNode[] = [];
  let characters = 0;
  const file = createReadStream(path);
  const text = file.pipe(createGunzip());
  file.on('error', (error) => text.destroy(error));
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    page.push(JSON.parse(line) as StoredNode);
    characters += line.length;
    if (page.length < NODES_MAX && characters < CHARACTERS_MAX) continue;
    yield page;
    page = [];
    characters = 0;
  }
  if (page.length > 0) yield page;
};

const nodeOf = ({ id, labels, out, ...row }: NodeRow): StoredNode => ({
  id,
  labels,
  ...stored(row),
  out: out.map(({ to, type, ...relationship }) => ({ to, type, ...stored(relationship) })),
});

const stored = ({ properties, types }: Row): Stored => {
  const of = new Map(types.map(({ name, type }) => [name, type]));
  const entries = Object.entries(properties).filter(([, value]) => value !== null);
  return {
    properties: Object.fromEntries(entries.filter(([name]) => !of.has(name))),
    typed: types.flatMap(({ name, type }) => {
      const value = properties[name];
      return value === null ? [] : [{ name, type, value }];
    }),
  };
};
