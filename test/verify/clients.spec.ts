/** clients/vedette.py and snippets of docs/tutorial.md and docs/data.md on the public files of a log. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { snippet } from '../support/docs-snippet';
import { publishedFiles } from '../support/published-files';
import { needing } from '../support/tools';
import { writeLog } from '../support/written-log';

jest.setTimeout(120_000);

const PLOT = snippet('reliability', 'tutorial');

needing('python3').describe('the client of one file', () => {
  let files: Map<string, Buffer>;
  let server: Server;
  let base: string;
  let folder: string;
  /** Responses sent before the file itself. */
  let refusals: { status: number; retryAfter: string }[] = [];
  const asked: { url: string; key: string | undefined }[] = [];

  beforeAll(async () => {
    const now = Date.now();
    files = await publishedFiles(writeLog(now), now);
    files.set('/list', Buffer.from('[1, 2]'));
    files.set('/list?cursor=b', Buffer.from('[3]'));
    server = createServer((request, response) => {
      const { url = '' } = request;
      asked.push({ url, key: request.headers['x-api-key'] as string | undefined });
      const refusal = refusals.shift();
      if (refusal !== undefined) {
        response.writeHead(refusal.status, { 'retry-after': refusal.retryAfter });
        response.end(JSON.stringify({ title: 'Budget used up', detail: 'Come back later.' }));
        return;
      }
      const body = files.get(url);
      // As a deployment that names itself otherwise: the key must not follow there.
      const link = url === '/list' ? { link: '<https://elsewhere.test/list?cursor=b>; rel="next"' } : {};
      response.writeHead(body === undefined ? 404 : 200, link).end(body ?? '{"title":"Not found"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'vedette-client-'));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    refusals = [];
    asked.length = 0;
  });

  const python = (script: string): Promise<{ code: number | null; out: string; words: string }> =>
    new Promise((resolve) => {
      const child = spawn('python3', ['-c', script], {
        cwd: folder,
        env: { ...process.env, B: base, PYTHONPATH: packagePath('clients') },
      });
      let [out, words] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
      child.on('close', (code) => {
        resolve({ code, out: out.trim(), words });
      });
    });
  const client = (script: string, options = ''): ReturnType<typeof python> =>
    python(
      `import json, os, vedette\nslept = []\nv = vedette.Vedette(os.environ["B"], sleep=slept.append${options})\n${script}`,
    );

  const receipt = (): [string, string] => {
    const [path = '', body] = [...files].find(([name]) => name.startsWith('/api/receipt/')) ?? [];
    return [path.replace(/^.*\/|\.json$/g, ''), body?.toString() ?? ''];
  };

  it('reads every page of a list, with its key, from the host that was named', async () => {
    const { out } = await client('print(list(v.rows("/list")))', ', key="k-1"');

    expect(out).toBe('[1, 2, 3]');
    expect(asked).toEqual([
      { url: '/list', key: 'k-1' },
      { url: '/list?cursor=b', key: 'k-1' },
    ]);
  });

  it('waits as long as a 429 asks, and continues', async () => {
    refusals = [
      { status: 429, retryAfter: '7' },
      { status: 503, retryAfter: '2' },
    ];

    const { out } = await client('print(v.get("/list"), slept)');

    expect(out).toBe('[1, 2] [7, 2]');
  });

  it('does not wait longer than its limit, and states the refusal', async () => {
    refusals = [{ status: 429, retryAfter: '1800' }];

    const { out } = await client(
      'try: v.get("/list")\nexcept vedette.Problem as problem: print(problem.status, problem.detail, slept)',
      ', max_wait=60',
    );

    expect(out).toBe('429 Come back later. []');
  });

  it('checks a receipt with the hash, the tree and the signature', async () => {
    const [id, body] = receipt();
    const { out, words } = await client(`print(v.verify_receipt("${id}"))`);

    expect(words).toBe('');
    expect(out).toContain(`'records': ${(JSON.parse(body) as { records: unknown[] }).records.length}`);
  });

  it.each([
    ['a figure of the receipt', 'r["entry_price"] = 0.99', 'receipt_sha256'],
    [
      'a figure, and its own hash',
      'r["records"][0]["document"]["made_at"] = "2026-01-01T00:00:00.000000Z"; seal()',
      'not the document that was recorded',
    ],
    [
      'the signature',
      'note = r["proof"]["checkpoint"]; r["proof"]["checkpoint"] = note[:-6] + ("A" if note[-6] != "A" else "B") + note[-5:]; seal()',
      'not signed by this key',
    ],
  ])('reports that %s was changed', async (_name, change, why) => {
    const [id] = receipt();
    const { out, words } = await client(`import hashlib
r = v.get("/api/receipt/${id}.json")
def seal():
    r.pop("receipt_sha256")
    r["receipt_sha256"] = hashlib.sha256(vedette.canonical(r).encode()).hexdigest()
${change}
try: vedette.verify_receipt(vedette.canonical(r), v.read("/api/registry/vkey")[0].decode())
except vedette.NotProven as error: print("NOT PROVEN", error)`);

    expect(words).toBe('');
    expect(out).toContain('NOT PROVEN');
    expect(out).toContain(why);
  });

  it.each([
    // RFC 8032, 7.1, test 2.
    [
      'holds',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      '72',
      'True',
    ],
    [
      'does not hold for other words',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      '73',
      'False',
    ],
    ['does not hold where it is cut', '92a009a9', '72', 'False'],
  ])('detects a signature that %s', async (_name, signature, message, holds) => {
    const { out } = await client(
      `print(vedette.ed25519_holds(bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"), bytes.fromhex("${message}"), bytes.fromhex("${signature}")))`,
    );

    expect(out).toBe(holds);
  });

  it('goes from the dataset to a reliability plot in twenty lines', async () => {
    const { code, out, words } = await python(PLOT);
    const picture = readFileSync(join(folder, 'reliability.svg'), 'utf8');

    expect([code, words]).toEqual([0, '']);
    expect(PLOT.trim().split('\n').length).toBeLessThanOrEqual(20);
    expect(out).toMatch(/^said 0\.\d\d, happened \d\.\d\d, in \d+ markets/);
    expect(picture.match(/<circle/g)).toHaveLength(out.split('\n').length);
  });
});
