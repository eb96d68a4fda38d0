import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, isServerOf, terminate } from '../../src/platform/graph/process-file.store';

const PREFIX = 'vedette-run-';

/**
 * Gives this run of the tests a new temporary folder, which is removed with all that tests leave there
 * when the run ends. Runs that were killed are cleared away first, with the servers that they left.
 */
export const openRunFolder = async (): Promise<void> => {
  // Each project of a run opens it: one is enough.
  if (process.env['TMPDIR']?.includes(PREFIX) === true) return;
  await clearAbandoned(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
};

const clearAbandoned = async (base: string): Promise<void> => {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(base, name);
    if (isAlive(Number(name.slice(PREFIX.length).split('-')[0]))) continue;
    for (const inside of readdirSync(folder)) await endServer(join(folder, inside));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Ends the Neo4j of a folder, where one runs. */
const endServer = async (folder: string): Promise<void> => {
  const file = join(folder, 'neo4j.json');
  if (!existsSync(file)) return;
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  if (pid !== undefined && isServerOf(pid, folder)) await terminate(pid, 5_000);
};

export default openRunFolder;
