import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Node's recursive `mkdir` never ends where the parent exists but refuses a folder with ENOENT, as /proc does. */
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
