import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chance, killsOf } from '../support/chance';
import { CountedConnection } from '../support/counted-connection';
import { startForecastChild } from '../support/forecast-child';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { startModelServer, type ModelServer } from '../support/model-server';

jest.setTimeout(1_800_000);

/** Kills at moments of chance: while the log is written to, and while the four models are asked. */
const KILLS = Math.max(4, killsOf(200));
const random = chance('killed-round');

/** Three more models, and the recorded one in two arms. */
const BESIDE = 5;

/** States that must never occur after any kill. */
const BROKEN = `
  CALL () {
    MATCH (s:ShadowPrediction)
    WHERE NOT EXISTS { MATCH (:Record {id: s.id, kind: 'shadow', sha256: s.record_sha256}) }
    RETURN count(s) AS in_no_record
  }
  CALL () {
    MATCH (r:Record {kind: 'shadow'}) WHERE NOT EXISTS { MATCH (:ShadowPrediction {id: r.id})-[:BESIDE]->(:Prediction) }
    RETURN count(r) AS lost
  }
  CALL () {
    MATCH (s:ShadowPrediction) WITH s.bundle_id AS bundle, s.model AS model, s.arm AS arm, count(*) AS n WHERE n > 1
    RETURN count(*) AS twice
  }
  CALL () {
    MATCH (s:ShadowPrediction)
    WHERE NOT EXISTS {
      MATCH (b:Bundle {id: s.bundle_id})-[:ANSWERS]->(i)
      MATCH (r:Record {kind: 'intent'}) WHERE r.id = replace(b.id, 'rb-', 'in-') AND r.leaf_index < 1000000
        AND EXISTS { MATCH (mine:Record {id: s.id}) WHERE mine.leaf_index > r.leaf_index }
    }
    RETURN count(s) AS without_intent
  }
  CALL () {
    MATCH (p:Prediction) WITH p, COUNT { (p)<-[:BESIDE]-() } AS answers WHERE answers <> ${BESIDE}
    RETURN count(p) AS half_recorded
  }
  RETURN in_no_record, lost, twice, without_intent, half_recorded`;
const SOUND = { in_no_record: 0, lost: 0, twice: 0, without_intent: 0, half_recorded: 0 };

describe('a round of four models that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-round-'));
  let test: TestGraph;
  let model: ModelServer;
  let way: CountedConnection;
  let markets = 0;
  /** Called with the number of every call to a model. */
  let onCall: (call: number) => void = () => undefined;

  beforeAll(async () => {
    test = await openTestGraph();
    model = await startModelServer();
    model.answer = (call) => {
      onCall(call);
      return {
        probability_yes: 0.6,
        confidence: 0.8,
        direction: 'ESCALATE',
        reasoning: 'The base rate is low; two independent kinds of source point the other way.',
      };
    };
    way = await CountedConnection.open(test.connection);
  });

  afterAll(async () => {
    way.close();
    model.close();
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const addMarket = async (): Promise<void> => {
    markets += 1;
    await test.graph.statement(
      `MERGE (e:Entity {id: 'iran'}) CREATE (m:Market {exchange: 'kalshi', ticker: 'R${markets}', question: 'Will it happen (${markets})?', status: 'open',
       resolves_at: '2099-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, quoted_at: timestamp(), theater: 'iran', confluence_score: 0.6})-[:ABOUT]->(e)`,
    );
  };

  const start = (): Promise<ChildProcess> => startForecastChild(way, { dataDir, modelUrl: model.url, beside: true });

  /** One life of the process; `doom` arranges its end. Resolves to its exit code, null when it was killed. */
  const live = async (doom: (kill: () => void) => void = () => undefined): Promise<number | null> => {
    const child = await start();
    const exit = once(child, 'exit');
    way.begin(null);
    onCall = () => undefined;
    doom(() => child.kill('SIGKILL'));
    child.stdin?.write('\n');
    const [code] = (await exit) as [number | null];
    return code;
  };

  const broken = async (): Promise<unknown> => (await test.graph.statement(BROKEN, 'READ'))[0];

  it('leaves no answer without intent, none twice, and none of a forecast that is recorded missing', async () => {
    await addMarket();
    expect(await live()).toBe(0);
    await addMarket();
    expect(await live()).toBe(0);
    const steps = way.count;
    const callsARound = BESIDE + 1;
    expect(await broken()).toEqual(SOUND);

    for (let nth = 0; nth < KILLS; nth += 1) {
      await addMarket();
      const before = model.prompts.length;
      if (nth % 2 === 0) {
        const at = 1 + Math.floor(random() * steps);
        const delivered = random() < 0.5;
        await live((kill) => {
          way.begin({ at, delivered, kill });
        });
      } else {
        const at = before + 1 + Math.floor(random() * callsARound);
        const code = await live((kill) => {
          onCall = (call) => {
            if (call >= at) kill();
          };
        });
        expect(code).toBeNull();
      }
      expect(await broken()).toEqual(SOUND);
    }
    await addMarket();
    expect(await live()).toBe(0);

    expect(await broken()).toEqual(SOUND);
    const [row] = await test.graph.statement(
      `MATCH (m:Market) CALL (m) { MATCH (p:Prediction {ticker: m.ticker}) RETURN count(p) AS predictions }
       RETURN max(predictions) AS most, min(predictions) AS least`,
      'READ',
    );
    // Interrupted questions were asked again under a new intent; recorded ones were not.
    expect(row).toEqual({ most: 1, least: 1 });
  });
});
