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

/** In full before and after every message of the cycle; else at one of these moments. */
const KILLS = killsOf(1_000);
const random = chance('killed-forecast');

/** States that must never occur after any kill. */
const BROKEN = `
  CALL () {
    MATCH (p:Prediction)
    WHERE NOT EXISTS { MATCH (b:Bundle {id: p.id, sha256: p.bundle_sha256})<-[:COMMITS_TO]-(:Record {sha256: b.sha256}) }
    RETURN count(p) AS without_bundle
  }
  CALL () { MATCH (b:Bundle) WHERE NOT EXISTS { MATCH (:Prediction {id: b.id}) } RETURN count(b) AS bundles_alone }
  CALL () { MATCH (t:Trade) WHERE NOT EXISTS { MATCH (:Prediction {id: t.prediction_id}) } RETURN count(t) AS trades_alone }
  CALL () {
    MATCH (s:Settlement) WITH s.exchange AS exchange, s.ticker AS ticker, count(*) AS n WHERE n > 1
    RETURN count(*) AS settled_twice
  }
  CALL () {
    MATCH (s:Settlement) MATCH (p:Prediction {ticker: s.ticker}) WHERE p.state = 'open'
    RETURN count(p) AS half_graded
  }
  CALL () {
    MATCH (s:Settlement) MATCH (t:Trade {ticker: s.ticker}) WHERE t.status <> 'closed'
    RETURN count(t) AS half_closed
  }
  RETURN without_bundle, bundles_alone, trades_alone, settled_twice, half_graded, half_closed`;
const SOUND = {
  without_bundle: 0,
  bundles_alone: 0,
  trades_alone: 0,
  settled_twice: 0,
  half_graded: 0,
  half_closed: 0,
};

describe('a forecast cycle that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-forecast-'));
  let test: TestGraph;
  let model: ModelServer;
  let way: CountedConnection;
  let markets = 0;

  beforeAll(async () => {
    test = await openTestGraph();
    model = await startModelServer();
    model.answer = () => ({
      probability_yes: 0.6,
      confidence: 0.8,
      direction: 'ESCALATE',
      reasoning: 'The base rate is low; two independent kinds of source point the other way.',
    });
    way = await CountedConnection.open(test.connection);
  });

  afterAll(async () => {
    way.close();
    model.close();
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** There is a new market; that of the last cycle is still open, the one before it has settled. */
  const nextMarkets = async (): Promise<void> => {
    await test.graph.statement(
      `MATCH (m:Market {status: 'open'}) WHERE m.ticker <> 'K${markets}' SET m.status = 'settled', m.settlement_yes_price = 1.0, m.resolved_at = '2026-07-20T10:00:00.000000Z'`,
    );
    markets += 1;
    await test.graph.statement(
      `MERGE (e:Entity {id: 'iran'}) CREATE (m:Market {exchange: 'kalshi', ticker: 'K${markets}', question: 'Will it happen (${markets})?', status: 'open',
       resolves_at: '2099-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, quoted_at: timestamp(), theater: 'iran', confluence_score: 0.6})-[:ABOUT]->(e)`,
    );
  };

  const start = (): Promise<ChildProcess> => startForecastChild(way, { dataDir, modelUrl: model.url });

  /** One life of the process: to its end, or to a message at which it is killed. */
  const live = async (at: number | null, delivered = false): Promise<void> => {
    const child = await start();
    const exit = once(child, 'exit');
    way.begin(at === null ? null : { at, delivered, kill: () => child.kill('SIGKILL') });
    child.stdin?.write('\n');
    const [code] = (await exit) as [number | null];
    if (at === null) expect(code).toBe(0);
  };

  const broken = async (): Promise<unknown> => (await test.graph.statement(BROKEN, 'READ'))[0];

  it('leaves nothing half done, and the next one completes it', async () => {
    // Steps that happen once per database come first.
    await nextMarkets();
    await live(null);
    await nextMarkets();
    await live(null);
    const steps = way.count;
    expect(steps).toBeGreaterThan(20);
    const moments = Array.from({ length: 2 * steps }, (_, n) => ({
      at: 1 + Math.floor(n / 2),
      delivered: n % 2 === 1,
    }));
    const chosen = KILLS === 1 ? [moments[Math.floor(random() * moments.length)]!] : moments.slice(0, KILLS);

    for (const { at, delivered } of chosen) {
      await nextMarkets();
      await live(at, delivered);
      expect(await broken()).toEqual(SOUND);
    }
    await nextMarkets();
    await live(null);

    expect(await broken()).toEqual(SOUND);
    const [row] = await test.graph.statement(
      `MATCH (m:Market)
       OPTIONAL MATCH (s:Settlement {ticker: m.ticker})
       WITH m, count(s) AS settlements
       CALL (m) { MATCH (p:Prediction {ticker: m.ticker}) RETURN count(p) AS predictions }
       CALL (m) { MATCH (t:Trade {ticker: m.ticker}) RETURN count(t) AS trades, collect(DISTINCT t.net_pnl) AS pnl }
       RETURN max(predictions) AS predictions, max(trades) AS trades, count(CASE WHEN predictions <> trades THEN 1 END) AS uneven,
         count(CASE WHEN m.status = 'settled' AND settlements <> 1 THEN 1 END) AS unsettled,
         reduce(all = [], one IN collect(pnl) | all + [x IN one WHERE NOT x IN all]) AS pnl`,
      'READ',
    );
    // A market has one prediction at most, with its trade; each settled market has one settlement, and
    // every closed trade earned the same, once.
    expect(row).toMatchObject({ predictions: 1, trades: 1, uneven: 0, unsettled: 0 });
    expect((row?.['pnl'] as number[]).filter((value) => value !== 0)).toHaveLength(1);
  });
});
