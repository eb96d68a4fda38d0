import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never ends where a file system refuses a folder with ENOENT
 * although the parent exists, as /proc does.
 *
 * @throws Error of the first folder that cannot be created
 */
export const makeFolder = (folder: string): void => {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = existsSync(folder) && statSync(folder).isDirectory();
    if (!isThere) throw error;
  }
};
