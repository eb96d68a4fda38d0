/**
 * Files that are there whole or not at all, also after a power cut: written aside, flushed, renamed
 * over the old one, and the folder flushed, because a rename is only as durable as its folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface DurableOptions {
  /** Permission bits of a new file. */
  readonly mode?: number;
  /** False leaves flushing to the system: whole or absent still, but a power cut may take it back. */
  readonly flush?: boolean;
}

export const writeDurably = async (
  path: string,
  text: string | Buffer,
  { mode = 0o644, flush = true }: DurableOptions = {},
): Promise<void> => {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(aside, 'wx', mode);
    try {
      await file.writeFile(text);
      if (flush) await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  if (flush) await syncFolder(folder);
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The text of a file, or null when there is none. Other failures are thrown. */
export const readIfPresent = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
