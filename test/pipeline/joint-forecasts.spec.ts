import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ManualClock } from '../support/manual-clock';
import { packagePath } from '../../src/platform/common/package-root';
import { bundlesOfCall, bundleText } from '../../src/forecasting/bundle-text';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import { RegistryService } from '../../src/registry/registry.service';
import type { LogRecord } from '../../src/registry/log/log-record';
import { readDocuments } from '../../src/verification/documents';
import { Broken } from '../../src/verification/finding';
import { History } from '../../src/verification/history';
import { startTestApp, type TestApp } from '../support/app-harness';
import { DatasetFiles } from '../../src/dataset/dataset-files.service';
import { makeRecordCheck } from '../support/record-check';
import { SettlementService } from '../../src/settlement/settlement.service';
import { notAffirmed, verdictOf } from '../support/verdicts';
import { startModelServer, type ModelServer } from '../support/model-server';
import { hasTool } from '../support/tools';

jest.setTimeout(180_000);

const START = Date.UTC(2026, 6, 1, 12) * 1000;
const HOUR = 3_600_000_000;
const REASONING = 'The base rate is low; two kinds of source point the other way.';

type Document = Record<string, any>;

describe('one call about several markets of an event', () => {
  const clock = new ManualClock(START);
  let model: ModelServer;
  let test: TestApp;

  const statement = (text: string): Promise<Record<string, unknown>[]> => test.graph.graph.statement(text);
  /** A rung of the ladder `event`: it ends on a day of August. */
  const addRung = (event: string, day: number): Promise<unknown> =>
    statement(
      `MERGE (e:Entity {id: 'iran'}) MERGE (v:Event {exchange: 'kalshi', id: '${event}'}) SET v.title = 'A deal', v.mutually_exclusive = false
       CREATE (m:Market {exchange: 'kalshi', ticker: '${event}-${day}', question: 'Will there be a deal by August ${day}?', status: 'open', event: '${event}',
       deadline: '2026-08-${day}T00:00:00.000000Z', resolves_at: '2026-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41,
       theater: 'iran', confluence_score: 0.6})-[:ABOUT]->(e) CREATE (m)-[:RUNG_OF {order: ${day}}]->(v)`,
    );
  /** Every market was quoted just now: nothing is bought at an older quote. */
  const run = async () => {
    await statement(`MATCH (m:Market) SET m.quoted_at = ${clock.nowMicros() / 1000}`);
    return test.app.get(ForecastingService).run(new AbortController().signal);
  };
  const lines = async (path: string): Promise<Document[]> =>
    (await (await test.get(path)).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Document);
  /** How many questions a prompt holds. */
  const questionsOf = (prompt: string): number => Number(/# Question 1 of (\d+)/.exec(prompt)?.[1] ?? 1);
  const call = (probability: number) => ({ probability_yes: probability, confidence: 0.8, direction: 'ESCALATE' });
  /** An answer to each question: the later, the likelier, by as much as `step`. */
  const answering = (step: number) => (_: number, prompt: string) => {
    const n = questionsOf(prompt);
    if (n === 1) return { ...call(0.6), reasoning: REASONING };
    const forecasts = Array.from({ length: n }, (_of, index) => ({ question: index + 1, ...call(0.5 + step * index) }));
    const last = forecasts.at(-1)?.probability_yes;
    return { reasoning: `${REASONING} The last stands at ${last}.`, forecasts: forecasts.reverse() };
  };

  beforeAll(async () => {
    model = await startModelServer();
    test = await startTestApp({
      clock,
      environment: {
        anthropicApiKey: 'k',
        anthropicBaseUrl: model.url,
        openaiBaseUrl: model.url,
        modelShadows: ['gpt'],
        modelArms: ['C'],
        modelMarketsPerCall: 4,
      },
    });
  });
  beforeEach(() => {
    model.prompts.length = 0;
  });
  afterAll(async () => {
    await test.close();
    model.close();
  });

  it('asks the rungs that are due together, at most as many as are allowed, and each is a bundle', async () => {
    for (const day of [14, 12, 13, 10, 11]) await addRung('EV', day);
    await addRung('LATER', 20);
    model.answer = answering(0.05);

    const report = await run();

    expect(report).toMatchObject({ asked: 6, predicted: 6, skipped: 0 });
    const claude = model.prompts.filter((prompt) => prompt.includes('output_config'));
    // Arms and shadows are asked in the same way: three calls each of claude, of its arm C, and of the shadow.
    expect(model.prompts).toHaveLength(9);
    expect(claude.map(questionsOf).sort()).toEqual([1, 1, 1, 1, 4, 4]);
    const bundles = await lines('/api/registry/bundles.jsonl');
    const joint = bundles.filter((bundle) => bundle['joint'] !== undefined);
    expect(joint).toHaveLength(4);
    // One reasoning is about all markets of the call, so statements about another of them are its own too.
    expect(joint.flatMap((bundle) => bundle['unsupported'] ?? [])).toEqual([]);
    const [first] = joint;
    // In the order of their deadlines, whatever the order of the answer.
    const days = first?.['joint'].map((one: Document) => one['ticker']);
    expect(days).toEqual([...days].sort());
    expect(first?.['joint'].map((one: Document) => one['probability_yes'])).toEqual([0.5, 0.55, 0.6, 0.65]);
    for (const bundle of joint)
      expect(first?.['joint']).toContainEqual({
        bundle_id: bundle['bundle_id'],
        ticker: bundle['input'].question.ticker,
        input_sha256: bundle['input_sha256'],
        probability_yes: bundle['prediction'].probability_yes,
      });
    const shadows = (await lines('/api/registry/documents.jsonl')).filter(({ kind }) => kind === 'shadow');
    expect(shadows).toHaveLength(12);
    const budget = await statement('MATCH (b:ModelBudget) RETURN b.calls AS calls');
    expect(budget[0]).toMatchObject({ calls: 3 });
    const [tokens] = await statement(
      "MATCH (p:Prediction) WHERE p.ticker STARTS WITH 'EV' RETURN sum(p.tokens_in) AS n",
    );
    // Each call is counted once, whatever it answers.
    const recorded = claude.filter((prompt) => /listed on \w+ as \\"EV.*YES 0\.\d+; bid/.test(prompt));
    expect(recorded.length).toBeGreaterThan(0);
    const sent = recorded.reduce((sum, prompt) => sum + Math.ceil(prompt.length / 4), 0);
    expect(Number(tokens?.['n'])).toBe(sent);
  });

  it('prints shared parts once, and the readable bundle has the whole call', async () => {
    const served = async (id: string): Promise<string> => (await test.get(`/api/replay-bundle/${id}`)).text();
    const [bundle] = (await lines('/api/registry/bundles.jsonl')).filter(({ joint }) => joint);
    const own = await served(String(bundle?.['bundle_id']));
    const text = bundleText(own, await Promise.all(bundlesOfCall(own).map(served))) ?? '';

    expect(text.match(/^# Question \d of 4$/gm)).toHaveLength(4);
    expect(text).toContain('## Base rates of settled markets\n  1 of 1 stand above\n');
    expect(text.match(/^ {2}YES 0\.41; bid/gm)).toHaveLength(4);
    expect(text.match(/Will there be a deal by August \d+\?"$/gm)?.length).toBeGreaterThanOrEqual(4);
    expect(text).toContain(REASONING);
  });

  it('marks rungs that contradict each other in one call, and changes none', async () => {
    clock.advance(25 * HOUR);
    model.answer = (n, prompt, path) => (path.endsWith('completions') ? 'I cannot.' : answering(-0.1)(n, prompt));
    const report = await run();

    expect(report).toMatchObject({ predicted: 6, reasons: ['gpt: the answer is not a JSON object'] });

    const predictions = (await (await test.get('/v1/predictions?exchange=kalshi&limit=500')).json()) as Document[];
    const newest = predictions.filter((one) => one['made_at'] > '2026-07-02' && one['ticker'].startsWith('EV'));
    expect(newest).toHaveLength(5);
    const told = newest.filter(({ probability_yes }) => [0.5, 0.4, 0.3, 0.2].includes(probability_yes));
    expect(told).toHaveLength(4);
    for (const { incoherent } of told) expect(incoherent.join()).toContain('is below the earlier');
  });

  it('records nothing of a call with an unusable part, and asks once more before it stops', async () => {
    const before = (await lines('/api/registry/bundles.jsonl')).length;
    clock.advance(25 * HOUR);
    await statement("MATCH (m:Market) WHERE m.ticker IN ['EV-14', 'LATER-20'] SET m.status = 'closed'");
    model.answer = (_, prompt) => ({
      reasoning: REASONING,
      forecasts: Array.from({ length: questionsOf(prompt) }, () => ({ question: 1, ...call(0.5) })),
    });
    const report = await run();

    expect(report).toMatchObject({
      asked: 4,
      predicted: 0,
      skipped: 4,
      reasons: ['claude: forecasts has none for question 2'],
    });
    expect(await lines('/api/registry/bundles.jsonl')).toHaveLength(before);
    const [skip] = await statement('MATCH (s:Skip) RETURN s.reason AS reason LIMIT 1');
    expect(skip?.['reason']).toContain('forecasts has none for question 2');
  });

  it('verifies, and not once a rung of a call is another', async () => {
    clock.advance(3 * 24 * HOUR);
    await test.app.get(RegistryService).sealDue();
    const records = (await lines('/api/registry/log.jsonl')) as LogRecord[];
    const text = async (name: string): Promise<string> => (await test.get(`/api/registry/${name}.jsonl`)).text();
    const log = { documents: await text('documents'), bundles: await text('bundles') };
    const walk = (change: (joint: Document[], bundle: Document) => void): void => {
      const history = new History();
      const documents = readDocuments(records, log);
      const changed = documents.find(({ members }) => members.object['joint'] && members.object['prediction']);
      for (const document of documents) {
        const bundle = document.members.object as Document;
        if (document === changed) change(bundle['joint'] as Document[], bundle);
        history.take(document);
      }
      history.finish();
    };
    walk(() => undefined);
    const attacks: Parameters<typeof walk>[0][] = [
      (joint) => joint.pop(),
      (joint) => void ((joint[1] ?? {})['probability_yes'] = 0.99),
      (joint) => void ((joint[0] ?? {})['probability_yes'] = 0.99),
      (joint) => void ((joint[2] ?? {})['input_sha256'] = 'a'.repeat(64)),
      (_, bundle) => delete bundle['joint'],
    ];
    for (const attack of attacks)
      expect(() => {
        walk(attack);
      }).toThrow(Broken);

    if (!hasTool('python3') || !hasTool('openssl')) return;
    const asOf = new Date(clock.nowMicros() / 1000).toISOString();
    const { stdout } = await promisify(execFile)('python3', [
      packagePath('tools', 'verify.py'),
      test.baseUrl,
      '--as-of',
      asOf,
    ]);
    expect(stdout).toMatch(/^Figures +yes/m);
  });

  it('is a row of the group records once all of its markets are decided', async () => {
    const groups = '/api/dataset/0.2.0/groups.jsonl';
    const settled = `m.status = 'settled', m.resolved_at = '2026-07-05T00:00:00.000000Z', m.settlement_yes_price`;
    await statement(
      `MATCH (m:Market) WHERE m.ticker STARTS WITH 'EV-' SET ${settled} = CASE WHEN m.ticker >= 'EV-12' THEN 1.0 ELSE 0.0 END,
         m.outcome = CASE WHEN m.ticker >= 'EV-12' THEN 'YES' ELSE 'NO' END`,
    );
    clock.advance(24 * HOUR);
    await test.app.get(SettlementService).settleDue();
    await test.app.get(RegistryService).sealDue();
    await test.app.get(DatasetFiles).refresh();

    const rows = await lines(groups);
    const check = makeRecordCheck((await (await test.get('/api/dataset/0.2.0/groups.schema.json')).json()) as Document);
    expect(rows.map((row) => check(row))).toEqual(rows.map(() => []));
    expect(rows.slice(0, 3).map(({ prediction, arm }) => `${prediction.model} ${arm}`)).toEqual([
      'claude A',
      'gpt A',
      'claude C',
    ]);
    const [row] = rows;
    expect(row?.['question']).toMatchObject({ type: 'numeric', unit: 'date', event: 'EV' });
    expect(row?.['question'].bounds).toEqual([...row?.['question'].bounds].sort());
    expect(row?.['question'].tickers.map((ticker: string) => ticker.slice(3))).toEqual(
      row?.['question'].bounds.map((day: string) => day.slice(-2)),
    );
    expect(row?.['prediction'].probabilities).toEqual([0.5, 0.55, 0.6, 0.65]);
    expect((await (await test.get(groups.replace('jsonl', 'csv'))).text()).split('\r\n')[0]).toContain(
      'question_bounds',
    );
    expect((await test.get(groups.replace('jsonl', 'parquet'))).status).toBe(200);

    const { lines: said } = await verdictOf(test.baseUrl, clock.nowMicros() / 1000);
    expect(notAffirmed(said)).toEqual([]);
  });
});
