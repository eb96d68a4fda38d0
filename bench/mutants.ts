/**
 * `npm run mutants [folder | folder/query]`: mutates one bound, order, condition or null test of a query at a time and
 * runs the query's cases (test/queries/) on it. Surviving mutants are printed; scores of whole folders are kept in
 * bench/results/mutants.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import neo4j, { type Driver } from 'neo4j-driver';
import { packagePath } from '../src/platform/common/package-root';
import { CypherCatalogue } from '../src/platform/graph/cypher-catalogue.service';
import { parseCypherFile, type CypherQuery } from '../src/platform/graph/cypher-header';
import { GraphService } from '../src/platform/graph/graph.service';
import { SchemaService } from '../src/platform/graph/schema.service';
import { startNeo4j } from '../test/support/neo4j-process';
import { readCases, runCases, type QueryCases } from '../test/support/query-cases';
import { mutantsOf } from '../test/support/query-mutants';

interface Score {
  queries: number;
  changes: number;
  noticed: number;
  equivalent: number;
  survived: string[];
}

const RESULTS = packagePath('bench', 'results', 'mutants.json');

type Verdict = 'noticed' | 'survived' | 'invalid';

const judge = async (driver: Driver, query: CypherQuery, file: QueryCases, text: string): Promise<Verdict> => {
  let changed: CypherQuery;
  try {
    changed = parseCypherFile(query.name, text);
  } catch {
    // The mutant no longer uses the parameter, but its statement may still run.
    const used = query.parameters.filter(({ name }) =>
      new RegExp(`\\$${name}\\b`).test(text.replace(/^\/\/.*$/gm, '')),
    );
    changed = { ...query, text, parameters: used };
  }
  try {
    return (await runCases(driver, changed, file)) === null ? 'survived' : 'noticed';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return /SyntaxError|IndexHint|HintError|Statement\.(?:Planner|NotSystem)|SemanticError/.test(code)
      ? 'invalid'
      : 'noticed';
  }
};

const scoreOf = async (driver: Driver, query: CypherQuery, score: Score): Promise<void> => {
  const file = readCases(query.name);
  score.queries += 1;
  const mutants = mutantsOf(query.text);
  if (file === null) {
    score.changes += mutants.length;
    score.survived.push(`${query.name}: has no cases (${mutants.length} changes)`);
    return;
  }
  const difference = await runCases(driver, query, file);
  if (difference !== null) {
    const { place, expected, found } = difference;
    score.changes += mutants.length;
    score.survived.push(
      `${query.name}: fails unchanged, case ${place + 1}\n${JSON.stringify(expected)}\n${JSON.stringify(found)}`,
    );
    return;
  }
  for (const { name, text } of mutants) {
    if (file.equivalent[name] !== undefined) {
      score.equivalent += 1;
      continue;
    }
    const verdict = await judge(driver, query, file, text);
    if (verdict === 'invalid') continue;
    score.changes += 1;
    if (verdict === 'noticed') score.noticed += 1;
    else score.survived.push(`${query.name}: ${name}`);
  }
};

export const run = async ([wanted = '']: readonly string[]): Promise<void> => {
  const { server, stop } = await startNeo4j();
  const { uri, username, password } = server.connection;
  const driver = neo4j.driver(uri, neo4j.auth.basic(username, password), { disableLosslessIntegers: true });
  try {
    const catalogue = new CypherCatalogue();
    const graph = new GraphService(server.connection, catalogue);
    await new SchemaService(graph).apply();
    await graph.close();
    const chosen = catalogue
      .all()
      .filter(({ name }) => wanted === '' || name === wanted || name.startsWith(`${wanted}/`));
    if (chosen.length === 0) throw new Error(`No query under cypher/${wanted}`);
    const scores = new Map<string, Score>();
    for (const query of chosen) {
      const folder = query.name.split('/')[0] ?? '';
      const score = scores.get(folder) ?? { queries: 0, changes: 0, noticed: 0, equivalent: 0, survived: [] };
      scores.set(folder, score);
      const before = score.survived.length;
      await scoreOf(driver, query, score);
      for (const line of score.survived.slice(before)) process.stdout.write(`survived  ${line}\n`);
    }
    for (const [folder, { changes, noticed, equivalent }] of scores)
      process.stdout.write(
        `${folder}: ${noticed} of ${changes} noticed (${((100 * noticed) / Math.max(1, changes)).toFixed(0)} %), ` +
          `${equivalent} without effect\n`,
      );
    if (wanted.includes('/')) return;
    const kept = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, unknown>;
    const all = { ...kept, ...Object.fromEntries(scores) };
    const sorted = Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
    writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`);
  } finally {
    await driver.close();
    await stop();
  }
};
