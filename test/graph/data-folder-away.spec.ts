/** The log while its folder cannot be written: it serves stored records, appends nothing, and recovers by itself. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '../support/manual-clock';
import { isDiskFailure } from '../../src/platform/common/disk-failure';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { NOON } from '../support/item-builder';
import { bundleRequest, openRegistry, type RegistryWorld } from '../support/registry-harness';
import { ScratchDisk } from '../support/scratch-disk';

jest.setTimeout(300_000);

/** Root may write to any folder, so it uses a mount; other users lack the permission to write. */
const isRoot = process.getuid?.() === 0;

describe('a data folder', () => {
  let test: TestGraph;
  let disk: ScratchDisk;
  let world: RegistryWorld;
  const clock = new ManualClock(NOON * 1_000);

  const folder = (): string => join(disk.folder, 'data', 'live', 'registry');
  const ways: Readonly<Record<string, readonly [away: () => void, back: () => void]>> = isRoot
    ? {
        full: [
          () => {
            disk.fill();
          },
          () => {
            disk.makeRoom();
          },
        ],
        'read-only': [
          () => {
            disk.setReadOnly(true);
          },
          () => {
            disk.setReadOnly(false);
          },
        ],
      }
    : {
        denied: [
          () => {
            chmodSync(folder(), 0o500);
          },
          () => {
            chmodSync(folder(), 0o700);
          },
        ],
      };

  beforeAll(async () => {
    test = await openTestGraph();
    disk = ScratchDisk.open('vedette-test-disk-', 20);
    world = openRegistry({ graph: test.graph, clock, dataDir: join(disk.folder, 'data') });
    await world.registry.open();
  });
  afterAll(async () => {
    await test.close();
    disk.close();
  });

  const appended: string[] = [];
  const append = async (id: string): Promise<string> => {
    clock.advance(1_000_000);
    const kind = await world.log.append(bundleRequest(id)).then(
      (result) => result.kind,
      (error: unknown) => (isDiskFailure(error) ? 'no disk' : String((error as Error).stack)),
    );
    if (kind === 'appended') appended.push(id);
    return kind;
  };
  const recorded = async (): Promise<string[]> =>
    (await world.repository.listRecords(0, 1_000)).filter(({ kind }) => kind === 'bundle').map(({ id }) => id);

  it.each(Object.keys(ways))('that is %s stops the signing and no reader, and nothing is lost', async (way) => {
    const [away, back] = ways[way] ?? [];
    if (disk.mounted !== isRoot) throw new Error('Root, and nothing can be mounted');
    expect(await append(`rb-before-${way}`)).toBe('appended');
    const head = (await world.reader.checkpoint()).text;

    away?.();
    try {
      // A record is in the database; its head is signed when that can be kept first.
      for (const nth of [1, 2]) expect(['appended', 'refused', 'no disk']).toContain(await append(`rb-${nth}-${way}`));
      expect((await world.reader.checkpoint()).text).toBe(head);
      // The tick reports it, and there is a next one.
      expect(await world.registry.maintain().then(() => null, isDiskFailure)).not.toBe(false);
    } finally {
      back?.();
    }

    await world.registry.maintain();
    expect(await append(`rb-after-${way}`)).toBe('appended');
    expect(await recorded()).toEqual(appended);
    expect((await world.reader.checkpoint()).text).not.toBe(head);
    expect((await world.check.run({ documents: true })).problem).toBeNull();
  });
});
