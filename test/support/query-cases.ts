/**
 * Tests of queries as data: test/queries/<folder>/<name>.yaml belongs to cypher/<folder>/<name>.cypher. A file states a
 * small graph and the rows that it returns or leaves. Each case runs in a transaction that is rolled back,
 * so that all of them share one database. `npm run mutants` runs the same cases on changed queries.
 *
 * ```yaml
 * graph: |                                  # patterns of Cypher; lines share their variables
 *   (a:Item {id: 'a', at: 10})
 *   (:Item {id: 'late', at: 21})
 * with: {since: 10, until: 20}              # parameters of every case
 * cases:
 *   - rows: [a]                             # a scalar is the first column, or its id; a map states some columns
 *   - with: {since: 11}
 *     rows: []
 *   - also: "(:Item {id: 'b', at: 20})"     # more graph, for this case alone
 *     rows: {anyOrder: [{id: a}, {id: b, at: 20}]}
 * ```
 * After a write, `then` (of the file or of the case) is a query of the graph, and `left` its rows. `times: 2`
 * runs the query again. `first` is a write before all, where the schema itself has nodes. `like: folder/name` takes graph, parameters and cases of another file, as far as they apply.
 * `equivalent` lists changes that no test can notice, each with its reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import type { Driver, Transaction } from 'neo4j-driver';
import { packagePath } from '../../src/platform/common/package-root';
import type { CypherQuery } from '../../src/platform/graph/cypher-header';
import { decodeValue, encodeParameters } from '../../src/platform/graph/graph-values';
import type { QueryPlan } from './query-plan';

type Expected = readonly unknown[] | { readonly anyOrder: readonly unknown[] };

export interface QueryCase {
  readonly about?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly also?: string;
  readonly rows?: Expected;
  readonly then?: string;
  readonly left?: Expected;
  readonly times?: number;
}

export interface QueryCases {
  readonly first?: string;
  readonly graph: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly then?: string;
  readonly cases: readonly QueryCase[];
  readonly equivalent: Readonly<Record<string, string>>;
}

export const casesFile = (query: string): string => packagePath('test', 'queries', `${query}.yaml`);

/** The cases of a query, or null where there is no file of its name. */
export const readCases = (query: string): QueryCases | null => {
  const file = casesFile(query);
  if (!existsSync(file)) return null;
  const own = load(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Partial<QueryCases> & {
    like?: string;
  };
  const base = own.like === undefined ? null : readCases(own.like);
  if (own.like !== undefined && base === null) throw new Error(`${file}: no cases of ${own.like}`);
  const then = own.then ?? base?.then;
  const cases = own.cases ?? base?.cases ?? [];
  if (!cases.some(({ rows, left }) => rows !== undefined || left !== undefined))
    throw new Error(`${file}: no case expects anything`);
  return {
    ...(own.first === undefined ? {} : { first: own.first }),
    graph: `${base?.graph ?? ''}\n${own.graph ?? ''}`,
    with: { ...base?.with, ...own.with },
    ...(then === undefined ? {} : { then }),
    cases,
    equivalent: own.equivalent ?? {},
  };
};

const creation = (...texts: readonly string[]): string => {
  const lines = texts
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'));
  return lines.length === 0 ? '' : `CREATE ${lines.join(',\n')}`;
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyOrderOf = (expected: unknown): readonly unknown[] | null =>
  isMap(expected) && Array.isArray(expected['anyOrder']) ? (expected['anyOrder'] as unknown[]) : null;

/** Whether a value is as stated: of a map the stated members, of a list every element. */
const matches = (actual: unknown, expected: unknown): boolean => {
  const bag = anyOrderOf(expected);
  if (bag !== null) {
    if (!Array.isArray(actual) || actual.length !== bag.length) return false;
    const left = [...(actual as unknown[])];
    return bag.every((one) => {
      const place = left.findIndex((candidate) => matches(candidate, one));
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, place) => matches(actual[place], one))
    );
  if (isMap(expected))
    return isMap(actual) && Object.entries(expected).every(([key, value]) => matches(actual[key] ?? null, value));
  if (typeof expected === 'number' && typeof actual === 'number') return Math.abs(expected - actual) < 1e-9;
  if (isMap(actual) && 'id' in actual) return actual['id'] === expected;
  return actual === expected;
};

/** A scalar is the first column of its row. */
const rowMatches = (row: Record<string, unknown>, expected: unknown): boolean =>
  matches(isMap(expected) && anyOrderOf(expected) === null ? row : Object.values(row)[0], expected);

const rowsMatch = (rows: readonly Record<string, unknown>[], expected: Expected): boolean => {
  const bag = anyOrderOf(expected) ?? (expected as readonly unknown[]);
  if (rows.length !== bag.length) return false;
  if (Array.isArray(expected)) return expected.every((one, place) => rowMatches(rows[place] ?? {}, one));
  const left = [...rows];
  return bag.every((one) => {
    const place = left.findIndex((row) => rowMatches(row, one));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
};

/** The found rows, if they differ from the expected ones. */
export interface Difference {
  readonly place: number;
  readonly what: 'rows' | 'left';
  readonly expected: Expected;
  readonly found: readonly Record<string, unknown>[];
}

type OnPlan = (plan: QueryPlan) => void;

const run = async (
  transaction: Transaction,
  text: string,
  parameters: Record<string, unknown> = {},
  onPlan?: OnPlan,
): Promise<Record<string, unknown>[]> => {
  const { records, summary } = await transaction.run(onPlan === undefined ? text : `PROFILE ${text}`, parameters);
  if (summary.profile !== false) onPlan?.(summary.profile);
  return records.map((record) => decodeValue(record.toObject()) as Record<string, unknown>);
};

const runOne = async (
  transaction: Transaction,
  query: CypherQuery,
  file: QueryCases,
  place: number,
  onPlan?: OnPlan,
): Promise<Difference | null> => {
  const one = file.cases[place] ?? {};
  const declared = new Set(query.parameters.map(({ name }) => name));
  const given = Object.entries({ ...file.with, ...one.with }).filter(([name]) => declared.has(name));
  const parameters = encodeParameters(query, Object.fromEntries(given));
  // A case is one transaction: `IN TRANSACTIONS` is for queries outside of one.
  const text = query.text.replace(/ IN TRANSACTIONS OF \d+ ROWS/g, '');
  let found: Record<string, unknown>[] = [];
  const told = text === query.text ? onPlan : undefined;
  for (let n = 0; n < (one.times ?? 1); n += 1) found = await run(transaction, text, parameters, told);
  if (one.rows !== undefined && !rowsMatch(found, one.rows)) return { place, what: 'rows', expected: one.rows, found };
  if (one.left === undefined) return null;
  const left = await run(transaction, one.then ?? file.then ?? '');
  return rowsMatch(left, one.left) ? null : { place, what: 'left', expected: one.left, found: left };
};

/**
 * Runs the cases of one query, those that only read side by side on one graph. Nothing of it stays.
 *
 * @param onPlan is told by which plan the server answers, if the query can run in a transaction as it is
 * @returns the first difference, or null where every case holds
 */
export const runCases = async (
  driver: Driver,
  query: CypherQuery,
  file: QueryCases,
  onPlan?: OnPlan,
): Promise<Difference | null> => {
  const session = driver.session();
  const inTransaction = async (also: string, places: readonly number[]): Promise<Difference | null> => {
    const transaction = session.beginTransaction({ timeout: 20_000 });
    try {
      if (file.first !== undefined) await transaction.run(file.first);
      const graph = creation(file.graph, also);
      if (graph !== '') await transaction.run(graph);
      for (const place of places) {
        const difference = await runOne(transaction, query, file, place, onPlan);
        if (difference !== null) return difference;
      }
      return null;
    } finally {
      if (transaction.isOpen()) await transaction.rollback();
    }
  };
  try {
    const places = [...file.cases.keys()];
    const alone = places.filter((place) => query.mode === 'write' || file.cases[place]?.also !== undefined);
    const together = places.filter((place) => !alone.includes(place));
    for (const group of [...(together.length > 0 ? [together] : []), ...alone.map((place) => [place])]) {
      const difference = await inTransaction(file.cases[group[0] ?? 0]?.also ?? '', group);
      if (difference !== null) return difference;
    }
    return null;
  } finally {
    await session.close();
  }
};
