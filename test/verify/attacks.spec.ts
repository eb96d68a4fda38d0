/** Attacks on a served deployment; each changes a value everywhere. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { Deployment } from '../../src/delivery/cli/verify/deployment.client';
import { ExchangesClient } from '../../src/delivery/cli/verify/exchanges.client';
import { escaped, EXIT, type Verdict } from '../../src/delivery/cli/verify/report';
import { SeenLogs } from '../../src/delivery/cli/verify/seen-logs.store';
import { verifyDeployment, type VerifyDeploymentOptions } from '../../src/delivery/cli/verify/verify-deployment';
import { GENESIS_HASH, linkDay } from '../../src/registry/proofs/hash-chain';
import { leafHash } from '../../src/registry/proofs/merkle-proof';
import { rootOfLeaves } from '../support/root-of-leaves';
import { checkpointText, noteSigner } from '../../src/registry/proofs/signed-note';
import { publishedFiles } from '../support/published-files';
import { stateClocks } from '../support/stated-clocks';
import { firstReader, silent, verified } from '../support/verified';
import { runsTypeScript } from '../support/typescript-process';
import { pythonVerdictOf } from '../support/verdicts';
import { ORIGIN, SIGNER, writeLog } from '../support/written-log';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;
const TRACK_RECORD = '/api/track-record.json';
const ROWS = '/api/dataset/records.jsonl';
const MARKETS = '/v1/markets?limit=500';

type Files = ReadonlyMap<string, Buffer>;
/** A path's bytes on their way to the reader. */
type OnTheWay = (path: string, bytes: Buffer | undefined) => Buffer | undefined;

