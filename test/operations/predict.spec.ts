import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { startModelServer, type ModelServer } from '../support/model-server';
import { runCommand } from '../support/service-child';

jest.setTimeout(300_000);

describe('vedette predict', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-predict-'));
  let test: TestGraph;
  let model: ModelServer;

  const predict = (args: string[], settings: Record<string, string> = {}) =>
    runCommand(['predict', ...args], {
      DATA_DIR: dataDir,
      NEO4J_URI: test.connection.uri,
      NEO4J_PASSWORD: test.connection.password,
      ANTHROPIC_API_KEY: 'very-secret-key',
      ANTHROPIC_BASE_URL: model.url,
      ...settings,
    });
  const rows = (stdout: string): unknown[] =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);

  beforeAll(async () => {
    test = await openTestGraph();
    model = await startModelServer();
    await test.graph.statement(
      `MERGE (e:Entity {id: 'iran'}) WITH e
       UNWIND ['A', 'B', 'OLD'] AS ticker
       CREATE (m:Market {exchange: 'kalshi', ticker: ticker, question: 'Will it happen (' + ticker + ')?', status: 'open',
         quoted_at: timestamp() - CASE ticker WHEN 'OLD' THEN 86400000 ELSE 0 END,
         resolves_at: '2099-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, theater: 'iran', confluence_score: 0})-[:ABOUT]->(e)`,
    );
  });

  afterAll(async () => {
    model.close();
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('reports a missing key before it starts or asks a database', async () => {
    const { code, stderr } = await predict([], { ANTHROPIC_API_KEY: '', NEO4J_URI: 'bolt://127.0.0.1:9' });

    expect([code, stderr]).toEqual([1, 'The model is off: ANTHROPIC_API_KEY is not set\n']);
  });

  it('asks about one market and registers the answer before it prints it', async () => {
    model.answer = () => ({
      probability_yes: 0.6,
      confidence: 0.8,
      direction: 'ESCALATE',
      reasoning: 'The base rate is low; two independent kinds of source point the other way.',
    });

    const { code, stdout, stderr } = await predict(['--market', 'kalshi/A']);

    expect({ code, rows: rows(stdout) }).toEqual({
      code: 0,
      rows: [{ exchange: 'kalshi', ticker: 'A', kind: 'predicted', traded: true }],
    });
    expect(`${stdout}${stderr}${model.prompts.join()}`).not.toContain('very-secret-key');
    expect(model.prompts).toHaveLength(1);
    const stored = await test.graph.statement(
      `MATCH (p:Prediction)<-[:FOLLOWS]-(t:Trade)
       MATCH (b:Bundle {id: p.id})<-[:COMMITS_TO]-(r:Record)
       RETURN p.ticker AS ticker, p.trigger AS trigger, p.bundle_sha256 AS sha256, b.text AS text, r.sha256 AS logged, t.side AS side`,
    );
    expect(stored).toMatchObject([{ ticker: 'A', trigger: 'command', side: 'YES' }]);
    const [{ sha256, text, logged } = {}] = stored as Record<string, string>[];
    expect(
      createHash('sha256')
        .update(text ?? '')
        .digest('hex'),
    ).toBe(sha256);
    expect(logged).toBe(sha256);
  });

  it('reports a market that it could not forecast, with a code of failure', async () => {
    model.answer = () => 'I would rather not say';

    const { code, stdout } = await predict(['--market', 'kalshi/B']);

    expect(code).toBe(1);
    expect(rows(stdout)).toEqual([
      { exchange: 'kalshi', ticker: 'B', kind: 'skipped', reason: expect.stringMatching(/JSON/) },
    ]);
    const [row] = await test.graph.statement("MATCH (p:Prediction {ticker: 'B'}) RETURN count(p) AS predictions");
    expect(row).toEqual({ predictions: 0 });
  });

  it('asks about no market at a quote of yesterday', async () => {
    const asked = model.prompts.length;
    const { code, stdout } = await predict(['--market', 'kalshi/OLD']);

    expect(code).toBe(1);
    expect(rows(stdout)).toEqual([{ exchange: 'kalshi', ticker: 'OLD', kind: 'unanswered', reason: 'no quote' }]);
    expect(model.prompts).toHaveLength(asked);
  });

  it('names a market that is not tracked, and a key that is missing', async () => {
    const unknown = await predict(['--market', 'kalshi/NONE']);
    const keyless = await predict([], { ANTHROPIC_API_KEY: '' });

    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('kalshi/NONE is not a tracked market');
    expect(keyless.code).not.toBe(0);
    expect(keyless.stderr).toContain('ANTHROPIC_API_KEY is not set');
  });
});
