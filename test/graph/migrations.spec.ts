import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MigrationService } from '../../src/platform/graph/migration.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

describe('migrations', () => {
  let test: TestGraph;
  let folder: string;

  const put = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };
  const apply = (): Promise<string[]> => new MigrationService(test.graph, folder).apply();
  const runs = (): Promise<Record<string, unknown>[]> =>
    test.graph.statement('MATCH (r:MigrationProbe) RETURN r.step AS step, r.runs AS runs ORDER BY step', 'READ');
  const step = (name: string): string =>
    `// A step.\nMERGE (r:MigrationProbe {step: '${name}'}) SET r.runs = coalesce(r.runs, 0) + 1;\n`;

  beforeAll(async () => {
    test = await openTestGraph();
  });

  beforeEach(async () => {
    await test.wipe();
    // A store of an earlier version holds something.
    await test.graph.statement('CREATE (:Probe)');
    folder = mkdtempSync(join(tmpdir(), 'vedette-migrations-'));
  });

  afterAll(() => test.close());

  it('records those of this version, and applies none a second time', async () => {
    const shipped = new MigrationService(test.graph);

    expect(await shipped.apply()).toContain('0001-baseline');
    expect(await shipped.apply()).toEqual([]);
  });

  it('replaces joins by equal strings of an earlier store with relationships', async () => {
    await test.graph.statement(
      `CREATE (:Market {exchange: 'kalshi', ticker: 'A', reevaluate_rank: 1}), (:Bundle {id: 'p1'}),
         (:Alert {id: 'a1', cluster: 'c1'}), (:Cluster {id: 'c1'}), (:DayFile {date: '2026-08-01'}),
         (:Record {date: '2026-08-01', leaf_index: 0}), (:Record {date: '2026-08-02', leaf_index: 1}),
         (:Prediction {id: 'p1', replay_bundle_id: 'p1', alert_id: 'a1'}), (:Prediction {id: 'p2'}),
         (:Move {exchange: 'kalshi', ticker: 'A', at: 9, sources: ['s6', 's5', 's4', 's3', 's2', 's1'], first_leads: [1, 2, 3, 4, 5, 6]})
       WITH 1 AS one UNWIND range(1, 6) AS n CREATE (:Source {id: 's' + n})`,
    );
    const shipped = new MigrationService(test.graph);
    await shipped.apply();

    expect(
      await test.graph.statement(
        `MATCH (a)-[r]->(b) RETURN labels(a)[0] + ' ' + type(r) + ' ' + labels(b)[0] AS link, count(*) AS n ORDER BY link`,
        'READ',
      ),
    ).toEqual([
      { link: 'Alert AROUND Cluster', n: 1 },
      { link: 'DayFile LISTS Record', n: 1 },
      { link: 'Move MOVES Market', n: 1 },
      { link: 'Prediction CAUSED_BY Alert', n: 1 },
      { link: 'Prediction MADE_FROM Bundle', n: 1 },
      { link: 'Source SPOKE_BEFORE Move', n: 5 },
    ]);
    const first = 'MATCH (s)-[b:SPOKE_BEFORE]->() WHERE b.lead = 6 RETURN s.id AS id';
    expect(await test.graph.statement(first, 'READ')).toEqual([{ id: 's1' }]);
  });

  it('ties predictions to the first of their call, as their bundles name them', async () => {
    const bundle = (exclusive: boolean | null, ...joint: string[]): string =>
      JSON.stringify({
        input: {
          question: { group: { exclusive }, text: 'says "joint":[{"bundle_id":"x"}] and "group":{"exclusive":true,' },
        },
        joint: joint.length === 0 ? undefined : joint.map((id) => ({ bundle_id: id, input_sha256: 'h', ticker: 'T' })),
      });
    const called = bundle(true, 'p1', 'p2').replace('"exclusive":true}', '"exclusive":true,"title":"t"}');
    for (const [id, text] of [
      ['p2', called],
      ['p1', called],
      ['p3', bundle(null)],
    ])
      await test.graph.statement(
        `CREATE (:LoggedDocument {id: '${id}', kind: 'bundle', text: '${text?.replaceAll('\\', '\\\\')}'}), (:Prediction {id: '${id}'})`,
      );
    await new MigrationService(test.graph).apply();

    expect(
      await test.graph.statement(
        `MATCH (p:Prediction) RETURN p.id AS id, p.asked_with AS asked_with, p.exclusive AS exclusive,
           head([(p)-[:ASKED_WITH]->(f) | f.id]) AS first ORDER BY id`,
        'READ',
      ),
    ).toEqual([
      { id: 'p1', asked_with: 2, exclusive: true, first: null },
      { id: 'p2', asked_with: 2, exclusive: true, first: 'p1' },
      { id: 'p3', asked_with: null, exclusive: null, first: null },
    ]);
  });

  it('applies each once, in order, and a later one when it comes', async () => {
    put('0002-second.cypher', step('b'));
    put('0001-first.cypher', step('a') + step('a2'));
    expect(await apply()).toEqual(['0001-first', '0002-second']);
    put('0003-third.cypher', 'MATCH (r:MigrationProbe {step: "b"}) SET r.seen = true;\n' + step('c'));

    expect(await apply()).toEqual(['0003-third']);

    expect(await runs()).toEqual(['a', 'a2', 'b', 'c'].map((name) => ({ step: name, runs: 1 })));
  });

  it('and the schema are stated by several instances that start at the same time', async () => {
    const { graph } = test;
    for (const { name, type } of await graph.statement('SHOW CONSTRAINTS YIELD name RETURN name, "CONSTRAINT" AS type'))
      await graph.statement(`DROP ${String(type)} ${String(name)} IF EXISTS`);

    await Promise.all([1, 2, 3, 4].map(() => new SchemaService(graph).apply()));

    const [row] = await graph.statement('SHOW CONSTRAINTS YIELD name RETURN count(*) AS n', 'READ');
    expect(row?.['n']).toBeGreaterThan(10);
    expect(await new MigrationService(graph).apply()).toEqual([]);
  });

  it('end when every index of a store that has items already is built', async () => {
    const { graph } = test;
    await graph.statement(`UNWIND range(1, 30000) AS n CREATE (:Item {id: toString(n), search: 'words of item ' + n})`);
    await graph.statement('DROP INDEX item_search');

    await new SchemaService(graph).apply();

    expect(await graph.statement(`SHOW INDEXES YIELD name, state WHERE name = 'item_search'`, 'READ')).toEqual([
      { name: 'item_search', state: 'ONLINE' },
    ]);
  });

  it('make a constraint anew whose index was left behind without it', async () => {
    const { graph } = test;
    await graph.statement('DROP CONSTRAINT market_id IF EXISTS');
    await graph.statement('CREATE INDEX market_id FOR (m:Market) ON (m.exchange, m.ticker)');

    await Promise.all([1, 2].map(() => new SchemaService(graph).apply()));

    expect(
      await graph.statement(
        `SHOW INDEXES YIELD name, state, owningConstraint AS owner WHERE name = 'market_id'`,
        'READ',
      ),
    ).toEqual([{ name: 'market_id', state: 'ONLINE', owner: 'market_id' }]);
  });

  it('changes nothing when an applied file has changed', async () => {
    put('0001-first.cypher', step('a'));
    await apply();
    put('0001-first.cypher', step('z'));
    put('0002-second.cypher', step('b'));

    await expect(apply()).rejects.toThrow('0001-first is not the file that was applied');

    expect(await runs()).toEqual([{ step: 'a', runs: 1 }]);
  });

  it('has nothing to change in a store that holds nothing, and records that', async () => {
    await test.wipe();
    put('0001-first.cypher', step('a'));

    expect(await apply()).toEqual(['0001-first']);
    expect(await apply()).toEqual([]);

    expect(await runs()).toEqual([]);
  });

  it('continues with a migration that failed, once it can', async () => {
    put('0001-first.cypher', `${step('a')}RETURN 1 / $absent;\n`);
    await expect(apply()).rejects.toThrow('absent');
    put('0001-first.cypher', step('a'));

    expect(await apply()).toEqual(['0001-first']);

    expect(await runs()).toEqual([{ step: 'a', runs: 2 }]);
  });
});
