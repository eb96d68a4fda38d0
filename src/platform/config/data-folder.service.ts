import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { makeFolder } from '../common/make-folder';
import { ENVIRONMENT, type Environment } from './environment';
import { instanceDir } from './instance-dir';
import { DAY_MS, HOUR_MS } from '../common/durations';

interface DiskLook {
  /** UTC ms. */
  readonly at: number;
  readonly freeBytes: number;
}

/** A shorter span could be distorted by a single backup. */
const LEAST_MS = 6 * HOUR_MS;

/** Days until the disk is full; null if it is not filling, or after less than six hours. */
export const daysLeft = (first: DiskLook, now: DiskLook): number | null => {
  const elapsed = now.at - first.at;
  const taken = first.freeBytes - now.freeBytes;
  if (elapsed < LEAST_MS || taken <= 0) return null;
  return now.freeBytes / (taken / (elapsed / DAY_MS));
};

/** How long a probe's result is cached, to avoid frequent writes. */
const HOLDS_MS = 2_000;
const PROBE_BYTES = 4_096;

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'has used up the quota of its user',
  EROFS: 'is mounted for reading only',
  EACCES: 'may not be written by the user of this process',
  EPERM: 'may not be written by the user of this process',
  EIO: 'is on a disk that fails',
  ENOTDIR: 'is a file, or lies in one',
  EEXIST: 'is a file, or lies in one',
  ENOENT: 'cannot be created there',
};

/** @throws Error with the reason if the folder is not writable */
export const mustTakeWrites = (folder: string): Promise<void> =>
  writeTo(folder).catch((error: unknown) => {
    throw new Error(`The data folder ${folder} (DATA_DIR) ${wordsOf(error)}: mend that, or name another`, {
      cause: error,
    });
  });

const writeTo = async (folder: string): Promise<void> => {
  const probe = join(folder, `.probe-${process.pid}`);
  makeFolder(folder);
  await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  await rm(probe, { force: true });
};

const wordsOf = (error: unknown): string => {
  const { code = 'unknown failure' } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? `cannot be written (${code})`;
};

@Injectable()
export class DataFolder {
  private readonly logger = new Logger('DataFolder');
  private readonly folder: string;
  private problem: string | null = null;
  private first: DiskLook | null = null;
  private looked: { readonly at: number; readonly found: Promise<string | null> } | null = null;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.folder = instanceDir(environment);
  }

  /** The reason if not writable, else null. Never throws. */
  async look(): Promise<string | null> {
    const now = performance.now();
    if (this.looked === null || now - this.looked.at >= HOLDS_MS) this.looked = { at: now, found: this.probe() };
    return this.looked.found;
  }

  /** Free space, and days until full at the pace since the start; null if unknown. @param now UTC ms */
  async room(now: number): Promise<{ readonly freeBytes: number; readonly daysLeft: number | null } | null> {
    const found = await statfs(this.folder).catch(() => null);
    if (found === null) return null;
    const look: DiskLook = { at: now, freeBytes: found.bavail * found.bsize };
    this.first ??= look;
    return { freeBytes: look.freeBytes, daysLeft: daysLeft(this.first, look) };
  }

  private async probe(): Promise<string | null> {
    const problem = await writeTo(this.folder).then(() => null, sentenceOf);
    if (problem !== null && this.problem === null) this.logger.error(`${problem} It is tried again until it does.`);
    if (problem === null && this.problem !== null) this.logger.log('The data folder is writable again.');
    this.problem = problem;
    return problem;
  }
}

const sentenceOf = (error: unknown): string =>
  `The data folder (DATA_DIR) ${wordsOf(error)}: stored data is served, and nothing is signed or copied.`;
