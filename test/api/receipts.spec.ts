import { createHash } from 'node:crypto';
import { Deployment } from '../../src/delivery/cli/verify/deployment.client';
import { verifyDeployment } from '../../src/delivery/cli/verify/verify-deployment';
import { insistSigned } from '../../src/verification/signed-tree';
import { checkReceipt } from '../../src/verification/receipt';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { ManualClock } from '../support/manual-clock';
import { publicUrl } from '../../src/platform/config/public-url';
import { sha256Hex } from '../../src/platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../src/platform/config/environment';
import { recordLeaf } from '../../src/registry/log/log-record';
import { verifyInclusion } from '../../src/registry/proofs/merkle-proof';
import { RegistryService } from '../../src/registry/registry.service';
import { ImportService } from '../../src/import/import.service';
import type { TestApp } from '../support/app-harness';
import { SETTLED, settleMarketA, startForecastApp } from '../support/forecast-app';
import { importedWorld } from '../support/imported-world';
import { firstReader, silent } from '../support/verified';

const START = Date.UTC(2026, 6, 1, 12) * 1000;

interface Summary {
  readonly trade_id: string;
  readonly status: string;
  readonly exchange: string;
  readonly population: string;
  readonly opened_at: string;
  readonly receipt_path: string;
}

type Document = Record<string, any>;

