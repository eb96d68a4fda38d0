import { createHash } from 'node:crypto';
import { ManualClock } from '../support/manual-clock';
import { ENVIRONMENT } from '../../src/platform/config/environment';
import { startOfDay } from '../../src/platform/common/utc-time';
import type { DayFile } from '../../src/registry/log/day-file';
import { LogService } from '../../src/registry/log/log.service';
import { RegistryService } from '../../src/registry/registry.service';
import { parseVerifierKey, verifyCheckpoint } from '../../src/registry/proofs/signed-note';
import { startTestApp, type TestApp } from '../support/app-harness';
import { anyPort } from '../../src/platform/graph/embedded-process.service';
import { rawRequest } from '../support/raw-request';
import { bundleRequest } from '../support/registry-harness';

jest.setTimeout(120_000);

const HOUR = 3_600_000_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const sha256 = (text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHash('sha256').update(text).digest(encoding);

describe('the registry over HTTP', () => {
  let app: TestApp;
  let bundleSha256: string;
  const clock = new ManualClock(startOfDay('2026-05-07') + 12 * HOUR);

  beforeAll(async () => {
    app = await startTestApp({
      clock,
      environment: { registryOrigin: 'log.test', publicUrl: 'https://vedette.test' },
    });
    const log = app.app.get(LogService, { strict: false });
    for (const id of ['rb-1', 'rb-2', 'rb-3']) await log.append(bundleRequest(id));
    clock.advance(13 * HOUR);
    await app.app.get(RegistryService, { strict: false }).sealDue();
    await log.append(bundleRequest('rb-4'));
    bundleSha256 = ((await (await app.get('/api/replay-bundle/rb-1')).json()) as { sha256: string }).sha256;
  });

  afterAll(async () => {
    await app.close();
  });

  it.each([
    ['a sealed day', '/api/registry/2026-05-07.json'],
    ['a state of an open day', '/api/registry/2026-05-08.json?size=1'],
    ['a consistency proof', '/api/registry/consistency/1/3.json'],
  ])('serves %s for ever, with strong tag and digest', async (_, path) => {
    const answer = await app.get(path);
    const text = await answer.text();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe(IMMUTABLE);
    expect(answer.headers.get('etag')).toBe(`"${sha256(text)}"`);
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sha256(text, 'base64')}:`);
  });

  it('serves a bundle as {bundle, sha256} with the hash as its tag', async () => {
    const answer = await app.get('/api/replay-bundle/rb-1');
    const text = await answer.text();
    const [, bundle = '', stated = ''] = /^\{"bundle":(.*),"sha256":"([0-9a-f]{64})"\}$/.exec(text) ?? [];

    expect(sha256(bundle)).toBe(stated);
    expect(answer.headers.get('etag')).toBe(`"${stated}"`);
    expect(answer.headers.get('cache-control')).toBe(IMMUTABLE);
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sha256(text, 'base64')}:`);
  });

  it.each([
    ['the index', '/api/registry/index.json', 'application/json'],
    ['the open day', '/api/registry/2026-05-08.json', 'application/json'],
    ['the checkpoint', '/api/registry/checkpoint', 'text/plain; charset=utf-8'],
    ['the key', '/api/registry/vkey', 'text/plain; charset=utf-8'],
  ])('has %s asked for anew each time', async (_, path, type) => {
    const answer = await app.get(path);
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('etag')).toBe(`"${sha256(text)}"`);
  });

  it('answers 304 to who has the bytes, and the same headers to HEAD', async () => {
    const path = '/api/registry/2026-05-07.json';
    const etag = (await app.get(path)).headers.get('etag') ?? '';
    const again = await app.get(path, { 'if-none-match': etag });
    const head = await fetch(`${app.baseUrl}${path}`, { method: 'HEAD' });

    expect([again.status, await again.text()]).toEqual([304, '']);
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it('is not compressed on the way, whatever the client takes', async () => {
    const answer = await rawRequest(app.baseUrl, '/api/registry/2026-05-07.json', {
      headers: ['accept-encoding', 'br, gzip'],
    });

    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['etag']).toMatch(/^"[0-9a-f]{64}"$/);
  });

  it('links the chain to day-files at the public address', async () => {
    const [entry] = (await (await app.get('/api/registry/index.json')).json()) as Record<string, string>[];

    expect(entry).toMatchObject({
      date: '2026-05-07',
      url: 'https://vedette.test/api/registry/2026-05-07.json',
      day_sha256: sha256(await (await app.get('/api/registry/2026-05-07.json')).text()),
    });
  });

  it('signs its head with the key that it publishes', async () => {
    const vkey = (await (await app.get('/api/registry/vkey')).text()).trim();
    const note = await (await app.get('/api/registry/checkpoint')).text();

    expect(parseVerifierKey(vkey)?.name).toBe('log.test');
    expect(verifyCheckpoint(note, vkey)).toMatchObject({ ok: true, checkpoint: { treeSize: 5 } });
  });

  it('proves a bundle by its hash', async () => {
    const proof = await (await app.get(`/api/registry/proof/${bundleSha256}.json`)).json();

    expect(proof).toMatchObject({ leaf_index: 0, tree_size: 5, sha256: bundleSha256 });
  });

  it('serves every document by its hash, for ever', async () => {
    const day = (await (await app.get('/api/registry/2026-05-08.json')).json()) as DayFile;
    const [record] = day.records;
    const hash = record?.sha256 ?? '';
    const answer = await app.get(`/api/registry/document/${hash}.json`);
    const text = await answer.text();

    expect(record?.kind).toBe('seal');
    expect(sha256(text)).toBe(hash);
    expect(JSON.parse(text)).toMatchObject({ kind: 'seal', date: '2026-05-07' });
    expect(answer.headers.get('etag')).toBe(`"${hash}"`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['/api/registry/2026-02-30.json', 400],
    [`/api/registry/document/${'a'.repeat(64)}.json`, 404],
    ['/api/registry/document/a.json', 400],
    ['/api/registry/today.json', 400],
    ['/api/registry/2026-05-06.json', 404],
    ['/api/registry/2026-05-09.json', 404],
    ['/api/registry/2026-05-08.json?size=3', 404],
    ['/api/registry/2026-05-08.json?size=-1', 400],
    ['/api/registry/2026-05-08.json?size=1e3', 400],
    ['/api/registry/2026-05-08.json?size=1&size=2', 400],
    ['/api/registry/2026-05-08.json?page=1', 400],
    ['/api/registry/index.json?x=1', 400],
    [`/api/registry/proof/${'a'.repeat(64)}.json`, 404],
    [`/api/registry/proof/${'A'.repeat(64)}.json`, 400],
    ['/api/registry/consistency/3/1.json', 400],
    ['/api/registry/consistency/1/6.json', 404],
    ['/api/registry/consistency/one/2.json', 400],
    ['/api/replay-bundle/rb-9', 404],
    ['/api/replay-bundle/..%2f..%2fsigning-key', 404],
    ['/api/replay-bundle/%00', 400],
  ])('answers %s with %d and a problem', async (path, status) => {
    const answer = await app.get(path);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });
});

