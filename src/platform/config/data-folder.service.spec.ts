import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DataFolder, mustTakeWrites } from './data-folder.service';
import { readEnvironment } from './environment';

describe('the data folder', () => {
  const open = (): { dataDir: string; folder: DataFolder; told: string[] } => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'vedette-test-folder-')), 'data');
    const told: string[] = [];
    const tell = (message: string): void => void told.push(message);
    jest.spyOn(Logger.prototype, 'error').mockImplementation(tell);
    jest.spyOn(Logger.prototype, 'log').mockImplementation(tell);
    return { dataDir, told, folder: new DataFolder({ ...readEnvironment({}), dataDir }) };
  };
  afterEach(() => jest.restoreAllMocks());

  it('that is writable is left as it was', async () => {
    const { dataDir, folder, told } = open();

    expect(await folder.look()).toBeNull();
    expect(readdirSync(join(dataDir, 'live'))).toEqual([]);
    expect(told).toEqual([]);
  });

  it('that is full is logged once, and again when there is room', async () => {
    const { dataDir, folder, told } = open();
    const probe = join(dataDir, 'live', `.probe-${process.pid}`);
    mkdirSync(join(dataDir, 'live'), { recursive: true });
    // A device whose writes always fail.
    symlinkSync('/dev/full', probe);

    const said = [await folder.look(), await folder.look()];
    await sleep(2_050);
    said.push(await folder.look());

    expect(new Set(said)).toEqual(
      new Set(['The data folder (DATA_DIR) is full: stored data is served, and nothing is signed or copied.']),
    );
    expect(told).toHaveLength(1);
    rmSync(probe);
    await sleep(2_050);
    expect(await folder.look()).toBeNull();
    expect(told).toHaveLength(2);
  });

  it('that cannot exist there is reported', async () => {
    const { dataDir, folder } = open();
    writeFileSync(dataDir, 'a file');

    expect(await folder.look()).toMatch(/^The data folder \(DATA_DIR\) is a file, or lies in one: /);
    await expect(mustTakeWrites(join(dataDir, 'live'))).rejects.toThrow(
      `The data folder ${join(dataDir, 'live')} (DATA_DIR) is a file, or lies in one: mend that, or name another`,
    );
  });

  it('that a file system refuses without a reason is reported at once', async () => {
    if (process.platform !== 'linux') return;
    await expect(mustTakeWrites('/proc/vedette/live')).rejects.toThrow(
      'The data folder /proc/vedette/live (DATA_DIR) cannot be created there: mend that, or name another',
    );
  });
});
