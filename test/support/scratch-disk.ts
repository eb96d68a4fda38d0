import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';

const CHUNK = Buffer.alloc(1 << 20);

/**
 * A temporary folder that is a small separate disk where this process may mount one, so that it can be
 * filled. It is removed when the process ends, however it ends, and what was started for it is ended.
 */
export class ScratchDisk {
  private constructor(
    readonly folder: string,
    /** Whether it is a separate disk, which can be filled. */
    readonly mounted: boolean,
    private readonly reaper: ReturnType<typeof spawn>,
  ) {}

  static open(prefix: string, megabytes: number): ScratchDisk {
    const folder = mkdtempSync(join(tmpdir(), prefix));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
    const reaper = spawn(process.execPath, [packagePath('test', 'support', 'reaper.cjs'), folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    reaper.unref();
    return new ScratchDisk(folder, status === 0, reaper);
  }

  /** Takes all the room that is left. */
  fill(): void {
    const file = openSync(this.filler, 'w');
    try {
      for (;;) writeSync(file, CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.filler, { force: true });
  }

  /** Forbids or allows writing to it. */
  setReadOnly(readOnly: boolean): void {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, this.folder]);
    if (status !== 0) throw new Error(`Not mounted anew: ${stderr.toString()}`);
  }

  usedMegabytes(): number {
    const { blocks, bfree, bsize } = statfsSync(this.folder);
    return Math.round(((blocks - bfree) * bsize) / (1 << 20));
  }

  /** Ends remaining processes of the run and removes the folder. */
  close(): void {
    this.reaper.stdin?.end();
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