describe('a deployment that is not honest', () => {
  let files: Files;
  let lied: Files;
  let server: Server;
  let onTheWay: OnTheWay = (_, bytes) => bytes;
  let status: number | null = null;
  /** Requests that a limit leaves before the first; null without a limit. */
  let allowed: number | null = null;
  let requests = 0;
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    const log = writeLog(NOW);
    // Time stamps and tiles are not text.
    files = new Map([...(await publishedFiles(log, NOW)), ...(await stateClocks(log, NOW)).files]);
    lied = await publishedFiles(writeLog(NOW, { paid: 1 }), NOW);
    server = createServer(({ url = '' }, response) => {
      if (url.startsWith('/exchange/')) {
        response.end(JSON.stringify(exchangeSays(url)));
        return;
      }
      const bytes = onTheWay(url, files.get(url));
      requests += 1;
      if (allowed !== null) response.setHeader('ratelimit', `"key";r=${allowed - requests};t=3000`);
      response.writeHead(status ?? (bytes === undefined ? 404 : 200), { 'retry-after': '3000' }).end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    onTheWay = (_, bytes) => bytes;
    status = null;
    allowed = null;
    requests = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const statePath = (): string => join(mkdtempSync(join(tmpdir(), 'vedette-seen-')), 'seen.json');
  const verify = (options: Partial<VerifyDeploymentOptions> = {}): Promise<Verdict> =>
    verified(
      new Deployment({ baseUrl: baseUrl(), apiKey: null, waitMaxSeconds: 0, onWait: () => undefined }),
      silent,
      firstReader(NOW, { vkey: SIGNER.vkey, sample: 3, ...options }),
    );

  const swapped =
    (path: string, change: (text: string) => string): OnTheWay =>
    (asked, bytes) =>
      asked === path ? Buffer.from(change(bytes?.toString() ?? '')) : bytes;

  const json = (change: (value: never) => unknown) => (text: string) =>
    JSON.stringify(change(JSON.parse(text) as never));

  it('that serves its own files is verified, at every address', async () => {
    const { unread, left, answers } = await verify({ sample: null });
    expect([...answers.values()].map(({ answer }) => answer)).toEqual(['yes', 'yes', 'yes', 'not checked']);
    expect(unread).toEqual([]);
    expect(left.join()).not.toContain('addresses');
  });

  it('is read at as many addresses as a key allows that does not allow all', async () => {
    await verify({ sample: null });
    const all = requests;
    requests = 0;
    allowed = all - 10;
    const { left } = await verify({ sample: null });
    expect(left.join()).toMatch(/\d+ of \d+ single addresses .* to spare the request limit; a key raises it/);
    expect(requests).toBeLessThan(allowed - 100);
    expect(requests).toBeGreaterThan(allowed - 130);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'rewrites a bundle behind a withdrawn word',
      '/api/registry/bundles.jsonl',
      (text) => text.replace('"probability_yes":0.7', '"probability_yes":0.9'),
      /does not have the SHA-256|has the SHA-256/,
    ],
    [
      'invents 900 markets',
      TRACK_RECORD,
      (text) => text.replace(/"n_distinct_resolved":\d+/, '"n_distinct_resolved":900'),
      /n_distinct_resolved is 900/,
    ],
    [
      'claims an edge',
      TRACK_RECORD,
      (text) => text.replace('"claims_demonstrated_edge":false', '"claims_demonstrated_edge":true'),
      /claims_demonstrated_edge/,
    ],
    [
      'shows a held-back figure',
      TRACK_RECORD,
      (text) => text.replace('"brier_model_mean":null', '"brier_model_mean":0.1'),
      /brier_model_mean/,
    ],
    ['doubles a row', ROWS, (text) => `${text}${text.split('\n')[0] ?? ''}\n`, /no such forecast was recorded/],
    [
      'adds a row without a bundle',
      ROWS,
      (text) =>
        text + (text.split('\n')[0] ?? '').replace(/"replay_bundle_id":"[^"]+"/, '"replay_bundle_id":null') + '\n',
      /no such forecast was recorded/,
    ],
    ['leaves the lost rows out', ROWS, (text) => text.split('\n').slice(1).join('\n'), /sample_id|has no row/],
    [
      'calls a lost market open',
      MARKETS,
      json((rows: Record<string, unknown>[]) =>
        rows.map((row) =>
          row['ticker'] === 'KX-1'
            ? { ...row, status: 'open', outcome: null, settlement_yes_price: null, resolved_at: null }
            : row,
        ),
      ),
      /KX-1: status/,
    ],
    [
      'calls a lost market void',
      MARKETS,
      json((rows: Record<string, unknown>[]) =>
        rows.map((row) => (row['ticker'] === 'KX-1' ? { ...row, status: 'void' } : row)),
      ),
      /KX-1: status/,
    ],
    ['moves a deadline', MARKETS, (text) => text.replaceAll('2027-06-01', '2027-07-01'), /resolves_at/],
    [
      'drops a trade from the list',
      '/api/receipts?population=own&limit=500',
      json((rows: unknown[]) => rows.slice(1)),
      /is .*, and the log says|does not list/,
    ],
    [
      'writes a record of a kind of its own',
      '/api/registry/log.jsonl',
      (text) => text.replace('"kind":"bundle"', '"kind":"draft"'),
      /known kind/,
    ],
    ['cuts the log', '/api/registry/log.jsonl', (text) => text.split('\n').slice(0, -3).join('\n') + '\n', /withheld/],
    [
      'publishes another key',
      '/api/registry/vkey',
      () => `${noteSigner(ORIGIN, Buffer.alloc(32, 8)).vkey}\n`,
      /is not the key/,
    ],
  ])('and %s is found out', async (_, path, change, named) => {
    onTheWay = swapped(path, change);
    await expect(verify()).rejects.toThrow(named);
  });

  it('and rewrites coverage on all sealed days is found out by the seals in the tree', async () => {
    let head = GENESIS_HASH;
    const index = JSON.parse(files.get('/api/registry/index.json')!.toString()) as Record<string, string>[];
    const days = files.get('/api/registry/days.jsonl')!.toString().trimEnd().split('\n');
    const forged = days.map((line, at) => {
      const file = JSON.parse(line) as { coverage: { reason: string | null; status: string }[] };
      for (const entry of file.coverage) if (entry.status === 'not_scored') entry.reason = 'budget';
      const text = canonicalizeText(JSON.stringify({ ...file, prev_hash: head }));
      const link = linkDay(head, index[at]?.['date'] ?? '', text);
      head = link.combined_hash;
      return { text, entry: { ...index[at], ...link } };
    });
    onTheWay = (path, bytes) => {
      if (path === '/api/registry/days.jsonl') return Buffer.from(forged.map(({ text }) => `${text}\n`).join(''));
      if (path === '/api/registry/index.json')
        return Buffer.from(canonicalizeText(JSON.stringify(forged.map(({ entry }) => entry))));
      return bytes;
    };

    await expect(verify()).rejects.toThrow(/rewritten after its seal|seal/);
  });

  describe('but one that grows while it is read', () => {
    const PATH = '/api/registry/checkpoint';
    /** The head before the last record. */
    const earlier = (): Buffer => {
      const lines = files.get('/api/registry/log.jsonl')!.toString().trimEnd().split('\n').slice(0, -1);
      const head = { origin: ORIGIN, treeSize: lines.length, rootHash: rootOfLeaves(lines.map(leafHash)) };
      return Buffer.from(SIGNER.sign(checkpointText(head)));
    };

    it('is verified by the next head', async () => {
      let heads = 0;
      onTheWay = (path, bytes) => (path === PATH && (heads += 1) === 1 ? earlier() : bytes);

      const { answers, exitCode } = await verify({ signedWaitMs: 0 });

      expect(answers.get('Unchanged')).toMatchObject({ answer: 'yes' });
      expect([exitCode, heads > 1]).toEqual([EXIT.yes, true]);
    });

    it('and does not sign the rest is unread, not wrong, to both programs', async () => {
      onTheWay = (path, bytes) => (path === PATH ? earlier() : bytes);
      const verdict = await verifyDeployment(
        new Deployment({ baseUrl: baseUrl(), apiKey: null, waitMaxSeconds: 0, onWait: () => undefined }),
        silent,
        firstReader(NOW, { vkey: SIGNER.vkey, signedWaitMs: 0 }),
      );
      const python = await pythonVerdictOf(baseUrl(), NOW);

      expect([verdict.exitCode, python?.code ?? EXIT.unread]).toEqual([EXIT.unread, EXIT.unread]);
      const told = [...verdict.unread, ...verdict.lines, python?.stdout ?? ''].join('\n');
      expect(told).toContain('not signed yet');
      expect(told).not.toMatch(/WRONG/);
    });
  });

  it('and shows its state of two weeks ago is found out on the first visit', async () => {
    await expect(verify({ now: NOW + 14 * DAY })).rejects.toThrow(/withheld, or the log stopped/);
  });

  describe('and forges an outcome everywhere, with its key', () => {
    beforeEach(() => {
      onTheWay = (path) => lied.get(path);
    });

    it('passes on a first visit, which the verdict states', async () => {
      const { left, answers } = await verify();
      expect(answers.get('Outcomes')).toMatchObject({ answer: 'not checked' });
      expect(left.join()).toContain('that nothing was rewritten before this first visit');
    });

    it('is found out where the exchanges are asked', async () => {
      const at = `${baseUrl()}/exchange`;
      const exchanges = new ExchangesClient({ polymarket: at, kalshi: at }, 0);
      await expect(verify({ exchanges })).rejects.toThrow(
        /polymarket\/KX-1: settlement_yes_price is 1 in the log, and its exchange says 0/,
      );
      onTheWay = (_, bytes) => bytes;
      expect((await verify({ exchanges })).answers.get('Outcomes')).toMatchObject({ answer: 'yes' });
    });

    it('is found out by who was here before', async () => {
      const path = statePath();
      onTheWay = (_, bytes) => bytes;
      await verify({ seen: new SeenLogs(path) });
      onTheWay = (asked) => lied.get(asked);
      await expect(verify({ seen: new SeenLogs(path) })).rejects.toThrow('the log was rewritten');
    });
  });

  describe('vedette verify', () => {
    const command = (...words: string[]): Promise<{ code: number; out: string }> =>
      new Promise((resolve) => {
        const args = runsTypeScript(
          'src/delivery/cli/main.ts',
          'verify',
          '--state',
          statePath(),
          '--as-of',
          new Date(NOW).toISOString(),
          ...words,
        );
        execFile(process.execPath, args, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
        });
      });

    it('ends with 0, 1 and 2, and prints nothing of a stranger raw', async () => {
      const whole = await command(baseUrl(), '--sample', '2');
      expect(whole).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Unchanged {6}yes {9}\d+ records, 5 days/m),
      });
      onTheWay = swapped('/api/registry/checkpoint', () => '\u001b[32mverified\u001b[0m\n');
      const wrong = await command(baseUrl());
      expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('WRONG') });
      onTheWay = swapped('/api/registry/log.jsonl', (text) => text.replace('"kind"', '"\u001b[32mkind"'));
      const painted = await command(baseUrl());
      expect(painted.out).not.toContain('\u001b');
    });

    it.each([401, 429, 502])('reports that it could not read an answer of %d', async (answered) => {
      status = answered;
      const { code, out } = await command(baseUrl());
      expect(out).toContain('Could not be read');
      expect(code).toBe(2);
    });

    it('verifies a receipt with the file and the key alone', async () => {
      const [path, bytes] = [...files].find(([name]) => name.startsWith('/api/receipt/')) as [string, Buffer];
      const file = join(mkdtempSync(join(tmpdir(), 'vedette-receipt-')), 'receipt.json');
      writeFileSync(file, bytes);
      expect((await command('--receipt', file, '--vkey', SIGNER.vkey)).code).toBe(0);
      const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
      const body: Record<string, unknown> = { ...value, net_pnl: 9_999 };
      delete body['receipt_sha256'];
      const own = sha256Hex(canonicalizeText(JSON.stringify(body)));
      writeFileSync(file, canonicalizeText(JSON.stringify({ ...body, receipt_sha256: own })));
      const forged = await command('--receipt', file, '--vkey', SIGNER.vkey);
      expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('net_pnl') });
      expect(path).toContain('/api/receipt/');
    });
  });
});

it('text of a stranger reaches a terminal as its codes', () => {
  expect(escaped('a\u001b[2Jb\u202ec\r\n停火')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{d}\\u{a}\\u{505c}\\u{706b}');
});

/** The truth: KX-0 paid 1 in the end, KX-1 nothing. */
const exchangeSays = (url: string): unknown => {
  const ticker = /KX-\d/.exec(url)?.[0] ?? '';
  const yes = ticker === 'KX-0';
  const isOpen = ticker > 'KX-1';
  if (url.includes('keyset'))
    return {
      markets: [
        {
          id: ticker,
          question: `Will ${ticker} happen?`,
          outcomes: '["Yes", "No"]',
          outcomePrices: yes ? '["1", "0"]' : '["0", "1"]',
          ...(isOpen ? { active: true, closed: false } : { closed: true, umaResolutionStatus: 'resolved' }),
        },
      ],
    };
  return {
    markets: [
      {
        ticker,
        title: `Will ${ticker} happen?`,
        ...(isOpen ? { status: 'active' } : { status: 'finalized', result: yes ? 'yes' : 'no' }),
      },
    ],
    cursor: '',
  };
};
