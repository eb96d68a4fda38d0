import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../support/manual-clock';
import { startOfDay } from '../../src/platform/common/utc-time';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { bundleRequest, openRegistry } from '../support/registry-harness';
import { runCommand } from '../support/service-child';

jest.setTimeout(300_000);

/** All of them in `npm run test:faults`; otherwise the first, for each is several starts of the program. */
const played = <T>(cases: readonly T[]): readonly T[] =>
  process.env['VEDETTE_TEST_KILLS'] === 'all' ? cases : cases.slice(0, 1);

/** The commands as an operator runs them, each in its own process, on a damaged folder. */
describe('vedette registry on a damaged data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-registry-'));
  const folder = join(dataDir, 'live');
  const head = join(folder, 'registry', 'signed-head.json');
  const key = join(folder, 'registry', 'signing-key');
  const published = join(dataDir, 'published-checkpoint');
  let test: TestGraph;
  let whole = '';
  let seed = '';

  const registry = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    runCommand(['registry', ...args], {
      DATA_DIR: dataDir,
      NEO4J_URI: test.connection.uri,
      NEO4J_PASSWORD: test.connection.password,
      REGISTRY_ORIGIN: 'log.test/registry',
      LOG_LEVEL: 'warn',
    });
  const verified = async (): Promise<Record<string, unknown>> => {
    const { code, stdout } = await registry('verify');
    return { code, ...(JSON.parse(stdout) as object) };
  };

  beforeAll(async () => {
    test = await openTestGraph();
    const clock = new ManualClock(startOfDay('2026-05-07') + 3_600_000_000);
    const world = openRegistry({ graph: test.graph, clock, dataDir });
    for (const id of ['rb_1', 'rb_2', 'rb_3']) await world.log.append(bundleRequest(id));
    writeFileSync(published, (await world.reader.checkpoint()).text);
    await world.log.append(bundleRequest('rb_4'));
    await world.reader.checkpoint();
    whole = readFileSync(head, 'utf8');
    seed = readFileSync(key, 'utf8');
  });
  beforeEach(() => {
    writeFileSync(head, whole);
    writeFileSync(key, seed);
  });
  afterAll(async () => {
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('verifies an intact folder', async () => {
    expect(await verified()).toMatchObject({ code: 0, ok: true, problem: null, doubt: null, records: 4 });
  });

  it.each(
    played<[string, (() => string) | null, RegExp]>([
      ['gone', null, /last signed head is gone/],
      ['cut off', () => whole.slice(0, 20), /last signed head is damaged/],
      ['something else', () => '[]', /last signed head is damaged/],
    ]),
  )('reports that the head is %s, and continues once it was confirmed', async (_, left, doubt) => {
    if (left === null) rmSync(head);
    else writeFileSync(head, left());

    expect(await verified()).toMatchObject({ code: 1, ok: false, problem: null, doubt: expect.stringMatching(doubt) });
    const confirmed = await registry('confirm', '--checkpoint', published);

    expect(confirmed.code).toBe(0);
    expect(JSON.parse(confirmed.stdout)).toMatchObject({ confirmed: { tree_size: 4, origin: 'log.test/registry' } });
    expect(readFileSync(head, 'utf8')).toBe(whole);
    expect(await verified()).toMatchObject({ code: 0, ok: true, doubt: null });
  });

  it.each(
    played<[string, (note: string) => string]>([
      ['a note whose signature is another', (note: string) => note.replace(/.{5}\n$/, 'AAAA=\n')],
      ['a note of another size', (note: string) => note.replace(/\n3\n/, '\n2\n')],
      ['no note', () => 'something else'],
      ['nothing', () => ''],
    ]),
  )('confirms nothing by %s', async (_, change) => {
    rmSync(head);
    const file = join(dataDir, 'changed-checkpoint');
    writeFileSync(file, change(readFileSync(published, 'utf8')));

    const { code, stdout, stderr } = await registry('confirm', '--checkpoint', file);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/This is not a checkpoint of log\.test\/registry/);
    expect(existsSync(head)).toBe(false);
  });

  it('reports a truncated signing key, and never prints the rest of it', async () => {
    writeFileSync(key, seed.slice(0, 30));
    rmSync(head);

    const { code, stdout, stderr } = await registry('confirm', '--checkpoint', published);

    expect(code).toBe(1);
    expect(stderr).toMatch(/signing key in the data folder is damaged/);
    expect(`${stdout}${stderr}`).not.toContain(seed.slice(0, 30));
  });

  it('names the record that was changed in the database, and confirms nothing on top of it', async () => {
    await test.graph.statement("MATCH (b:Bundle {id: 'rb_2'}) SET b.text = b.text + ' '");
    const changed = await verified();
    await test.graph.statement("MATCH (b:Bundle {id: 'rb_2'}) SET b.text = left(b.text, size(b.text) - 1)");
    await test.graph.statement("MATCH (r:Record {leaf_index: 1}) SET r.leaf_hash = 'ab'");
    rmSync(head);
    const { code, stderr } = await registry('confirm', '--checkpoint', published);

    expect(changed).toMatchObject({ code: 1, ok: false, problem: expect.stringContaining('rb_2') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Record 1/);
    expect(existsSync(head)).toBe(false);
  });
});
