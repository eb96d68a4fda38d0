/** The file that says a restore of this folder has begun and has not ended: what lies there is half of a deployment. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-process.service';

const markOf = (folder: string): string => join(folder, 'restore.unfinished');

/** @param from folder of the backup that is being restored */
export const markRestore = (folder: string, from: string): void => {
  writeFileSync(markOf(folder), `${from}\n`, { mode: 0o600 });
};

export const clearRestore = (folder: string): void => {
  rmSync(markOf(folder), { force: true });
};

/** @throws EmbeddedServerError where a restore of this folder was cut short */
export const refuseHalfRestored = (folder: string): void => {
  const mark = markOf(folder);
  if (!existsSync(mark)) return;
  const from = readFileSync(mark, 'utf8').trim();
  throw new EmbeddedServerError(
    `A restore of ${folder} was cut short: run \`vedette restore ${from}\` again, then start the service`,
  );
};
