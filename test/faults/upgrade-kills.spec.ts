/**
 * Changes of every start to a database (migrations, schema, ontology), killed between any two messages:
 * the next start completes it, and the store is the one that a start without a kill leaves.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { chance, killsOf } from '../support/chance';
import { CountedConnection } from '../support/counted-connection';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { readStore, restoreStore } from '../support/released-store';
import { runsTypeScript } from '../support/typescript-process';

jest.setTimeout(1_800_000);

const KILLS = killsOf(40);
const random = chance('upgrade-kills');

/** A store of the first release: every migration has something to do in it. */
const STORE = readStore(packagePath('test', 'fixtures', 'stores', '0.1.0.jsonl.gz'));

describe('a start on a store of the first release that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-upgrade-'));
  let test: TestGraph;
  let way: CountedConnection;
  const rows = (query: string): Promise<Record<string, unknown>[]> => test.graph.statement(query, 'READ');

  beforeAll(async () => {
    test = await openTestGraph();
    way = await CountedConnection.open(test.connection);
  });
  afterAll(async () => {
    way.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The store of the first release: its data, without the present constraints and indexes. */
  const begin = async (): Promise<void> => {
    await test.wipe();
    for (const { name } of await rows('SHOW CONSTRAINTS YIELD name'))
      await test.graph.statement(`DROP CONSTRAINT ${String(name)} IF EXISTS`);
    for (const { name } of await rows("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"))
      await test.graph.statement(`DROP INDEX ${String(name)} IF EXISTS`);
    await restoreStore(STORE, test.connection, folder);
  };

  /** One start: to its end, or to a message at which it is killed. */
  const start = async (at: number | null, delivered = false): Promise<void> => {
    const child = spawn(
      process.execPath,
      runsTypeScript('test/support/seed-process.ts', JSON.stringify(way.connection)),
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    way.begin(at === null ? null : { at, delivered, kill: () => child.kill('SIGKILL') });
    child.stdin.write('\n');
    const [code] = (await exit) as [number | null];
    if (at === null) expect(code).toBe(0);
  };

  /**
   * All that is stored, by the hash of each kind, and how it is indexed. Without the number of loads: a start killed
   * after its commit has loaded the ontology, and the next one loads it again.
   */
  const stored = async (): Promise<Record<string, string>> => {
    const nodes = await rows(`MATCH (n) RETURN elementId(n) AS id, labels(n) AS kind,
         CASE WHEN n:Migration THEN {name: n.name, sha256: n.sha256}
              WHEN n:SeedLock THEN {id: n.id, stated: n.stated}
              ELSE properties(n) END AS said`);
    const links = await rows(
      'MATCH (a)-[r]->(b) RETURN elementId(a) AS a, elementId(b) AS b, type(r) AS kind, properties(r) AS said',
    );
    const told = new Map(nodes.map(({ id, kind, said }) => [id, canonicalizeText(JSON.stringify([kind, said]))]));
    const kinds = new Map<string, string[]>();
    const note = (kind: unknown, text: string): void => {
      const name = String(kind);
      kinds.set(name, [...(kinds.get(name) ?? []), text]);
    };
    for (const { id, kind } of nodes) note(kind, told.get(id) ?? '');
    for (const { a, b, kind, said } of links)
      note(kind, canonicalizeText(JSON.stringify([told.get(a), told.get(b), said])));
    const indexes = await rows('SHOW INDEXES YIELD name, state, owningConstraint RETURN *');
    for (const row of indexes) note('index', JSON.stringify(row));
    for (const { name } of await rows('SHOW CONSTRAINTS YIELD name')) note('constraint', String(name));
    return Object.fromEntries(
      [...kinds].map(([kind, texts]) => [kind, `${texts.length} ${sha256Hex(texts.sort().join('\n'))}`]),
    );
  };

  it('is completed by the next one, as if nobody had killed it', async () => {
    await begin();
    await start(null);
    const steps = way.count;
    const whole = await stored();
    expect(steps).toBeGreaterThan(50);
    const moments = Array.from({ length: 2 * steps }, (_, n) => ({
      at: 1 + Math.floor(n / 2),
      delivered: n % 2 === 1,
    }));
    const chosen =
      KILLS === 1
        ? [moments[Math.floor(random() * moments.length)]!]
        : moments.filter((_, n) => n % Math.ceil(moments.length / KILLS) === 0);
    for (const { at, delivered } of chosen) {
      await begin();
      await start(at, delivered);
      await start(null);

      expect([at, delivered, await stored()]).toEqual([at, delivered, whole]);
    }
  });
});
