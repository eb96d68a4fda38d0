/** A change of the log's key on a real graph and real files, interrupted at each step, also with another process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '../support/manual-clock';
import { startOfDay } from '../../src/platform/common/utc-time';
import { KeyChangeService } from '../../src/registry/log/key-change.service';
import { verifyCheckpoint } from '../../src/registry/proofs/signed-note';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { bundleRequest, openRegistry, type RegistryOptions, type RegistryWorld } from '../support/registry-harness';

jest.setTimeout(120_000);

const CONFIGURED = '5a'.repeat(32);

describe('another key of the log', () => {
  let test: TestGraph;
  let world: RegistryWorld;

  beforeAll(async () => {
    test = await openTestGraph();
  });

  const open = (options: Partial<RegistryOptions> = {}): RegistryWorld =>
    openRegistry({ graph: test.graph, clock: new ManualClock(startOfDay('2026-05-07') + 43_200_000_000), ...options });

  beforeEach(async () => {
    await test.wipe();
    world = open();
    await append('rb_1');
  });

  afterEach(async () => {
    await world.copies.copyPending();
  });

  afterAll(async () => {
    await test.close();
  });

  const append = async (id: string, by = world): Promise<number> => {
    const result = await by.log.append(bundleRequest(id));
    if (result.kind === 'refused') throw new Error(result.reason);
    return result.record.leaf_index;
  };

  const change = ({ repository, registry, checkpoints, log } = world) =>
    new KeyChangeService(repository, registry, checkpoints, log).change();

  const vkeyOf = async (one = world): Promise<string> => (await one.reader.vkey()).text.trim();
  const isSignedBy = async (vkey: string, one = world): Promise<boolean> =>
    verifyCheckpoint((await one.reader.checkpoint()).text, vkey).ok;
  const file = (name: string): string => join(world.environment.dataDir, 'live', 'registry', name);

  it('signs from its record on, also after a restart', async () => {
    const before = await vkeyOf();
    const { vkey, leaf_index } = await change();
    expect(leaf_index).toBe(1);
    expect(vkey).not.toBe(before);
    expect([await vkeyOf(), await isSignedBy(vkey), await isSignedBy(before)]).toEqual([vkey, true, false]);
    expect(existsSync(file('signing-key.next'))).toBe(false);

    const again = open({ dataDir: world.environment.dataDir });
    expect(await again.checkpoints.doubtAboutHead()).toBeNull();
    expect(await append('rb_2', again)).toBe(2);
    expect((await again.check.run({ documents: true })).problem).toBeNull();
    expect((await change(again)).vkey).not.toBe(vkey);
  });

  it('is adopted by a process that runs next to the command', async () => {
    const beside = open({ dataDir: world.environment.dataDir });
    await append('rb_2', beside);
    const { vkey } = await change();
    expect(await append('rb_3', beside)).toBe(3);
    expect(await isSignedBy(vkey, beside)).toBe(true);
  });

  it('ended before its record is in the log, is made with the same key later', async () => {
    const head = await world.repository.getHead();
    if (head === null) throw new Error('no log');
    const { vkey } = await world.checkpoints.nextKey(head);
    expect(await append('rb_2')).toBe(1);
    expect(await isSignedBy(head.vkey)).toBe(true);
    expect((await change()).vkey).toBe(vkey);
  });

  it('ended before its file has taken its place, signs all the same, and is finished when asked again', async () => {
    jest.spyOn(world.checkpoints, 'takeNextKey').mockRejectedValueOnce(new Error('killed'));
    await expect(change()).rejects.toThrow('killed');
    const vkey = await vkeyOf();
    const again = open({ dataDir: world.environment.dataDir });
    expect(await append('rb_2', again)).toBe(2);
    expect(await isSignedBy(vkey, again)).toBe(true);
    expect((await change(again)).vkey).toBe(vkey);
    expect(existsSync(file('signing-key.next'))).toBe(false);
  });

  it('of a configured key waits in its file for the operator', async () => {
    await test.wipe();
    const configured = (registrySigningKey: string): RegistryWorld =>
      open({ dataDir: world.environment.dataDir, environment: { registrySigningKey } });
    const one = open({ environment: { registrySigningKey: CONFIGURED } });
    world = one;
    await append('rb_1', one);
    const { vkey } = await change(one);
    expect(await append('rb_2', one)).toBe(2);
    const next = readFileSync(file('signing-key.next'), 'utf8').trim();
    // Still the old key, then the new one.
    expect(await append('rb_3', configured(CONFIGURED))).toBe(3);
    const after = configured(next);
    expect(await append('rb_4', after)).toBe(4);
    expect(await isSignedBy(vkey, after)).toBe(true);
    expect((await change(after)).vkey).not.toBe(vkey);
  });

  it('is not found where nobody has put the next one', async () => {
    await change();
    const elsewhere = open();
    expect(await elsewhere.checkpoints.doubtAboutHead()).toBe('The signing key is not the key of this log.');
  });
});
