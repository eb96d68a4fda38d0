/** The file that marks an unfinished restore: the folder's content is incomplete. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-process.service';

const markOf = (folder: string): string => join(folder, 'restore.unfinished');

export const markRestore = (folder: string, from: string): void => {
  writeFileSync(markOf(folder), `${from}\n`, { mode: 0o600 });
};

export const clearRestore = (folder: string): void => {
  rmSync(markOf(folder), { force: true });
};

export const isHalfRestored = (folder: string): boolean => existsSync(markOf(folder));

/** @throws EmbeddedServerError if a restore of this folder was interrupted */
export const refuseHalfRestored = (folder: string): void => {
  if (!isHalfRestored(folder)) return;
  const from = readFileSync(markOf(folder), 'utf8').trim();
  throw new EmbeddedServerError(
    `A restore of ${folder} was cut short: run \`vedette restore ${from}\` again, then start the service`,
  );
};
