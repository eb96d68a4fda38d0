/** Every command of docs/verify.md, as a reader would paste it, on a served deployment and on changed ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { sha256Hex } from '../../src/platform/common/sha256';
import { timestampQuery } from '../../src/registry/clocks/timestamps/timestamp-token';
import { cosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { caseOf } from '../support/written-case';
import { runSnippet, snippet, VERIFY_PAGE } from '../support/docs-snippet';
import { OpensslAuthority } from '../support/openssl-authority';
import { casePage } from '../../src/delivery/cases/case-page';
import { publishedFiles } from '../support/published-files';
import { needing } from '../support/tools';
import { writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(300_000);

const TILES = readFileSync(packagePath('test/support/tiles.py'), 'utf8');

describe('docs/verify.md', () => {
  const now = Date.now();
  let log: WrittenLog;
  let files: Map<string, Buffer>;
  let server: Server;
  let base: string;

  beforeAll(async () => {
    log = writeLog(now);
    files = await publishedFiles(log, now);
    for (const [path, bytes] of [...files]) {
      const [, trade] = /^\/api\/receipt\/(.+)\.json$/.exec(path) ?? [];
      if (trade === undefined) continue;
      const receipt = JSON.parse(bytes.toString()) as object;
      files.set(`/case/receipt/${trade}.html`, Buffer.from(casePage(caseOf(log, 'receipt', trade, { receipt }))));
    }
    server = createServer(({ url = '' }, response) => {
      // The copy in the web archive, as raw bytes.
      const body = files.get(url.replace(/^\/web\/\d{14}id_\/http:\/\/log\.test/, ''));
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const bundle = () => log.records.find(({ kind }) => kind === 'bundle')!;

  /** The newest head of an earlier visit. */
  const kept = (): string => log.note(40);

  const run = async (script: string, program = 'bash'): Promise<{ code: number | null; out: string }> => {
    const { id, made_at } = bundle();
    const copy = `${base}/web/20260101000000/http://log.test/api/registry/${made_at.slice(0, 10)}.json`;
    const { code, out } = await runSnippet(
      script,
      { B: base, ID: id, WAYBACK_URL: copy },
      {
        program,
        prepare: (folder) => {
          writeFileSync(join(folder, 'checkpoint'), kept());
        },
      },
    );
    return { code, out };
  };

  /** Output of a script while one file is changed. */
  const withChanged = async (
    path: string,
    change: (text: string) => string,
    script: string,
    program?: string,
  ): Promise<{ code: number | null; out: string }> => {
    const original = files.get(path)!;
    files.set(path, Buffer.from(change(original.toString())));
    const said = await run(script, program);
    files.set(path, original);
    return said;
  };

  needing('bash').it('verifies a deployment with one command', async () => {
    expect(await run(snippet('command'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Unchanged {6}yes {9}\d+ records, 5 days/),
    });
  });

  needing('bash').it('is the command in README', async () => {
    const { code, out } = await run(snippet('verify', 'README').replace('http://127.0.0.1:8080', base));
    expect([code, out]).toEqual([0, expect.stringContaining('Unchanged      yes')]);
  });

  needing('bash', 'python3', 'openssl').it(
    'verifies it with a program that is not ours, which finds a changed figure too',
    async () => {
      expect(await run(snippet('other'))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Unchanged {6}yes {9}\d+ records, 5 days/),
      });
      const forged = await withChanged(
        '/api/track-record.json',
        (all) => all.replace(/"total_trades":\d+/, '"total_trades":900'),
        snippet('other'),
      );
      expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('total_trades') });
    },
  );

  needing('bash', 'curl', 'jq', 'python3', 'openssl').it('verifies one receipt twice', async () => {
    const { code, out } = await run(`set -e\n${snippet('receipt')}`);

    expect([code, out.match(/Verified: trade "t-/g)?.length]).toEqual([0, 2]);
  });

  needing('bash', 'curl', 'jq', 'python3', 'openssl').it('verifies one case twice', async () => {
    const { code, out } = await run(`set -e\n${snippet('case')}`);

    expect([code, out.match(/Verified: trade "t-/g)?.length]).toEqual([0, 2]);
  });

  needing('bash', 'curl', 'jq', 'sha256sum').it(
    'checks the chain in the shell, and names a day that was changed',
    async () => {
      expect(await run(snippet('chain'))).toEqual({ code: 0, out: 'true\n' });
      const { date } = JSON.parse(log.days[1] ?? '') as { date: string };
      const { out } = await withChanged(
        '/api/registry/days.jsonl',
        (all) =>
          all
            .split('\n')
            .map((day, at) => (at === 1 ? `${day} ` : day))
            .join('\n'),
        snippet('chain'),
      );

      expect(out).toBe(`true\nbroken: ${date}\n`);
    },
  );

  needing('bash', 'curl', 'jq', 'sha256sum').it('checks one bundle and its copy in the archive', async () => {
    const { code, out } = await run(`set -e\n${['bundle', 'archive'].map((name) => snippet(name)).join('\n')}`);

    expect([code, out]).toEqual([0, 'the hash is that of the bundle\n1\n1\n']);
  });

  needing('bash', 'curl', 'jq', 'sha256sum').it(
    'compares every document with its record, and finds one that was changed',
    async () => {
      const { code, out } = await run(snippet('whole'));
      const forged = await withChanged(
        '/api/registry/bundles.jsonl',
        (all) => all.replace('"probability_yes":0.7', '"probability_yes":0.9'),
        snippet('whole'),
      );

      expect([code, out.match(/are those of the log/g)?.length]).toEqual([0, 2]);
      expect(forged.out).toMatch(/differ/);
    },
  );

  needing('python3').it('checks bundle and inclusion in Python, and fails on a changed proof', async () => {
    const index = log.records.indexOf(bundle());
    expect(await run(snippet('python'), 'python3')).toEqual({
      code: 0,
      out: `in the log, leaf ${index} of ${log.records.length}\n`,
    });
    const forged = await withChanged(
      `/api/registry/proof/${bundle().sha256}.json`,
      (all) => all.replace(/"leaf_index":\d+/, '"leaf_index":1'),
      snippet('python'),
      'python3',
    );

    expect(forged.code).not.toBe(0);
  });

  needing('python3').it('follows tiles alone to the signed head, and finds a rewritten log', async () => {
    const { length } = log.records;
    expect(await run(TILES, 'python3')).toEqual({
      code: 0,
      out: `the 40 records of then are the first of ${length}\n`,
    });
    const other = writeLog(now, { paid: 1 });
    const tile = [...files.keys()].find((path) => path.includes('/tile/0/')) ?? '';
    const swapped = files.get(tile)!;
    const rewritten = await publishedFiles(other, now);
    files.set(tile, rewritten.get(tile)!);
    expect((await run(TILES, 'python3')).out).toContain('the tiles are not those of the signed head');
    files.set(tile, swapped);
    // Genuine tiles, and a head that was kept of another history.
    const spoken = TILES.replace('open("checkpoint").read()', `"""${other.note(other.records.length - 1)}"""`);
    expect((await run(spoken, 'python3')).out).toContain('the log was rewritten');
  });

  needing('bash', 'curl', 'xxd', 'openssl').it(
    'checks the signature with openssl, and fails on a changed checkpoint',
    async () => {
      const { out } = await run(snippet('signature'));
      const forged = await withChanged(
        '/api/registry/checkpoint',
        (all) => all.replace(`\n${log.records.length}\n`, '\n9\n'),
        snippet('signature'),
      );

      expect(out).toContain('Signature Verified Successfully');
      expect(forged.out).not.toContain('Signature Verified Successfully');
    },
  );

  needing('bash', 'curl', 'jq', 'xxd', 'openssl').it(
    'checks a time stamp and a cosignature with openssl, and fails on others',
    async () => {
      const authority = new OpensslAuthority();
      const note = log.note();
      const token = authority.answer(await timestampQuery(sha256Hex(note), '0a0b'));
      const witness = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 21));
      const seconds = Math.floor(now / 1000);
      const text = note.slice(0, note.indexOf('\n\n') + 1);
      files.set('/api/registry/timestamps/index.json', Buffer.from(JSON.stringify([{ id: 'ts-1', checkpoint: note }])));
      files.set('/api/registry/timestamps/ts-1.tsr', token);
      files.set(
        '/api/registry/outside-clocks.jsonl',
        Buffer.from(`${JSON.stringify({ witness: witness.name, checkpoint: note + witness.cosign(text, seconds) })}\n`),
      );
      const given = `CA=${authority.rootPath}\nWITNESS='${witness.vkey}'\n`;
      const stamped = await run(given + snippet('timestamp'));
      const cosigned = await run(given + snippet('witness'));
      const forged = await run(`CA=${new OpensslAuthority().rootPath}\n${snippet('timestamp')}`);
      const stranger = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 22));
      const unsigned = await run(`WITNESS='${stranger.vkey}'\n${snippet('witness')}`);
      files.delete('/api/registry/outside-clocks.jsonl');

      expect(stamped.out).toMatch(/Verification: OK[\s\S]*Time stamp: /);
      expect(cosigned).toMatchObject({ code: 0, out: expect.stringContaining('Signature Verified Successfully') });
      expect(forged.out).not.toContain('Verification: OK');
      expect(unsigned.out).not.toContain('Signature Verified Successfully');
    },
  );

  it('has no command that is not run here', () => {
    const commands = [...VERIFY_PAGE.matchAll(/(<!-- snippet: \S+ -->\n)?```(?:sh|python)\n([^`]*)/g)];
    expect(commands.filter(([, name, code]) => name === undefined && code !== 'B=https://vedette.example\n')).toEqual(
      [],
    );
  });
});
