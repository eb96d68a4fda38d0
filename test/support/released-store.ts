/**
 * The store of a release as one file: lines of JSON, compressed. First what the release counted in it, then its files,
 * then nodes by number and relationships between them. A number without a fraction is an integer, `{"float": 1}` is none.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import neo4j, { int, type Driver } from 'neo4j-driver';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';

export interface StoreCounts {
  /** The clock of the release when it was written. */
  readonly until: string;
  /** Rows of its dataset. */
  readonly rows: number;
}

type Stored = Readonly<Record<string, unknown>>;

interface FileLine {
  readonly file: string;
  readonly base64: string;
}

interface NodeLine {
  readonly node: number;
  readonly labels: readonly string[];
  readonly properties: Stored;
}

interface RelationshipLine {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly properties: Stored;
}

type Line = FileLine | NodeLine | RelationshipLine;

interface ReleasedStore extends StoreCounts {
  readonly lines: readonly Line[];
}

export const readStore = (path: string): ReleasedStore => {
  const [counts = '', ...lines] = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  return { ...(JSON.parse(counts) as StoreCounts), lines: lines.map((line) => JSON.parse(line) as Line) };
};

/** Takes an emptied graph and an empty folder. */
export const restoreStore = async (
  { lines }: ReleasedStore,
  connection: GraphConnection,
  folder: string,
): Promise<void> => {
  for (const line of lines)
    if ('file' in line) {
      const path = join(folder, line.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.from(line.base64, 'base64'));
    }
  await withDriver(connection, async (driver) => {
    await driver.executeQuery(
      'UNWIND $nodes AS row CREATE (n:$(row.labels)) SET n = row.properties, n.store_node = row.node',
      {
        nodes: lines.flatMap((line) =>
          'node' in line ? [{ ...line, node: int(line.node), properties: written(line.properties) }] : [],
        ),
      },
    );
    await driver.executeQuery(
      `MATCH (n) WITH n ORDER BY n.store_node WITH collect(n) AS nodes
       UNWIND $relationships AS row
       WITH row, nodes[row.from] AS a, nodes[row.to] AS b
       CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties`,
      {
        relationships: lines.flatMap((line) =>
          'from' in line
            ? [{ ...line, from: int(line.from), to: int(line.to), properties: written(line.properties) }]
            : [],
        ),
      },
    );
    await driver.executeQuery('MATCH (n) REMOVE n.store_node');
  });
};

/** @param folder data of a service that is quiet */
export const writeStore = (
  path: string,
  counts: StoreCounts,
  connection: GraphConnection,
  folder: string,
): Promise<void> =>
  withDriver(connection, async (driver) => {
    const rowsOf = async <T>(query: string): Promise<T[]> =>
      (await driver.executeQuery(query)).records.map((record) => record.toObject() as T);
    const nodes = await rowsOf<{ id: string; labels: string[]; properties: Typed[] }>(
      'MATCH (n) RETURN elementId(n) AS id, labels(n) AS labels, [k IN keys(n) | [k, valueType(n[k]), n[k]]] AS properties ORDER BY id',
    );
    const relationships = await rowsOf<{ from: string; to: string; type: string; properties: Typed[] }>(
      'MATCH (a)-[r]->(b) RETURN elementId(a) AS from, elementId(b) AS to, type(r) AS type, [k IN keys(r) | [k, valueType(r[k]), r[k]]] AS properties',
    );
    const numbers = new Map(nodes.map(({ id }, index) => [id, index]));
    const lines = [
      counts,
      ...filesIn(folder).map((file) => ({
        file: relative(folder, file),
        base64: readFileSync(file).toString('base64'),
      })),
      ...nodes.map(({ labels, properties }, node) => ({ node, labels, properties: read(properties) })),
      ...relationships.map(({ from, to, type, properties }) => ({
        from: numbers.get(from),
        to: numbers.get(to),
        type,
        properties: read(properties),
      })),
    ];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, { level: 9 }));
  });

const withDriver = async (connection: GraphConnection, act: (driver: Driver) => Promise<void>): Promise<void> => {
  const { uri, username, password } = connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  try {
    await act(driver);
  } finally {
    await driver.close();
  }
};

/** Name, Cypher type and value of a property. */
type Typed = readonly [string, string, unknown];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const read = (properties: readonly Typed[]): Stored =>
  Object.fromEntries(properties.map(([name, type, value]) => [name, type.includes('FLOAT') ? marked(value) : value]));

const marked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(marked);
  return Number.isInteger(value) ? { float: value } : value;
};

const written = (properties: Stored): Stored =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, typed(value)]));

const typed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'number' && Number.isInteger(value)) return int(value);
  return typeof value === 'object' && value !== null && 'float' in value ? value.float : value;
};