describe('the registry with the graph down', () => {
  const clock = new ManualClock(startOfDay('2026-05-07') + 12 * HOUR);

  it('still serves sealed days, the index, bundles and the checkpoint', async () => {
    const first = await startTestApp({ clock, environment: { registryOrigin: 'log.test' } });
    const environment = { registryOrigin: 'log.test', dataDir: '' };
    const paths = [
      '/api/registry/index.json',
      '/api/registry/checkpoint',
      '/api/registry/2026-05-07.json',
      '/api/replay-bundle/rb-1',
    ];
    const log = first.app.get(LogService, { strict: false });
    await log.append(bundleRequest('rb-1'));
    clock.advance(13 * HOUR);
    await first.app.get(RegistryService, { strict: false }).maintain();
    const before = await Promise.all(paths.map(async (path) => (await first.get(path)).text()));
    environment.dataDir = first.app.get<{ dataDir: string }>(ENVIRONMENT, {
      strict: false,
    }).dataDir;
    const dead = { ...first.graph.connection, uri: `bolt://127.0.0.1:${await anyPort()}` };
    await first.close();

    const second = await startTestApp({ clock, environment, connection: dead });
    const after = await Promise.all(paths.map(async (path) => (await second.get(path)).text()));
    const open = await second.get('/api/registry/2026-05-08.json');

    expect(after).toEqual(before);
    expect(open.status).toBe(503);
    expect(Number(open.headers.get('retry-after'))).toBeGreaterThan(0);
    await second.close();
  });
});
