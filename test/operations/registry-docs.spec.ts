import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../src/common/clock';
import { packagePath } from '../../src/common/package-root';
import { startOfDay } from '../../src/common/utc-time';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { openRegistry } from '../support/registry-harness';
import { needing } from '../support/tools';
import { buildMonth, publicFilesOf, type Month } from '../support/registry-month';

jest.setTimeout(180_000);

const text = readFileSync(packagePath('docs', 'verify.md'), 'utf8');

/** The code under `<!-- snippet: name -->`, as a reader would paste it. */
const snippet = (name: string): string => {
  const [, code] =
    new RegExp(`<!-- snippet: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`docs/verify.md has no snippet ${name}`);
  return code;
};

describe('docs/verify.md', () => {
  let test: TestGraph;
  let server: Server;
  let files: Map<string, string>;
  let month: Month;
  let base: string;

  beforeAll(async () => {
    test = await openTestGraph();
    server = createServer((request, response) => {
      const body = files.get(request.url ?? '');
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clock = new ManualClock(startOfDay('2026-05-07'));
    const world = openRegistry({ graph: test.graph, clock, environment: { publicUrl: base } });
    month = await buildMonth(world, test, clock, { from: '2026-05-07', days: 4 });
    files = await publicFilesOf(world, month);
    await world.copies.copyPending();
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await test.close();
  });

  const run = (program: string, script: string): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = spawn(program, ['-c', script], {
        cwd: mkdtempSync(join(tmpdir(), 'vedette-docs-')),
        env: { ...process.env, B: base, ID: month.records[2]!.id },
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.on('close', (code) => {
        resolve({ code, out });
      });
    });

  needing('bash', 'curl', 'jq', 'sha256sum').it(
    'checks the chain in the shell, and names a day-file that was changed',
    async () => {
      expect(await run('bash', snippet('chain'))).toEqual({ code: 0, out: 'true\n' });

      const path = '/api/registry/2026-05-08.json';
      const original = files.get(path)!;
      files.set(path, `${original} `);
      const { out } = await run('bash', snippet('chain'));
      files.set(path, original);

      expect(out).toBe(`true\nbroken: ${base}${path}\n`);
    },
  );

  needing('bash', 'curl', 'jq', 'sha256sum').it(
    'checks one bundle and its leaf in the shell',
    async () => {
      const { code, out } = await run('bash', `set -e\n${snippet('bundle')}\n${snippet('leaf')}`);
      const [said, found, leaf, stated] = out.split('\n');

      expect([code, said, found]).toEqual([0, 'the hash is that of the bundle', '1']);
      expect(leaf).toMatch(/^[0-9a-f]{64}$/);
      expect(leaf).toBe(stated);
    },
  );

  needing('python3').it(
    'checks bundle and inclusion in Python, and fails on a changed proof',
    async () => {
      expect(await run('python3', snippet('python'))).toEqual({
        code: 0,
        out: `in the log, leaf ${month.records[2]!.leaf_index} of ${month.size}\n`,
      });

      const path = `/api/registry/proof/${month.records[2]!.sha256}.json`;
      const original = files.get(path)!;
      files.set(path, original.replace(/"leaf_index":\d+/, '"leaf_index":1'));
      const { code } = await run('python3', snippet('python'));
      files.set(path, original);

      expect(code).not.toBe(0);
    },
  );

  needing('bash', 'curl', 'xxd', 'openssl').it(
    'checks the signature with openssl, and fails on a changed checkpoint',
    async () => {
      const { out } = await run('bash', snippet('signature'));
      expect(out).toContain('Signature Verified Successfully');

      const original = files.get('/api/registry/checkpoint')!;
      files.set('/api/registry/checkpoint', original.replace(`\n${month.size}\n`, '\n9\n'));
      const changed = await run('bash', snippet('signature'));
      files.set('/api/registry/checkpoint', original);

      expect(changed.out).not.toContain('Signature Verified Successfully');
    },
  );
});
