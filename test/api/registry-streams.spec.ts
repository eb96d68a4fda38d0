import type { Type } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ManualClock } from '../support/manual-clock';
import { packagePath } from '../../src/platform/common/package-root';
import { startOfDay } from '../../src/platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../src/platform/config/environment';
import { instanceDir } from '../../src/platform/config/instance-dir';
import { AnswerCache } from '../../src/platform/http/answer-cache.service';
import { CheckpointService } from '../../src/registry/log/checkpoint.service';
import { CopyDamage } from '../../src/registry/copies/copy-damage.service';
import { LogStreams, type LogStream } from '../../src/registry/log/log-streams.service';
import { OutsideClockRepository } from '../../src/registry/clocks/outside-clock.repository';
import { cosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { leafHash } from '../../src/registry/proofs/merkle-proof';
import { rootOfLeaves } from '../support/root-of-leaves';
import { LogService } from '../../src/registry/log/log.service';
import { RegistryRepository } from '../../src/registry/registry.repository';
import { RegistryService } from '../../src/registry/registry.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { goNotes } from '../support/go-notes';
import { bundleRequest, intentRequest } from '../support/registry-harness';
import { needing } from '../support/tools';

const HOUR = 3_600_000_000;
/** More than a tile holds. */
const BUNDLES = 260;

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const witness = cosignatureSigner('witness.test/w1', Buffer.alloc(32, 3));

describe('the whole log over HTTP', () => {
  let test: TestApp;
  const clock = new ManualClock(startOfDay('2026-05-07') + 12 * HOUR);
  const text = async (path: string): Promise<string> => (await test.get(path)).text();
  const lines = async (path: string): Promise<string[]> => (await text(path)).split('\n').slice(0, -1);
  const seenRoot = async (size: number): Promise<string> =>
    rootOfLeaves((await lines('/api/registry/log.jsonl')).slice(0, size).map((line) => leafHash(line)));
  const append = async (id: string): Promise<void> => {
    await test.app.get(LogService, { strict: false }).append(bundleRequest(id));
  };

  beforeAll(async () => {
    test = await startTestApp({
      clock,
      environment: {
        registryOrigin: 'log.test',
        publicUrl: 'https://log.test',
        witnesses: `${witness.vkey} https://witness.test`,
      },
    });
    const log = test.app.get(LogService, { strict: false });
    await log.append(intentRequest('in-1', 'A'));
    await log.appendAll(Array.from({ length: BUNDLES }, (_, n) => bundleRequest(`rb-${n}`)));
    clock.advance(13 * HOUR);
    await test.app.get(RegistryService, { strict: false }).sealDue();
  });
  afterAll(() => test.close());

  it('is four files from which a stranger recomputes the root, every document and every day', async () => {
    const [log, documents, bundles, days] = await Promise.all(
      ['log', 'documents', 'bundles', 'days'].map((name) => lines(`/api/registry/${name}.jsonl`)),
    );
    const records = (log ?? []).map((line) => JSON.parse(line) as { kind: string; sha256: string });
    const of = (bundle: boolean) =>
      records.filter(({ kind }) => (kind === 'bundle') === bundle).map((record) => record.sha256);
    const [, size = '', root = ''] = (await text('/api/registry/checkpoint')).split('\n');
    const index = (await (await test.get('/api/registry/index.json')).json()) as { day_sha256: string }[];

    expect(log).toHaveLength(BUNDLES + 2);
    expect(String(log?.length)).toBe(size);
    const rebuilt = rootOfLeaves((log ?? []).map((line) => leafHash(line)));
    expect(Buffer.from(rebuilt, 'hex').toString('base64')).toBe(root);
    expect((bundles ?? []).map(sha256)).toEqual(of(true));
    expect((documents ?? []).map(sha256)).toEqual(of(false));
    expect((days ?? []).map(sha256)).toEqual(index.map(({ day_sha256 }) => day_sha256));
  });

  it.each(['log', 'documents', 'bundles', 'days'])(
    'serves %s.jsonl with its length, tag, digest and ranges',
    async (name) => {
      const path = `/api/registry/${name}.jsonl`;
      const whole = await test.get(path);
      const bytes = Buffer.from(await whole.arrayBuffer());
      const tag = whole.headers.get('etag') ?? '';
      const part = (range: string, more = {}) => test.get(path, { range, ...more });

      expect(tag).toBe(`"${sha256(bytes)}"`);
      expect(whole.headers.get('content-length')).toBe(String(bytes.length));
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      expect(whole.headers.get('content-type')).toBe('application/jsonl');
      const rest = await part('bytes=10-');
      expect(rest.status).toBe(206);
      expect(rest.headers.get('content-range')).toBe(`bytes 10-${bytes.length - 1}/${bytes.length}`);
      expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(10));
      expect((await part(`bytes=${bytes.length}-`)).status).toBe(416);
      expect((await part('bytes=0-9', { 'if-range': tag })).status).toBe(206);
      expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200);
      expect((await test.get(path, { 'if-none-match': tag })).status).toBe(304);
      const head = await fetch(`${test.baseUrl}${path}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    },
  );

  it('begins where it is asked to, and ends with the last record', async () => {
    const all = await lines('/api/registry/log.jsonl');

    expect(await lines(`/api/registry/log.jsonl?from=${BUNDLES}`)).toEqual(all.slice(BUNDLES));
    expect(await text(`/api/registry/log.jsonl?from=${all.length}`)).toBe('');
    expect((await test.get(`/api/registry/log.jsonl?from=${all.length + 1}`)).status).toBe(404);
    expect((await test.get('/api/registry/log.jsonl?from=-1')).status).toBe(400);
  });

  it('is as C2SP tiles the same tree', async () => {
    const bytes = async (path: string): Promise<Buffer> =>
      Buffer.from(await (await test.get(`/api/registry/tile/${path}`)).arrayBuffer());
    const log = await lines('/api/registry/log.jsonl');
    const leaves = log.map((line) => leafHash(line));

    expect((await bytes('0/000')).toString('hex')).toBe(leaves.slice(0, 256).join(''));
    expect((await bytes('0/001.p/6')).toString('hex')).toBe(leaves.slice(256, 262).join(''));
    expect((await bytes('1/000.p/1')).toString('hex')).toBe(rootOfLeaves(leaves.slice(0, 256)));
    const entries = await bytes('entries/001.p/2');
    expect(entries.subarray(2, 2 + entries.readUInt16BE(0)).toString()).toBe(log[256]);
    const answer = await test.get('/api/registry/tile/0/000');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    for (const [path, status] of [
      ['0/001', 404],
      ['0/001.p/7', 404],
      ['1/000', 404],
      ['0/x001/000', 404],
      ['0/1', 404],
      ['64/000', 400],
    ])
      expect([path, (await test.get(`/api/registry/tile/${path}`)).status]).toEqual([path, status]);
  });

  describe('read from its tiles alone by programs that are not ours', () => {
    const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

    needing('python3').it('begins with a head that was seen before', async () => {
      for (const size of [1, 100, 256, 257, BUNDLES + 2]) {
        const cwd = mkdtempSync(join(tmpdir(), 'vedette-tiles-'));
        writeFileSync(join(cwd, 'checkpoint'), `log.test\n${size}\n${base64(await seenRoot(size))}\n`);
        const run = promisify(execFile)('python3', [packagePath('test/support/tiles.py')], {
          cwd,
          env: { ...process.env, B: test.baseUrl },
        });
        expect((await run).stdout).toBe(`the ${size} records of then are the first of ${BUNDLES + 2}\n`);
      }
    });

    needing('go').it(
      'begins with it for the tree of Go’s checksum database too, and not with another',
      async () => {
        const requests = await Promise.all(
          [100, 256, 257].map(async (size) => ({
            do: 'tiles',
            url: `${test.baseUrl}/api/registry`,
            log: (await text('/api/registry/vkey')).trim(),
            size,
            root: base64(await seenRoot(size)),
          })),
        );
        const forged = { ...requests[0], root: base64(await seenRoot(101)) };
        const answers = await goNotes([...requests, forged]);
        if (answers === null) return;
        expect(answers).toEqual([
          ...requests.map(() => ({ size: BUNDLES + 2, tiles: expect.any(Number) as number })),
          { error: expect.stringContaining('invalid transparency proof') as string },
        ]);
      },
      120_000,
    );
  });

  describe('as files that need no log', () => {
    it('proves each record, in a policy that names key and witness', async () => {
      expect((await text('/api/registry/policy')).split('\n').slice(1, 3)).toEqual([
        `log ${(await text('/api/registry/vkey')).trim()} https://log.test/api/registry`,
        `witness w1-witness.test/w1 ${witness.vkey} https://witness.test`,
      ]);
      const proof = await text('/api/registry/record/200.tlog-proof');
      const [head, index] = proof.split('\n');
      expect([head, index]).toEqual(['c2sp.org/tlog-proof@v1', 'index 200']);
      expect(proof.endsWith(`\n\n${await text('/api/registry/checkpoint')}`)).toBe(true);
    });

    it.each(['x', '-1', '01.tlog-proof', '1', `${BUNDLES + 9}.tlog-proof`])('has none at %s', async (file) => {
      const answer = await test.get(`/api/registry/record/${file}`);
      expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
        404,
        expect.stringContaining('not-found'),
      ]);
    });

    needing('go').it(
      'is checked by a program that is not ours: with its cosignature, and not another record in its place',
      async () => {
        const policy = await text('/api/registry/policy');
        const records = await lines('/api/registry/log.jsonl');
        const prove = async (index: number, data = records[index]) => ({
          do: 'prove',
          policy,
          proof: await text(`/api/registry/record/${index}.tlog-proof`),
          data,
        });
        const unseen = await prove(7);
        const clocks = test.app.get(OutsideClockRepository, { strict: false });
        const size = 230;
        const root = await seenRoot(size);
        const log = test.app.get(CheckpointService, { strict: false });
        const note = await log.sign('log.test', size, root);
        await clocks.note('w', { kind: 'witness', name: witness.name });
        await clocks.keepCosignature('w', {
          id: 'cs-1',
          tree_size: size,
          root_hash: root,
          note,
          line: witness.cosign(`log.test\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`, 1_778_155_200),
          time: 1_778_155_200_000_000,
          received_at: 1_778_155_200_000_000,
        });
        const asked = [await prove(0), await prove(229), await prove(3, records[4]), await prove(size), unseen];
        const answers = await goNotes(asked);
        if (answers === null) return;
        const refused = { error: expect.any(String) as string };
        expect(answers).toEqual([{ proven: true }, { proven: true }, refused, refused, refused]);
      },
      120_000,
    );
  });

  it('only grows, across a restart of the files', async () => {
    const before = await text('/api/registry/bundles.jsonl');
    await append('rb-later');
    const after = await text('/api/registry/bundles.jsonl');

    expect(after.startsWith(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
    const since = await test.get('/api/registry/bundles.jsonl', { range: `bytes=${before.length}-` });
    expect(before + (await since.text())).toBe(after);
  });

  describe('copies that were damaged on disk', () => {
    const names = ['log', 'documents', 'bundles', 'days'];
    const pathOf = (name: string): string =>
      join(instanceDir(test.app.get<Environment>(ENVIRONMENT)), 'registry', 'public', `${name}.jsonl`);
    /** Another byte in the middle: as long as before, and the same file. */
    const change = (name: string): void => {
      const bytes = readFileSync(pathOf(name));
      const at = bytes.length >> 1;
      bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
      const file = openSync(pathOf(name), 'r+');
      writeSync(file, bytes, 0, bytes.length, 0);
      closeSync(file);
    };
    const readAll = (): Promise<string[]> => Promise.all(names.map((name) => text(`/api/registry/${name}.jsonl`)));
    const told = async (): Promise<unknown> =>
      ((await (await test.get('/v1/status')).json()) as Record<string, unknown>)['damaged_copies'];
    /** The streams as a process finds them that begins now. */
    const restarted = (): LogStreams => {
      const get = <T>(token: Type<T>): T => test.app.get(token, { strict: false });
      return new LogStreams(
        get(RegistryRepository),
        get(CheckpointService),
        get(CopyDamage),
        test.app.get<Environment>(ENVIRONMENT),
      );
    };
    const readBy = async (streams: LogStreams, name: LogStream): Promise<string> => {
      const { size, read } = await streams.state(name);
      const parts: Buffer[] = [];
      for await (const part of read({ start: 0, end: size })) parts.push(part as Buffer);
      return Buffer.concat(parts).toString();
    };

    it.each(names)('are detected when %s.jsonl is read, repaired and reported', async (name) => {
      const before = await readAll();
      change(name);

      expect(readFileSync(pathOf(name), 'utf8')).not.toBe(before[names.indexOf(name)]);
      expect(await readAll()).toEqual(before);
      expect(names.map((one) => readFileSync(pathOf(one), 'utf8'))).toEqual(before);
      test.app.get(AnswerCache, { strict: false }).advance();
      expect(await told()).toMatchObject({ count: expect.any(Number), last: `${name}.jsonl` });
    });

    it.each(names)('are noticed at the first reading after a start: %s.jsonl', async (name) => {
      const before = await readAll();
      change(name);
      const streams = restarted();

      for (const [at, one] of names.entries()) expect(await readBy(streams, one as LogStream)).toBe(before[at]);
      expect(readFileSync(pathOf(name), 'utf8')).toBe(before[names.indexOf(name)]);
      expect(test.app.get(CopyDamage, { strict: false }).report()).toMatchObject({
        copy: `${name}.jsonl`,
      });
    });

    it('are repaired where the end of a file is missing', async () => {
      const before = await readAll();
      truncateSync(pathOf('bundles'), 100);

      expect(await readAll()).toEqual(before);
      expect(await readAll()).toEqual(before);
    });
  });
});