describe('receipts', () => {
  const clock = new ManualClock(START);
  let test: TestApp;

  const json = async <T>(path: string): Promise<T> => (await (await test.get(path)).json()) as T;

  beforeAll(async () => {
    test = await startForecastApp(clock);
    await settleMarketA(test, clock);
    const world = importedWorld({ markets: 6 });
    const imports = test.app.get(ImportService);
    await imports.import('predictions', world.predictions, 'import:old');
    await imports.import('trades', world.trades, 'import:old');
  }, 180_000);

  afterAll(() => test.close());

  it('verify offline with the public key of the log', async () => {
    const vkey = (await (await test.get('/api/registry/vkey')).text()).trim();
    const own = await json<Summary[]>('/api/receipts?population=own');

    expect(own).toHaveLength(3);
    for (const { receipt_path: path } of own) {
      const text = await (await test.get(path)).text();
      const { note, treeSize, rootHash } = checkReceipt(text);
      expect(() => {
        insistSigned('receipt', note, vkey, treeSize, rootHash);
      }).not.toThrow();
      // One digit of the price, and the receipt is no longer itself.
      const altered = text.replace('"entry_price":0.42', '"entry_price":0.41');
      expect(altered).not.toBe(text);
      expect(() => checkReceipt(altered)).toThrow('receipt_sha256');
    }
  });

  it('have the hash of all members', async () => {
    const [summary] = await json<Summary[]>('/api/receipts?status=closed&population=own');
    const text = await (await test.get(summary?.receipt_path ?? '')).text();
    const { receipt_sha256: stated, ...body } = JSON.parse(text) as Record<string, unknown>;

    expect(
      createHash('sha256')
        .update(text.replace(`,"receipt_sha256":"${String(stated)}"`, ''))
        .digest('hex'),
    ).toBe(stated);
    expect(body).toMatchObject({
      ticker: 'A',
      side: 'YES',
      entry_price: 0.42,
      exit_price: 1,
      exit_reason: 'settled',
      net_pnl: 133.98,
      settlement: { outcome: 'YES', settlement_yes_price: 1, status: 'settled' },
      registry: { date: '2026-07-01' },
    });
  });

  it('contain every document that their figures follow from, each proven in one tree', async () => {
    const [summary] = await json<Summary[]>('/api/receipts?status=closed&population=own');
    const receipt = await json<Document>(summary?.receipt_path ?? '');
    const { records, proof } = receipt as { records: Document[]; proof: Document };
    const of = (kind: string): Document => records.find(({ record }) => record.kind === kind)?.['document'] as Document;

    expect(records.map(({ record }) => record.kind)).toEqual(['intent', 'bundle', 'trade', 'settlement', 'exit']);
    for (const { record, leaf_index: leafIndex, inclusion_path: path, document } of records) {
      expect(sha256Hex(canonicalizeText(JSON.stringify(document)))).toBe(record.sha256);
      const { tree_size: treeSize, root_hash: rootHash } = proof;
      expect(verifyInclusion({ leafIndex, treeSize, rootHash, path, leafHash: recordLeaf(record) })).toBe(true);
    }
    const [trade, exit] = [of('trade'), of('exit')];
    expect(receipt).toMatchObject({
      schema_version: '2.0.0',
      question: of('bundle')['input'].question.text,
      prediction: { made_at: of('bundle')['made_at'], probability_yes: 0.6 },
      ...{ side: trade['side'], size: trade['size'], fee_usd: trade['fee_usd'] },
      ...{
        entry_price: trade['price'],
        entry_mid: trade['entry_mid'],
        opened_at: trade['opened_at'],
      },
      ...{ exit_price: exit['price'], exit_fee_usd: exit['fee_usd'], net_pnl: exit['net_pnl'] },
      ...{ closed_at: exit['closed_at'], exit_reason: exit['reason'] },
      settlement: { resolved_at: of('settlement')['resolved_at'], settled_by: 'exchange' },
    });
  });

  it('are verified with dataset and track record by an independent client', async () => {
    await test.graph.graph.statement(
      `CREATE (:Capture {url: 'https://vedette.example/api/registry/2026-07-01.json?size=11', date: '2026-07-01', size: 11, leaf_end: 11, state: 'verified',
       open: false, timestamp: '20260702000000', wayback_url: 'https://web.archive.org/web/20260702000000/' + $base + '/api/registry/2026-07-01.json?size=11'})`.replace(
        '$base',
        `'${publicUrl(test.app.get<Environment>(ENVIRONMENT))}'`,
      ),
    );
    clock.set(SETTLED + 86_400_000_000);
    expect(await test.app.get(RegistryService).sealDue()).toHaveLength(20);
    const [line] = (await (await test.get('/api/dataset/records.jsonl')).text()).split('\n');
    const held: string[] = [];
    const copy = await (await test.get('/api/registry/2026-07-01.json?size=11')).text();

    await verifyDeployment(
      new Deployment({
        baseUrl: test.baseUrl,
        apiKey: null,
        waitMaxSeconds: 0,
        onWait: () => undefined,
      }),
      { ...silent, held: (check, detail) => held.push(`${check}: ${detail}`) },
      firstReader(clock.nowMicros() / 1000, { archive: { read: () => Promise.resolve(copy) } }),
    );

    expect(JSON.parse(line ?? '')).toMatchObject({
      question: { ticker: 'A', exchange: 'kalshi' },
      prediction: { side: 'YES', model: 'claude' },
      resolution: { outcome: 'YES' },
      anchor: { registry_date: '2026-07-01' },
    });
    expect(held).toContain('dataset: 1 rows follow from the log');
    expect(held.some((text) => text.startsWith('figures'))).toBe(true);
    expect(held.join()).toContain('1 rows have a copy that was read');
  });

  it('of an import claim no proof', async () => {
    const [summary] = await json<Summary[]>('/api/receipts?population=import:old');

    expect(await json(summary?.receipt_path ?? '')).toMatchObject({
      registry: null,
      proof: null,
      replay_bundle_id: null,
    });
  });

  it('are listed newest first, page by page, each once', async () => {
    const whole = await json<Summary[]>('/api/receipts?limit=100');
    const seen: Summary[] = [];
    let path: string | null = '/api/receipts?limit=2';
    while (path !== null) {
      const answer = await test.get(path);
      seen.push(...((await answer.json()) as Summary[]));
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      path = next === undefined ? null : next.slice(new URL(next).origin.length);
    }

    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(9);
    const opened = whole.map(({ opened_at }) => opened_at);
    expect(opened).toEqual([...opened].sort().reverse());
    expect((await json<Summary[]>('/api/receipts?status=closed')).map(({ trade_id }) => trade_id)).toHaveLength(1);
    expect(
      (await json<Summary[]>('/api/receipts?exchange=polymarket')).every(({ exchange }) => exchange === 'polymarket'),
    ).toBe(true);
  });

  it('answer 404 to an unknown id and 400 to a bad filter', async () => {
    expect((await test.get('/api/receipt/t-none.json')).status).toBe(404);
    expect((await test.get('/api/receipts?status=lost')).status).toBe(400);
    expect((await test.get('/api/receipts?cursor=x')).status).toBe(400);
  });
});
