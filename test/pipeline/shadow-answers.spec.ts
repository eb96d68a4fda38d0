import { DatasetFiles } from '../../src/dataset/dataset-files.service';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { ManualClock } from '../support/manual-clock';
import { sha256Hex } from '../../src/platform/common/sha256';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import type { LogRecord } from '../../src/registry/log/log-record';
import { readDocuments } from '../../src/verification/documents';
import { Broken } from '../../src/verification/finding';
import { History } from '../../src/verification/history';
import { makeRecordCheck } from '../support/record-check';
import { SettlementService } from '../../src/settlement/settlement.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { besides } from '../support/forecast-process';
import { startModelServer, type ModelServer } from '../support/model-server';

jest.setTimeout(180_000);

const START = Date.UTC(2026, 6, 1, 12) * 1000;

type Document = Record<string, any>;

describe('answers next to the recorded one', () => {
  const clock = new ManualClock(START);
  let model: ModelServer;
  let test: TestApp;

  const addMarket = (ticker: string): Promise<unknown> =>
    test.graph.graph.statement(
      `MERGE (e:Entity {id: 'iran'}) CREATE (:Market {exchange: 'kalshi', ticker: '${ticker}', question: 'Will it (${ticker})?', status: 'open',
       resolves_at: '2026-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, theater: 'iran', confluence_score: 0.6})-[:ABOUT]->(e)`,
    );
  const run = async () => {
    await test.graph.graph.statement(`MATCH (m:Market) SET m.quoted_at = ${clock.nowMicros() / 1000}`);
    return test.app.get(ForecastingService).run(new AbortController().signal);
  };
  const lines = async (path: string): Promise<Document[]> =>
    (await (await test.get(path)).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Document);

  beforeAll(async () => {
    model = await startModelServer();
    test = await startTestApp({
      clock,
      environment: {
        anthropicApiKey: 'k',
        anthropicBaseUrl: model.url,
        ...besides(model.url),
        shadowCallsPerDay: 7,
        armCallsPerDay: 2,
      },
    });
    model.answer = (_, prompt, path) => ({
      probability_yes: path.includes('other') ? 0.9 : prompt.includes('YES 0.41') ? 0.6 : 0.3,
      confidence: 0.8,
      direction: 'ESCALATE',
      reasoning: `The price is 0.41; the base rate is low.${path.includes('other') ? ' It began on 3 July in Basra.' : ''}`,
    });
  });
  afterAll(async () => {
    await test.close();
    model.close();
  });

  it('are named in the intent and follow the bundle, each with the hash of its input', async () => {
    await addMarket('A');
    await run();

    const records = await lines('/api/registry/log.jsonl');
    const documents = await lines('/api/registry/documents.jsonl');
    const [bundle] = await lines('/api/registry/bundles.jsonl');
    const intent = documents.find(({ kind }) => kind === 'intent');
    const shadows = documents.filter(({ kind }) => kind === 'shadow');
    expect(records.map(({ kind }) => kind)).toEqual([
      'policy',
      'plan',
      'intent',
      'bundle',
      'trade',
      ...shadows.map(() => 'shadow'),
    ]);
    expect(shadows.map(({ arm, model: { name } }) => `${name} ${arm}`)).toEqual([
      'gpt A',
      'gemini A',
      'compatible A',
      'claude B',
      'claude C',
    ]);
    expect(intent?.['beside'].map((one: Document) => `${one['model'].name} ${one['arm']}`)).toEqual([
      'gpt A',
      'gemini A',
      'compatible A',
      'claude B',
      'claude C',
    ]);
    const evidence = { ...bundle?.['input'], model: undefined };
    for (const shadow of shadows) {
      expect(shadow).toMatchObject({ bundle_id: bundle?.['bundle_id'], intent_sha256: bundle?.['intent_sha256'] });
      const same = shadow['arm'] === 'A';
      expect(shadow['input_sha256'] === bundle?.['input_sha256']).toBe(same);
      expect(shadow['evidence_sha256'] === sha256Hex(canonicalJson(evidence))).toBe(same);
    }
    // Arms B and C were asked without the price that arm A has seen.
    expect(shadows.map(({ prediction }) => prediction.probability_yes)).toEqual([0.6, 0.6, 0.9, 0.3, 0.3]);
    // Facts of a reasoning are looked up in the input of its own arm.
    expect(bundle?.['unsupported']).toBeUndefined();
    const unsupported = [undefined, undefined, ['3 July', 'Basra'], ['0.41'], ['0.41']];
    expect(shadows.map((shadow) => shadow['unsupported'])).toEqual(unsupported);
    expect(
      await test.graph.graph.statement(
        'MATCH (s:ShadowPrediction) RETURN s.unsupported AS unsupported ORDER BY s.arm, s.model',
      ),
    ).toEqual(expect.arrayContaining(unsupported.map((terms) => ({ unsupported: terms ?? [] }))));
    const board = await (await test.get('/leaderboard')).text();
    expect(board.replace(/<[^>]*>|\s+/g, ' ')).toMatch(/, arm B: 1 of 1 reasoning \(100/);
    expect(await (await test.get('/markets/kalshi/A')).text()).toContain('question only: 0.41');
    const served = await test.get(`/api/registry/document/${records.at(-1)?.['sha256']}.json`);
    expect(sha256Hex(await served.text())).toBe(records.at(-1)?.['sha256']);
  });

  it('stop where their own budgets end, and the recorded forecast does not', async () => {
    for (const ticker of ['B', 'C']) await addMarket(ticker);
    await run();

    const documents = await lines('/api/registry/documents.jsonl');
    const asked = documents.filter(({ kind }) => kind === 'intent').map(({ beside }) => beside.length);
    expect(await lines('/api/registry/bundles.jsonl')).toHaveLength(3);
    // Seven shadow calls and two of each arm for three markets.
    expect(asked.sort()).toEqual([1, 5, 5]);
    expect(documents.filter(({ kind }) => kind === 'shadow')).toHaveLength(11);
  });

  it('that are unusable are left out, and nothing else is lost', async () => {
    clock.advance(24 * 3_600_000_000);
    await addMarket('D');
    const { answer } = model;
    model.answer = (call, prompt, path) =>
      path.includes('other') ? 'no JSON' : path.includes('chat') ? { probability_yes: 7 } : answer(call, prompt, path);
    await run();
    model.answer = answer;

    const shadows = (await lines('/api/registry/documents.jsonl')).filter(
      ({ kind, ticker }) => kind === 'shadow' && ticker === 'D',
    );
    expect(shadows.map(({ model: { name } }) => name)).not.toContain('gpt');
    expect((await lines('/api/registry/bundles.jsonl')).map(({ input }) => input.question.ticker)).toContain('D');
  });

  it('are rows of dataset 0.2.0 next to 0.1.0, and are on the leaderboard', async () => {
    const first = await lines('/api/dataset/records.jsonl');
    await test.graph.graph.statement(
      `MATCH (m:Market {ticker: 'A'}) SET m.status = 'settled', m.settlement_yes_price = 1.0, m.resolved_at = '2026-07-02T20:00:00.000000Z', m.event = 'EV'
       WITH m MATCH (p:Prediction {ticker: 'A'}) SET p.theater = null, m.theater = 'iran'`,
    );
    clock.advance(24 * 3_600_000_000);
    await test.app.get(SettlementService).settleDue();
    // As in the tick: a request during the writing of the files gets the previous ones.
    await test.app.get(DatasetFiles).refresh();

    const old = await lines('/api/dataset/records.jsonl');
    const rows = await lines('/api/dataset/0.2.0/records.jsonl');
    const schema = (await (await test.get('/api/dataset/0.2.0/schema.json')).json()) as Document;
    const check = makeRecordCheck(schema);
    expect(first).toEqual([]);
    expect(old.every((row) => makeRecordCheck()(row).length === 0)).toBe(true);
    expect(old.map(({ schema_version }) => schema_version)).toEqual(old.map(() => '0.1.0'));
    expect(old.length).toBeGreaterThan(0);
    expect(rows.map((row) => check(row))).toEqual(rows.map(() => []));
    const answers = rows.slice(0, 6);
    expect(answers.map(({ prediction, arm }) => `${prediction.model} ${arm}`)).toEqual([
      'claude A',
      'gpt A',
      'gemini A',
      'compatible A',
      'claude B',
      'claude C',
    ]);
    for (const row of answers)
      expect(row).toMatchObject({
        population: 'live',
        question: { ticker: 'A', event: 'EV', theater: 'iran' },
        resolution: { outcome: 'YES' },
      });
    const evidence = answers.map(({ evidence_sha256 }) => String(evidence_sha256));
    expect(new Set(evidence).size).toBe(3);
    expect(new Set(evidence.slice(0, 4)).size).toBe(1);
    expect(answers.map(({ resolution }) => resolution.brier_score)[3]).toBeCloseTo(0.01, 12);
    expect(new Set(rows.map(({ sample_id }) => String(sample_id))).size).toBe(rows.length);
    const csv = await (await test.get('/api/dataset/0.2.0/records.csv')).text();
    expect(csv.split('\r\n')[0]?.split(',')).toEqual(
      expect.arrayContaining([
        'arm',
        'population',
        'evidence_sha256',
        'prediction_model_version',
        'anchor_record_sha256',
      ]),
    );
    expect((await test.get('/api/dataset/0.2.0/records.parquet')).status).toBe(200);
    expect((await test.get('/api/dataset/0.2.0/records.txt')).status).toBe(404);

    const board = (await (await test.get('/api/leaderboard.json')).json()) as Document;
    expect(board['entrants'].map((one: Document) => `${one['arm']} ${one['model']}`)).toEqual(
      expect.arrayContaining(['A gpt (gpt-6.1-sol)', 'C claude (claude-sonnet-5-5)', 'A ensemble: median of models']),
    );
    for (const one of board['entrants']) expect(one).toMatchObject({ underpowered: true, brier: null });
    const page = await (await test.get('/leaderboard')).text();
    expect(page).toContain('Too early to tell');
    expect(page).toContain('question only');
  });

  it('hold before the verifier, which refuses one that was asked without an intent or shown something else', async () => {
    const texts = async (name: string): Promise<string> => (await test.get(`/api/registry/${name}.jsonl`)).text();
    const log = { documents: await texts('documents'), bundles: await texts('bundles') };
    const records = (await lines('/api/registry/log.jsonl')) as LogRecord[];
    /** Checks the log with the last shadow changed by `change`, and hashed again as a forger would. */
    const walk = (change: (shadow: Document) => void): void => {
      const documents = readDocuments(records, log);
      const history = new History();
      const last = documents.filter(({ record }) => record.kind === 'shadow').at(-1);
      for (const document of documents) {
        if (document === last) change(document.members.object);
        history.take(document);
      }
      history.finish();
    };

    expect(() => {
      walk(() => undefined);
    }).not.toThrow();
    const changes: readonly ((shadow: Document) => void)[] = [
      (shadow) => (shadow['arm'] = 'B'),
      (shadow) => (shadow['arm'] = 'D'),
      (shadow) => (shadow['evidence_sha256'] = 'a'.repeat(64)),
      (shadow) => (shadow['input_sha256'] = 'a'.repeat(64)),
      (shadow) => (shadow['intent_sha256'] = 'a'.repeat(64)),
      (shadow) => (shadow['model'] = { name: 'gpt', version: 'x' }),
      (shadow) => (shadow['prediction'] = { ...shadow['prediction'], probability_yes: 1.2 }),
      (shadow) => (shadow['ticker'] = 'Z'),
    ];
    for (const change of changes)
      expect(() => {
        walk(change);
      }).toThrow(Broken);
  });
});
