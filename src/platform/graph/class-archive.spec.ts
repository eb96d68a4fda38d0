import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropClassArchive, keepClassArchive } from './class-archive.store';
import { terminate } from './process-file.store';

/** A process that prints when it is ready, with or without an end at SIGTERM. */
const running = async (obeys: boolean): Promise<number> => {
  const code = `process.on('SIGTERM', () => ${obeys ? 'process.exit()' : '0'}); console.log('ready'); setInterval(() => 0, 1e6)`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child.pid ?? 0;
};

describe("Java's class archive", () => {
  it('is kept of a server that ended by itself, and dropped of one that had to be killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-archive-'));
    const folders = { libDir: folder, homeDir: mkdtempSync(join(folder, 'home-')) };
    const kept = (): boolean => existsSync(join(folder, 'classes.jsa'));
    const written = (): boolean => existsSync(join(folders.homeDir, 'classes.jsa'));
    for (const [obeys, expected] of [
      [false, false],
      [true, true],
    ] as const) {
      writeFileSync(join(folders.homeDir, 'classes.jsa'), 'classes');
      const ended = await terminate(await running(obeys), obeys ? 30_000 : 200);
      (ended ? keepClassArchive : dropClassArchive)(folders);

      expect([ended, kept(), written()]).toEqual([expected, expected, false]);
    }
  });
});
