import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultyReplay } from '../support/faulty-replay';
import { LivelySamples } from '../support/lively-samples';
import { runCommand, startService, until, type ServiceChild } from '../support/service-child';
import { Readers } from './readers';

jest.setTimeout(900_000);

describe('a backup of a service at work', () => {
  const root = mkdtempSync(join(tmpdir(), 'vedette-test-load-'));
  const backup = join(root, 'backup');
  const readers = new Readers(() => service.baseUrl);
  let replay: FaultyReplay;
  let service: ServiceChild;
  let before: string[] = [];

  const settings = (folder: string, more: Record<string, string> = {}): Record<string, string> => ({
    ...replay.settings(),
    DATA_DIR: join(root, folder),
    NEO4J_HEAP_MB: '256',
    NEO4J_PAGE_CACHE_MB: '64',
    LIMIT_ANONYMOUS: '1000000',
    LIMIT_PAGES: '1000000',
    MODEL_MIN_SCORE: '0',
    ...more,
  });
  /** Ids of the open day's records, in order. */
  const recordsOf = async (): Promise<string[]> => {
    const day = new Date().toISOString().slice(0, 10);
    const answer = await service.get(`/api/registry/${day}.json`);
    if (!answer.ok) return [];
    return ((await answer.json()) as { records: { id: string }[] }).records.map(({ id }) => id);
  };

  beforeAll(async () => {
    replay = await FaultyReplay.open(new LivelySamples());
    service = await startService(settings('first'));
    // Before the log begins there is nothing to read of it, and without a forecast nothing to verify.
    await until('there is a forecast', async () => (await recordsOf()).some((id) => id.startsWith('rb-')));
    readers.start();
    before = await recordsOf();
  });

  afterAll(async () => {
    await readers.stop();
    await service.stop();
    await replay.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('is taken during ticks and requests, and service continues', async () => {
    const { code, stdout } = await runCommand(['backup', backup], settings('first'));

    expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      stdout: { dir: backup },
    });
    const then = await recordsOf();
    await until('more is recorded', async () => (await recordsOf()).length > then.length);
    expect(readers.wrong()).toEqual([]);
    expect((await recordsOf()).slice(0, before.length)).toEqual(before);
  });

  it('restores an instance that has all earlier answers, and verifies', async () => {
    await readers.stop();
    expect(await service.stop()).toBe(0);
    const clean = settings('second', { POLLING: 'false' });

    const restored = await runCommand(['restore', backup], clean);
    expect(restored).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.stdout)).toMatchObject({ head_kept: false });
    const made = join(root, 'second', 'demo', 'registry');
    for (const name of ['signed-head.json', 'signing-key'])
      expect(readFileSync(join(made, name), 'utf8')).toBe(
        readFileSync(join(backup, 'files', 'registry', name), 'utf8'),
      );
    expect(statSync(join(made, 'signing-key')).mode & 0o777).toBe(0o600);
    service = await startService(clean);

    expect((await recordsOf()).slice(0, before.length)).toEqual(before);
    const verified = await runCommand(['verify', service.baseUrl, '--state', join(root, 'seen.json')], clean);
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Figures +yes/m),
    });
  });
});
