/**
 * Whatever an honest deployment lives through, no verifier accuses it: random days of the whole application, begun at a
 * random instant, in which markets appear, move, are asked about, settle, are void, vanish or stay undecided, calls fail,
 * the clock is set back by an hour, the service sleeps over midnights and days are sealed late; over a 29 February and a
 * change of year.
 */
import { EXIT } from '../../src/delivery/cli/verify/report';
import { startTestApp, type TestApp } from '../support/app-harness';
import { killsOf } from '../support/chance';
import { startModelServer } from '../support/model-server';
import { RandomWorld } from '../support/random-world';
import { notAffirmed, pythonVerdictOf, verdictOf } from '../support/verdicts';

jest.setTimeout(600_000);

/** Of a run; one in ten begins within two hours of midnight, where days and plans part. */
const WORLDS = killsOf(6);

describe('random days of an honest deployment', () => {
  it.each(Array.from({ length: WORLDS }, (_, index) => index))('%d are accused by no verifier', async (number) => {
    const model = await startModelServer();
    let app: TestApp | null = null;
    const present = (): TestApp => {
      if (app === null) throw new Error('not started');
      return app;
    };
    try {
      const world = new RandomWorld(number, { app: present, model });
      app = await startTestApp({
        clock: world.clock,
        environment: { anthropicApiKey: 'k', anthropicBaseUrl: model.url, modelMinScore: 0, modelDailyUsd: 1000 },
      });
      await world.live();
      const verdict = await verdictOf(app.baseUrl, world.now);

      expect(notAffirmed(verdict.lines)).toEqual([]);
      const records = await app.graph.graph.statement(
        'MATCH (r:Record) WHERE r.leaf_index >= 0 RETURN r.kind AS kind, count(*) AS n',
        'READ',
      );
      const n = new Map(records.map(({ kind, n: counted }) => [String(kind), Number(counted)]));
      for (const kind of ['bundle', 'trade', 'settlement', 'seal'])
        expect([kind, n.get(kind) ?? 0]).not.toEqual([kind, 0]);
      expect(verdict.exitCode === EXIT.yes || verdict.lines.some((line) => /^Complete +no/.test(line))).toBe(true);
      const python = await pythonVerdictOf(app.baseUrl, world.now);
      if (python === null) return;
      expect(notAffirmed(python.stdout.split('\n'))).toEqual([]);
      expect(python.stdout).toMatch(/^Unchanged +yes/m);
    } finally {
      await app?.close();
      model.close();
    }
  });
});
