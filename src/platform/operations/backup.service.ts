import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../common/make-folder';
import { formatMillis } from '../common/utc-time';
import { adminArguments } from '../graph/embedded-config';
import { javaCommand, javaEnvironment } from '../graph/embedded-process.service';
import { readRunFile } from '../graph/embedded-server.service';
import { neo4jLibDir } from '../graph/open-graph.service';
import { isAlive, isServerOf, terminate, withFileLock } from '../graph/process-file.store';
import {
  DUMP,
  fillFolder,
  finishTarget,
  holds,
  openChecked,
  openTarget,
  takeFiles,
  type Restored,
  type Tell,
} from './backup-folder.store';
import type { BackupFile } from './backup-manifest';

/** The Community edition dumps only a stopped database: a running service meanwhile answers from its files. */
export class BackupService {
  constructor(
    private readonly folder: string,
    private readonly demo: boolean,
    private readonly tell: Tell,
  ) {}

  /** Writes a backup to an empty or new folder. @param now UTC ms */
  async backup(into: string, now: number): Promise<readonly BackupFile[]> {
    if (!existsSync(join(this.folder, 'neo4j', 'data')))
      throw new Error(`No database in ${this.folder}; a server named by NEO4J_URI is backed up with its own tools`);
    const target = openTarget(into, this.folder);
    await withFileLock(join(this.folder, 'neo4j.lock'), async () => {
      await this.stopServer();
      // While the database is stopped nothing is signed, so the files match the dump.
      this.tell('Copying files');
      takeFiles(this.folder, target);
      this.tell('Dumping the database');
      await this.admin(['database', 'dump', 'neo4j', `--to-path=${target}`]);
    });
    return finishTarget(target, { made_at: formatMillis(now), demo: this.demo });
  }

  /** A signed head newer than the backup's is kept: the service then reports that, and appends nothing. */
  async restore(from: string): Promise<Restored> {
    const backup = await openChecked(from, this.demo, this.tell);
    if (!holds(backup.manifest, DUMP)) throw new Error(`The backup has no ${DUMP}`);
    makeFolder(this.folder);
    return withFileLock(join(this.folder, 'neo4j.lock'), async () => {
      if (runningServer(this.folder)?.owned === true)
        throw new Error('Stop the service first: its database is running');
      await this.stopServer();
      return fillFolder(this.folder, backup, async () => {
        this.tell('Loading the database');
        await this.admin(['database', 'load', 'neo4j', `--from-path=${backup.source}`, '--overwrite-destination=true']);
      });
    });
  }

  private async stopServer(): Promise<void> {
    const server = runningServer(this.folder);
    if (server === null) return;
    this.tell('Stopping the database');
    await terminate(server.pid, 60_000);
  }

  private async admin(command: readonly string[]): Promise<void> {
    const home = join(this.folder, 'neo4j');
    mkdirSync(join(home, 'conf'), { recursive: true });
    const child = spawn(javaCommand(), adminArguments(neo4jLibDir, 512, command), {
      env: { ...javaEnvironment(), NEO4J_HOME: home, NEO4J_CONF: join(home, 'conf') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        words = `${words}${chunk.toString('utf8')}`.slice(-2_000);
      });
    const code = await new Promise<number | null>((done, reject) => {
      child.on('error', reject);
      child.on('close', done);
    });
    if (code !== 0) throw new Error(`neo4j-admin ${command.slice(0, 2).join(' ')} failed: ${words.trim()}`);
  }
}

/** The running server of a folder, and whether its owner is alive. */
export const runningServer = (folder: string): { readonly pid: number; readonly owned: boolean } | null => {
  const run = readRunFile(folder);
  if (run === null || !isServerOf(run.pid, folder)) return null;
  return { pid: run.pid, owned: isAlive(run.ownerPid) };
};
