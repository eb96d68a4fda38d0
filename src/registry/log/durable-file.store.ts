/** Atomic file writes that survive a power cut: flush, rename, then flush the folder to make the rename durable. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface DurableOptions {
  readonly mode?: number;
  /** False leaves flushing to the system: still atomic, but a power cut may undo the write. */
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

/** Writes a file for its owner only, unless another process has: the first of two wins. */
export const createDurably = async (path: string, text: string): Promise<void> => {
  const aside = `${path}.${randomUUID()}`;
  await writeDurably(aside, text, { mode: 0o600 });
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The text of a file, or null when it does not exist. Other failures are thrown. */
export const readIfPresent = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
