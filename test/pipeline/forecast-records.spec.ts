import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { ManualClock } from '../support/manual-clock';
import { sha256Hex } from '../../src/platform/common/sha256';
import { formatMicros } from '../../src/platform/common/utc-time';
import { ENVIRONMENT } from '../../src/platform/config/environment';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import { PositionService } from '../../src/forecasting/position.service';
import { ImportService } from '../../src/import/import.service';
import { RegistryRepository, type StoredRecord } from '../../src/registry/registry.repository';
import { RegistryService } from '../../src/registry/registry.service';
import { StoredChainCheck } from '../../src/registry/log/stored-chain-check.service';
import { SettlementService } from '../../src/settlement/settlement.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { startModelServer, type ModelServer } from '../support/model-server';

jest.setTimeout(180_000);

const START = Date.UTC(2026, 6, 1, 12) * 1000;
const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
const RESOLVED = '2026-07-01T20:00:00.000000Z';

type Document = Record<string, any>;

/** Kalshi's list of the markets that a test has set. */
const startExchange = async () => {
  const said = new Map<string, object>();
  const server: Server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://x').searchParams.get('tickers') ?? '';
    const markets = asked.split(',').flatMap((ticker) => said.get(ticker) ?? []);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ markets, cursor: '' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { said, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('the records of a forecast', () => {
  const clock = new ManualClock(START);
  let model: ModelServer;
  let exchange: Awaited<ReturnType<typeof startExchange>>;
  let test: TestApp;
  let seen = 0;

  const statement = (text: string): Promise<Record<string, unknown>[]> => test.graph.graph.statement(text);
  const addMarket = (ticker: string): Promise<unknown> =>
    statement(
      `MERGE (e:Entity {id: 'iran'}) CREATE (:Market {exchange: 'kalshi', ticker: '${ticker}', question: 'Will it (${ticker})?', status: 'open',
       resolves_at: '2026-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, theater: 'iran', confluence_score: 0.6, event: 'EV'})-[:ABOUT]->(e)`,
    );
  const run = async () => {
    await statement(`MATCH (m:Market) SET m.quoted_at = ${clock.nowMicros() / 1000}`);
    return test.app.get(ForecastingService).run(new AbortController().signal);
  };
  const documentOf = async ({ sha256 }: StoredRecord): Promise<Document> => {
    const text = await (await test.get(`/api/registry/document/${sha256}.json`)).text();
    expect(sha256Hex(text)).toBe(sha256);
    return JSON.parse(text) as Document;
  };
  /** Records logged since the last call. */
  const logged = async (): Promise<{ record: StoredRecord; document: Document }[]> => {
    const records = await test.app.get(RegistryRepository, { strict: false }).listRecords(seen, 1_000);
    seen += records.length;
    return Promise.all(records.map(async (record) => ({ record, document: await documentOf(record) })));
  };
  const settle = (ticker: string, price: number): Promise<unknown> =>
    statement(
      `MATCH (m:Market {ticker: '${ticker}'}) SET m.status = 'settled', m.settlement_yes_price = toFloat(${price}), m.resolved_at = '${RESOLVED}', m.raw_sha256 = '${'b'.repeat(64)}'`,
    );

  beforeAll(async () => {
    model = await startModelServer();
    exchange = await startExchange();
    test = await startTestApp({
      clock,
      environment: {
        anthropicApiKey: 'k',
        anthropicBaseUrl: model.url,
        kalshiUrl: exchange.url,
      },
    });
    model.answer = () => ({
      probability_yes: 0.6,
      confidence: 0.8,
      direction: 'ESCALATE',
      reasoning: 'The base rate is low; two kinds of source point the other way.',
    });
  });
  afterAll(async () => {
    await test.close();
    model.close();
    exchange.server.close();
  });

  it('is the rules, the plan, the intent, then bundle and trade, each bound to the one before', async () => {
    await addMarket('A');
    let recordsWhenAsked = -1;
    const { answer } = model;
    model.answer = (call, prompt, path) => {
      void test.app
        .get(RegistryRepository, { strict: false })
        .getHead()
        .then((head) => (recordsWhenAsked = head?.tree_size ?? 0));
      return answer(call, prompt, path);
    };
    await run();
    model.answer = answer;

    const all = await logged();
    const [policy, plan, intent, bundle, trade] = all;
    expect(all.map(({ record }) => record.kind)).toEqual(['policy', 'plan', 'intent', 'bundle', 'trade']);
    expect(recordsWhenAsked).toBe(3);
    expect(policy?.document).toMatchObject({
      supersedes: null,
      rules: { trade_stake_usd: 100, trade_min_confidence: 0.74 },
    });
    expect(plan?.document).toMatchObject({
      id: 'pl-2026-07-01',
      policy_sha256: policy?.record.sha256,
      markets: [{ exchange: 'kalshi', ticker: 'A', event: 'EV' }],
    });
    const { input } = bundle?.document ?? {};
    expect(intent?.document).toMatchObject({
      exchange: 'kalshi',
      ticker: 'A',
      asked_at: intent?.record.made_at,
      input_sha256: sha256Hex(canonicalJson(input)),
      model: input.model,
      trigger: input.trigger,
      policy_sha256: policy?.record.sha256,
    });
    expect(input.now.frozen_at <= intent?.document['asked_at']).toBe(true);
    expect(bundle?.document).toMatchObject({ intent_sha256: intent?.record.sha256, prediction: { side: 'YES' } });
    expect(bundle?.record.id.slice(3)).toBe(intent?.record.id.slice(3));
    expect(trade?.document).toMatchObject({
      bundle_id: bundle?.record.id,
      bundle_sha256: bundle?.record.sha256,
      policy_sha256: policy?.record.sha256,
      side: 'YES',
      price: 0.42,
      size: 238,
      fee_usd: 4.06,
      opened_at: trade?.record.made_at,
      quote: input.market,
    });
    const check = await test.app.get(StoredChainCheck, { strict: false }).run({ documents: true });
    expect(check.problem).toBeNull();
  });

  it('records rules and plan again only when they have changed', async () => {
    await addMarket('B');
    clock.advance(HOUR);
    await run();
    expect((await logged()).map(({ record }) => record.kind)).toEqual(['intent', 'bundle', 'trade']);

    await addMarket('C');
    const environment = test.app.get<{ tradeStakeUsd: number; codeCommit: string | null }>(ENVIRONMENT);
    const codeCommit = 'c'.repeat(40);
    Object.assign(environment, { tradeStakeUsd: 50, codeCommit });
    await run();
    Object.assign(environment, { tradeStakeUsd: 100, codeCommit: null });
    const [policy, intent, , trade] = await logged();

    expect(policy?.document).toMatchObject({ kind: 'policy', rules: { trade_stake_usd: 50, code_commit: codeCommit } });
    expect(policy?.document['supersedes']).toMatch(/^[0-9a-f]{64}$/);
    expect(intent?.document['policy_sha256']).toBe(policy?.record.sha256);
    expect(trade?.document).toMatchObject({ size: 119, policy_sha256: policy?.record.sha256 });
  });

  it('leaves an intent without an answer for the coverage to call abandoned', async () => {
    await addMarket('D');
    const { answer } = model;
    model.answer = () => 'no number at all';
    await run();
    model.answer = answer;
    const intents = (await logged()).filter(({ record }) => record.kind === 'intent');
    clock.set(Date.UTC(2026, 6, 2, 0, 0, 10) * 1000);
    await test.app.get(RegistryService, { strict: false }).sealDue();
    const [seal] = await logged();

    expect(intents).toHaveLength(1);
    expect(seal?.document).toMatchObject({ kind: 'seal', abandoned: [intents[0]?.record.id] });
    const day = (await (await test.get('/api/registry/2026-07-01.json')).json()) as Document;
    expect(day['coverage'].find(({ ticker }: Document) => ticker === 'D')).toMatchObject({
      status: 'abandoned',
      reason: expect.stringContaining('not a JSON object'),
    });
  });

  it('is an exit with the book at which a position was closed early', async () => {
    await statement(
      "MATCH (m:Market {ticker: 'C'}) SET m.yes_bid = 0.985, m.yes_ask = 0.99, m.quoted_at = 1782900000000",
    );
    expect(await test.app.get(PositionService).closeEarly(1782900000000, Infinity)).toBe(1);
    const [exit] = await logged();

    expect(exit?.document).toMatchObject({
      kind: 'exit',
      reason: 'take_profit',
      price: 0.985,
      closed_at: exit?.record.made_at,
      quote: { yes_bid: 0.985, yes_ask: 0.99, quoted_at: '2026-07-01T10:00:00.000000Z' },
      settlement_sha256: null,
      replaces_sha256: null,
    });
  });

  it('follows the exchange, and its later corrections: rows, grades and exits', async () => {
    await settle('A', 1);
    await test.app.get(SettlementService).settleDue();
    const [settlement, exit] = await logged();
    expect(settlement?.document).toMatchObject({
      kind: 'settlement',
      ticker: 'A',
      outcome: 'YES',
      settlement_yes_price: 1,
      resolved_at: RESOLVED,
      resolved_at_stated: true,
      settled_by: 'exchange',
      raw_sha256: 'b'.repeat(64),
    });
    expect(exit?.document).toMatchObject({
      kind: 'exit',
      reason: 'settled',
      price: 1,
      net_pnl: 133.98,
      settlement_sha256: settlement?.record.sha256,
    });

    const kalshi = (result: string): object => ({
      ticker: 'A',
      title: 'Will it (A)?',
      status: 'finalized',
      market_type: 'binary',
      result,
      settlement_ts: '2026-07-01T20:00:00Z',
    });
    exchange.said.set('A', kalshi('yes'));
    clock.advance(DAY);
    const correct = () => test.app.get(SettlementService).correctDue(new AbortController().signal);
    expect(await correct()).toEqual({ readAgain: 1, corrected: 0, failures: [] });
    expect(await correct()).toEqual({ readAgain: 0, corrected: 0, failures: [] });
    expect(await logged()).toEqual([]);

    exchange.said.set('A', kalshi('no'));
    clock.advance(DAY);
    expect(await correct()).toMatchObject({ readAgain: 1, corrected: 1 });
    const [correction, again] = await logged();

    expect(correction?.document).toMatchObject({
      kind: 'correction',
      corrects_sha256: settlement?.record.sha256,
      outcome: 'NO',
      settlement_yes_price: 0,
      raw_sha256: sha256Hex(JSON.stringify(kalshi('no'))),
    });
    const answer = (sha256: unknown) => test.get(`/api/registry/answer/${String(sha256)}.json`);
    const kept = await answer(correction?.document['raw_sha256']);
    expect(await kept.text()).toBe(JSON.stringify(kalshi('no')));
    expect(kept.headers.get('cache-control')).toContain('immutable');
    // This process did not get the answer.
    expect((await answer('b'.repeat(64))).status).toBe(404);
    expect((await answer('no-hash')).status).toBe(400);
    expect(again?.document).toMatchObject({
      id: exit?.document['id'].replace(/-1$/, '-2'),
      price: 0,
      net_pnl: -104.02,
      settlement_sha256: correction?.record.sha256,
      replaces_sha256: exit?.record.sha256,
    });
    const row = (await (await test.get('/api/dataset/records.jsonl')).text()).trim();
    expect(JSON.parse(row)).toMatchObject({ question: { ticker: 'A' }, resolution: { outcome: 'NO' } });
    const [market] = await statement("MATCH (m:Market {ticker: 'A'}) RETURN m.outcome AS outcome");
    expect(market).toEqual({ outcome: 'NO' });

    clock.set(Date.parse(RESOLVED) * 1000 + 31 * DAY);
    expect(await correct()).toMatchObject({ readAgain: 0 });
    expect(formatMicros(clock.nowMicros()) > '2026-08').toBe(true);
  });

  it('excludes imports: an import settles imports only, and gives way to the exchange', async () => {
    const imports = test.app.get(ImportService);
    const line = (value: object): string => `${JSON.stringify(value)}\n`;
    const market = { exchange: 'kalshi', ticker: 'B' };
    const made = {
      question: 'Will it (B)?',
      resolves_at: '2026-09-01T00:00:00Z',
      made_at: '2026-07-01T13:00:00Z',
      probability_yes: 0.2,
      confidence: 0.9,
      direction: 'NO',
      reasoning: 'Because.',
    };
    const settled = { ...market, resolved_at: '2026-07-01T21:00:00Z' };
    const states = async (): Promise<unknown> =>
      statement(
        "MATCH (p:Prediction {ticker: 'B'}) RETURN p.origin AS origin, p.state AS state, p.outcome AS outcome, p.settled_by AS by ORDER BY origin",
      );
    await imports.import('predictions', line({ ...market, ...made }), 'import:x');
    await imports.import('settlements', line({ ...settled, settlement_yes_price: 0 }), 'import:x');

    expect(await states()).toEqual([
      { origin: 'import', state: 'resolved', outcome: 'NO', by: 'import' },
      { origin: 'pipeline', state: 'open', outcome: null, by: null },
    ]);
    await test.app.get(SettlementService).settleDue();
    expect(await logged()).toEqual([]);

    await settle('B', 1);
    await test.app.get(SettlementService).settleDue();
    expect(await states()).toEqual([
      { origin: 'import', state: 'resolved', outcome: 'YES', by: 'exchange' },
      { origin: 'pipeline', state: 'resolved', outcome: 'YES', by: 'exchange' },
    ]);
    expect((await logged()).map(({ record }) => record.kind)).toEqual(['settlement', 'exit']);
    expect(
      await imports.import('settlements', line({ ...settled, settlement_yes_price: 0.5 }), 'import:x'),
    ).toMatchObject({
      imported: 0,
      faults: [{ message: expect.stringContaining('an import does not hold against it') as string }],
    });
  });
});
