import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../common/make-folder';
import { formatMillis } from '../common/utc-time';
import { adminArguments } from '../graph/embedded-config';
import { javaCommand, javaEnvironment } from '../graph/embedded-process.service';
import { readRunFile } from '../graph/embedded-server.service';
import { neo4jLibDir } from '../graph/open-graph.service';
import { clearRestore, markRestore } from '../graph/restore-mark.store';
import { isAlive, isServerOf, terminate, withFileLock } from '../graph/process-file.store';
import { BACKUP_FORMAT, readManifest, type BackupFile } from './backup-manifest';

const MANIFEST = 'manifest.json';
const DUMP = 'neo4j.dump';
const FILES = 'files';
/** Marks an incomplete backup, so that the folder of an interrupted one can be reused. */
const UNFINISHED = 'unfinished';
const SIGNED_HEAD = join('registry', 'signed-head.json');
/** Not in backups: the live store, and files recreated at startup. */
const LEFT_OUT = new Set(['neo4j', 'neo4j.json', 'neo4j.lock', 'neo4j.password', 'restore.unfinished']);

type Tell = (message: string) => void;

/** The Community edition dumps only a stopped database: a running service meanwhile answers from its files. */
export class BackupService {
  constructor(
    private readonly folder: string,
    private readonly demo: boolean,
    private readonly tell: Tell,
  ) {}

  /** Writes a backup to an empty or new folder. @param now UTC ms */
  async backup(into: string, now: number): Promise<readonly BackupFile[]> {
    const target = resolve(into);
    if (`${target}${sep}`.startsWith(`${resolve(this.folder)}${sep}`))
      throw new Error(`${into} lies inside of what is backed up`);
    const left = existsSync(target) ? readdirSync(target) : [];
    if (left.length > 0 && !left.includes(UNFINISHED)) throw new Error(`${into} is not empty`);
    if (!existsSync(join(this.folder, 'neo4j', 'data')))
      throw new Error(`No database in ${this.folder}; a server named by NEO4J_URI is backed up with its own tools`);
    makeFolder(target);
    // Only files left by an interrupted backup of this program.
    for (const name of [FILES, DUMP]) rmSync(join(target, name), { recursive: true, force: true });
    writeFileSync(join(target, UNFINISHED), '');
    await withFileLock(join(this.folder, 'neo4j.lock'), async () => {
      await this.stopServer();
      // While the database is stopped nothing is signed, so the files match the dump.
      this.tell('Copying files');
      for (const name of readdirSync(this.folder).filter((entry) => !LEFT_OUT.has(entry)))
        cpSync(join(this.folder, name), join(target, FILES, name), { recursive: true });
      this.tell('Dumping the database');
      await this.admin(['database', 'dump', 'neo4j', `--to-path=${target}`]);
    });
    const files = (await hashFiles(target)).filter(({ path }) => path !== UNFINISHED);
    const manifest = { format: BACKUP_FORMAT, made_at: formatMillis(now), demo: this.demo, files };
    writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    rmSync(join(target, UNFINISHED));
    return files;
  }

  /** A signed head newer than the backup's is kept: the service then reports that, and appends nothing. */
  async restore(from: string): Promise<{ readonly madeAt: string; readonly headKept: boolean }> {
    const source = resolve(from);
    if (!existsSync(join(source, MANIFEST)))
      throw new Error(`${from} is no backup, or one that was not finished: it has no ${MANIFEST}`);
    const manifest = readManifest(readFileSync(join(source, MANIFEST), 'utf8'));
    if (manifest.demo !== this.demo) throw new Error(`The backup is ${manifest.demo ? '' : 'not '}one of the demo`);
    this.tell('Checking the backup');
    await checkFiles(source, manifest.files);
    makeFolder(this.folder);
    return withFileLock(join(this.folder, 'neo4j.lock'), async () => {
      if (this.running()?.owned === true) throw new Error('Stop the service first: its database is running');
      await this.stopServer();
      // Until the last file is in place, the mark prevents a start with incomplete data.
      markRestore(this.folder, source);
      this.tell('Loading the database');
      await this.admin(['database', 'load', 'neo4j', `--from-path=${source}`, '--overwrite-destination=true']);
      const headKept = headSize(this.folder) > headSize(join(source, FILES));
      for (const { path } of manifest.files.filter((file) => file.path.startsWith(`${FILES}/`))) {
        const name = join(...path.split('/').slice(1));
        if (headKept && name === SIGNED_HEAD) continue;
        putFile(join(source, FILES, name), join(this.folder, name));
      }
      clearRestore(this.folder);
      return { madeAt: manifest.made_at, headKept };
    });
  }

  /** The running server of this folder, and whether its owner is alive. */
  private running(): { readonly pid: number; readonly owned: boolean } | null {
    const run = readRunFile(this.folder);
    if (run === null || !isServerOf(run.pid, this.folder)) return null;
    return { pid: run.pid, owned: isAlive(run.ownerPid) };
  }

  private async stopServer(): Promise<void> {
    const server = this.running();
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

/** Tree size of the last signed head in a folder; -1 if there is none. */
const headSize = (folder: string): number => {
  const file = join(folder, SIGNED_HEAD);
  if (!existsSync(file)) return -1;
  const head = JSON.parse(readFileSync(file, 'utf8')) as { tree_size: number };
  return head.tree_size;
};

/** Copies a file with its mode, so that the key stays readable by its owner only. */
const putFile = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, statSync(from).mode & 0o777);
};

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

const hashFiles = async (folder: string): Promise<BackupFile[]> => {
  const files: BackupFile[] = [];
  for (const name of filesUnder(folder))
    files.push({
      path: relative('.', name).split(sep).join('/'),
      bytes: statSync(join(folder, name)).size,
      sha256: await hashFile(join(folder, name)),
    });
  return files;
};

const checkFiles = async (folder: string, files: readonly BackupFile[]): Promise<void> => {
  if (!files.some(({ path }) => path === DUMP)) throw new Error(`The backup has no ${DUMP}`);
  for (const { path, sha256 } of files) {
    const file = join(folder, ...path.split('/'));
    if (!existsSync(file)) throw new Error(`The backup lacks ${path}`);
    if ((await hashFile(file)) !== sha256)
      throw new Error(`${path} of the backup in ${dirname(file)} was changed after it was made`);
  }
};
