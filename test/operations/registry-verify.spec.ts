import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Broken } from '../../src/cli/verify/report';
import { SeenCheckpoints } from '../../src/cli/verify/seen-checkpoints.store';
import { verifyDeployment } from '../../src/cli/verify/verify-deployment';
import { verifyCoverage } from '../../src/cli/verify/verify-documents';
import { canonicalJson } from '../../src/common/canonical-json';
import { ManualClock } from '../../src/common/clock';
import { sha256Hex } from '../../src/common/sha256';
import { startOfDay } from '../../src/common/utc-time';
import { noteSigner } from '../../src/registry/signed-note';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { bundleRequest, openRegistry, type RegistryWorld } from '../support/registry-harness';
import {
  buildMonth,
  filesIn,
  publicFilesOf,
  type Changes,
  type Month,
} from '../support/registry-month';
import { runsTypeScript } from '../support/typescript-process';

jest.setTimeout(300_000);

const DAYS = 30;
const INDEX = '/api/registry/index.json';
const ROWS = '/api/dataset/records.jsonl';

const silent = { held: () => undefined, note: () => undefined, progress: () => undefined };

describe(`a chain of ${DAYS} days, read by a stranger`, () => {
  let test: TestGraph;
  let world: RegistryWorld;
  let month: Month;
  let files: Map<string, string>;
  let vkey: string;
  let held: string[];
  let details: Map<string, string>;
  let notes: string[];
  /** What the web archive answers: at first true copies of the day-files. */
  const truly = (url: string): string | null =>
    files.get(/\/api\/registry\/[\d-]+\.json/.exec(url)?.[0] ?? '') ?? null;
  let archived = truly;
  const clock = new ManualClock(startOfDay('2026-05-07'));

  beforeAll(async () => {
    test = await openTestGraph();
    world = openRegistry({ graph: test.graph, clock });
    month = await buildMonth(world, test, clock, { from: '2026-05-07', days: DAYS });
    files = await publicFilesOf(world, month);
    vkey = files.get('/api/registry/vkey')!.trim();
  });

  afterAll(async () => {
    await world.copies.copyPending();
    await test.close();
  });

  const emptyState = (): string => join(mkdtempSync(join(tmpdir(), 'vedette-seen-')), 'seen.json');

  const verify = async (
    changes: Changes = new Map(),
    state = emptyState(),
    givenKey: string | null = vkey,
  ): Promise<void> => {
    held = [];
    details = new Map();
    notes = [];
    const report = {
      ...silent,
      held: (check: string, detail: string) => {
        held.push(check);
        details.set(check, detail);
      },
      note: (text: string) => void notes.push(text),
    };
    const seen = new SeenCheckpoints(state);
    await verifyDeployment(filesIn(files, changes), report, {
      vkey: givenKey,
      seen,
      sample: null,
      copies: { read: (url) => Promise.resolve(archived(url)) },
      now: Date.parse('2026-08-01'),
    });
  };

  const brokenBy = async (changes: Changes): Promise<Broken> => {
    const error = await verify(changes).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Broken);
    return error as Broken;
  };

  it('holds in every check', async () => {
    await verify();

    expect(held).toEqual([
      'checkpoint',
      'hash chain',
      'day-files',
      'open days',
      'merkle tree',
      'bundles',
      'inclusion proofs',
      'coverage',
      'dataset',
      'completeness',
      'track record',
      'archived copies',
    ]);
    expect(month.records.length).toBeGreaterThan(DAYS);
  });

  it('is found broken, by name, when any byte of any hashed file is changed', async () => {
    const hashed = /registry\/(2026|proof|checkpoint)|replay-bundle/;
    const change = fc.record({
      path: fc.constantFrom(...[...files.keys()].filter((path) => hashed.test(path))),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bits: fc.integer({ min: 1, max: 127 }),
    });

    await fc.assert(
      fc.asyncProperty(change, async ({ path, at, bits }) => {
        const bytes = Buffer.from(files.get(path)!);
        const offset = Math.floor(at * bytes.length);
        bytes[offset] = bytes[offset]! ^ bits;

        const broken = await brokenBy(new Map([[path, bytes.toString()]]));

        expect(`${broken.what} ${broken.why}`).toContain(path);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    'date',
    'prev_hash',
    'day_sha256',
    'combined_hash',
    'n_records',
    'tree_size',
    'root_hash',
    'url',
  ])('is found broken when %s of any chain entry is changed', async (member) => {
    const chain = JSON.parse(files.get(INDEX)!) as Record<string, unknown>[];
    for (const at of [0, 14, DAYS - 1]) {
      const value = chain[at]![member];
      const other = String(value).slice(0, -1) + (String(value).endsWith('1') ? '2' : '1');
      const entry = { ...chain[at], [member]: typeof value === 'number' ? Number(other) : other };

      const broken = await brokenBy(new Map([[INDEX, JSON.stringify(chain.with(at, entry))]]));

      expect(broken.message).toMatch(/index\.json entry|registry\/2026-/);
    }
  });

  it.each<[string, (chain: Record<string, unknown>[]) => unknown]>([
    ['an entry is left out', (chain) => chain.splice(10, 1)],
    ['the first entry is left out', (chain) => chain.shift()],
    ['two entries change places', (chain) => chain.splice(3, 2, chain[4]!, chain[3]!)],
    ['an entry is repeated', (chain) => chain.splice(5, 0, chain[5]!)],
    ['a member is added', (chain) => (chain[2]!['zeta'] = 1)],
    ['a day was sealed before it was over', (chain) => (chain[2]!['anchored_at'] = '2026-05-09T12:00:00.000000Z')], // prettier-ignore
  ])('is found broken when %s', async (_, change) => {
    const chain = JSON.parse(files.get(INDEX)!);
    change(chain);

    await brokenBy(new Map([[INDEX, JSON.stringify(chain)]]));
  });

  it('is found broken when a file is missing', async () => {
    const bundle = `/api/replay-bundle/${month.records[5]!.id}`;
    for (const path of ['/api/registry/2026-05-20.json', bundle, ROWS, '/api/track-record.json']) {
      expect((await brokenBy(new Map([[path, null]]))).what).toBe(path);
    }
  });

  it.each<[string, string | RegExp, string]>([
    ['a probability that is not that of the bundle', ':0.62,', ':0.63,'],
    ['an outcome that does not follow', '"outcome":"YES"', '"outcome":"NO"'],
    ['a Brier score that does not follow', /"brier_score":[\d.]+/, '"brier_score":0.1'],
    ['an anchor of a hash that is not in the log', '"bundle_sha256":"', '"bundle_sha256":"0'],
    ['an anchor on another day', /"registry_date":"[\d-]+"/, '"registry_date":"2026-05-01"'],
    ['a capture after the resolution', /\/web\/\d{14}\//, '/web/20270101000000/'],
    ['a capture of another file', '.json?size=1', '.jso?size=1'],
    ['a question in other words', 'Will KX', 'Shall KX'],
    ['another price', '"market_yes_price":0.4', '"market_yes_price":0.3'],
  ])('finds a row with %s', async (_, from, to) => {
    const text = files.get(ROWS)!.replace(from, to);

    expect((await brokenBy(new Map([[ROWS, text]]))).what).toContain('records.jsonl line 1');
  });

  it('finds a market that was forecast and is not listed, and one listed that was not', () => {
    const [record] = month.records as [Month['records'][0]];
    const { bundle } = JSON.parse(files.get(`/api/replay-bundle/${record.id}`)!);
    const { ticker } = bundle.input.question as { ticker: string };
    const check = (...tickers: string[]): void => {
      const coverage = tickers.map((each) => ({ exchange: 'kalshi', ticker: each, status: 'predicted', reason: null })); // prettier-ignore
      const log = {
        records: [record],
        coverage: new Map([[record.made_at.slice(0, 10), coverage]]),
      };
      verifyCoverage(silent, log as never, new Map([[record.id, bundle]]));
    };

    expect(() => {
      check(ticker);
    }).not.toThrow();
    expect(() => {
      check();
    }).toThrow('is not listed');
    expect(() => {
      check('KX-OTHER', ticker);
    }).toThrow('no bundle of that day is about it');
  });

  describe('completeness', () => {
    const MARKETS = '/v1/markets?limit=500';
    const markets = (): Record<string, unknown>[] => JSON.parse(files.get(MARKETS)!);
    const without = (text: string, index: number): string =>
      text
        .split('\n')
        .filter((_, at) => at !== index)
        .join('\n');

    it('misses the row of a forecast whose market was decided', async () => {
      const broken = await brokenBy(new Map([[ROWS, without(files.get(ROWS)!, 3)]]));

      expect(broken.message).toContain(`${ROWS}: has no row for ${month.records[3]!.id}`);
    });

    it.each<[string, Record<string, unknown>]>([
      ['void', { status: 'void' }],
      ['open', { status: 'open', resolved_at: null, settlement_yes_price: null }],
      ['decided a moment ago', { resolved_at: '2026-07-31T23:59:00.000000Z' }],
      ['settled at no price', { settlement_yes_price: null }],
    ])('asks for no row of a market that is %s', async (_, change) => {
      const listed = markets().map((market, at) => (at === 3 ? { ...market, ...change } : market));

      await verify(
        new Map([
          [ROWS, without(files.get(ROWS)!, 3)],
          [MARKETS, JSON.stringify(listed)],
        ]),
      );

      expect(held).toContain('completeness');
    });

    it('says how many rows are of a market that the exchange called off', async () => {
      const listed = markets().map((market, at) =>
        at === 3 ? { ...market, status: 'void' } : market,
      );
      await verify(new Map([[MARKETS, JSON.stringify(listed)]]));
      expect(details.get('completeness')).toMatch(/ rows, [1-9]\d* of them of void markets;/);
    });

    it('misses a market that was forecast and is no longer listed', async () => {
      const broken = await brokenBy(new Map([[MARKETS, JSON.stringify(markets().slice(1))]]));

      expect(broken.message).toContain('was forecast and is not listed');
    });
  });

  describe('archived copies', () => {
    afterEach(() => {
      archived = truly;
    });

    it('are broken when one lacks the hash that it is quoted for', async () => {
      const { sha256 } = month.records[5]!;
      archived = (url) => truly(url)?.replace(sha256, 'f'.repeat(64)) ?? null;

      expect((await brokenBy(new Map())).why).toBe(`does not contain ${sha256}`);
    });

    it('are passed over, and said to be, while the archive is away', async () => {
      let asked = 0;
      archived = () => {
        asked += 1;
        return null;
      };

      await verify();

      expect(asked).toBe(3);
      expect(held).not.toContain('archived copies');
      expect(notes.join()).toMatch(/^\d+ of \d+ archived copies could not be read$/);
    });
  });

  describe('who looked before', () => {
    it('sees that the log only grew', async () => {
      const state = emptyState();
      await verify(new Map(), state);
      const { size } = month;
      await world.log.append(bundleRequest('rb-later'));
      const later = new Map<string, string | null>(await publicFilesOf(world, month));
      const bundle = (await world.reader.bundle('rb-later')).text;
      const { sha256 } = JSON.parse(bundle) as { sha256: string };
      const path = `/api/registry/consistency/${size}/${size + 1}.json`;
      const proof = (await world.reader.consistencyProof(size, size + 1)).text;
      later.set('/api/replay-bundle/rb-later', bundle);
      later.set(`/api/registry/proof/${sha256}.json`, (await world.reader.inclusionProof(sha256)).text); // prettier-ignore
      later.set(path, proof.replace(/"path":\["[0-9a-f]{64}/, `"path":["${'ab'.repeat(32)}`));

      await expect(verify(later, state)).rejects.toThrow(`${path}: does not verify`);
      await verify(later.set(path, proof), state);

      expect(held).toContain('consistency');
    });

    it('sees that the log shrank, was rewritten, or changed its key', async () => {
      const state = emptyState();
      const seen = new SeenCheckpoints(state);
      const rootHash = 'ab'.repeat(32);
      const origin = 'log.test/registry';

      await seen.put(origin, { vkey, treeSize: 1_000, rootHash });
      await expect(verify(new Map(), state)).rejects.toThrow('fewer than the 1000 seen before');
      await seen.put(origin, { vkey, treeSize: month.size, rootHash });
      await expect(verify(new Map(), state)).rejects.toThrow('consistency');
      await seen.put(origin, { vkey: `${origin}+00000000+AA==`, treeSize: 0, rootHash });
      await expect(verify(new Map(), state)).rejects.toThrow('not the key');
    });

    it('says of a log begun anew where the one before is remembered', async () => {
      const state = emptyState();
      const origin = 'log.test/registry';
      const before = noteSigner(origin, Buffer.alloc(32, 7)).vkey;
      await new SeenCheckpoints(state).put(origin, { vkey: before, treeSize: 1, rootHash: 'ab' });

      await expect(verify(new Map(), state, null)).rejects.toThrow(
        `not signed by this key; the log was seen before, as ${state} remembers`,
      );
      await verify(new Map(), emptyState(), null);
      expect(notes.join()).toContain(vkey);
    });
  });

  describe('vedette verify', () => {
    let server: Server;
    let allowed = Infinity;

    beforeAll(async () => {
      server = createServer((request, response) => {
        if (--allowed < 0) {
          response.writeHead(429, { 'retry-after': '3000' }).end();
          return;
        }
        const text = files.get(request.url ?? '');
        response.writeHead(text === undefined ? 404 : 200).end(text);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    const command = (...args: string[]): Promise<{ code: number; stdout: string }> =>
      new Promise((resolve) => {
        const words = runsTypeScript('src/cli/main.ts', 'verify', ...args);
        execFile(process.execPath, words, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code), stdout: stdout + stderr });
        });
      });
    const deployment = (): Promise<{ code: number; stdout: string }> =>
      command(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        '--state',
        emptyState(),
      );

    it('prints each check and ends with 0', async () => {
      const { code, stdout } = await deployment();

      expect(stdout).toMatch(/^note {4}key taken from the deployment on first sight/);
      expect(stdout).toMatch(/^ok {6}hash chain {7}30 days linked without a gap$/m);
      expect(stdout).toMatch(/verified\n$/);
      expect(code).toBe(0);
    });

    it('ends with 1 and names what is broken', async () => {
      const path = '/api/registry/2026-05-15.json';
      const original = files.get(path)!;
      files.set(path, original.replace('sealed', 'seaied'));
      const { code, stdout } = await deployment();
      files.set(path, original);

      expect(stdout).toContain(`FAILED  ${path}: its bytes have the SHA-256`);
      expect(code).toBe(1);
    });

    it('ends with 2 when the request limit is used up, and says when it renews', async () => {
      allowed = 40;
      const { code, stdout } = await deployment();
      allowed = Infinity;

      expect(stdout).toMatch(
        /not finished .*limit is used up after 41 requests; it renews in 3000 s/,
      );
      expect(code).toBe(2);
    });

    it('verifies a receipt offline', async () => {
      const record = month.records[7]!;
      const proof = JSON.parse(files.get(`/api/registry/proof/${record.sha256}.json`)!);
      const body = {
        bundle_sha256: record.sha256,
        made_at: record.made_at,
        proof: {
          checkpoint: proof.checkpoint,
          inclusion_path: proof.inclusion_path,
          root_hash: proof.root_hash,
          tree_size: proof.tree_size,
        },
        registry: { date: record.made_at.slice(0, 10), leaf_index: record.leaf_index, url: 'x' },
        replay_bundle_id: record.id,
      };
      const receipt = canonicalJson({ ...body, receipt_sha256: sha256Hex(canonicalJson(body)) });
      const file = join(mkdtempSync(join(tmpdir(), 'vedette-receipt-')), 'receipt.json');

      writeFileSync(file, receipt);
      expect(await command('--receipt', file, '--vkey', vkey)).toMatchObject({ code: 0 });

      writeFileSync(file, receipt.replace(record.id, 'rb-other'));
      const changed = await command('--receipt', file, '--vkey', vkey);
      expect(changed.code).toBe(1);
      expect(changed.stdout).toContain('receipt_sha256');

      const imported = { ...body, proof: null, registry: null, replay_bundle_id: null };
      writeFileSync(
        file,
        canonicalJson({ ...imported, receipt_sha256: sha256Hex(canonicalJson(imported)) }),
      );
      const unproven = await command('--receipt', file, '--vkey', vkey);
      expect(unproven.code).toBe(1);
      expect(unproven.stdout).toContain('has no anchor');
    });
  });
});
