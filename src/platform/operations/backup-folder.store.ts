/** The folder of a backup: its manifest, its files, and the parts of the data folder that are saved and restored. */
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
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../common/make-folder';
import { clearRestore, markRestore } from '../graph/restore-mark.store';
import { BACKUP_FORMAT, readManifest, type BackupFile, type BackupManifest } from './backup-manifest';

export const DUMP = 'neo4j.dump';
export const RECORDS = 'records.jsonl.gz';
const MANIFEST = 'manifest.json';
const FILES = 'files';
/** Marks an incomplete backup, so that the folder of an interrupted one can be reused. */
const UNFINISHED = 'unfinished';
const SIGNED_HEAD = join('registry', 'signed-head.json');
/** Not in backups: the live store, and files recreated at startup. */
const LEFT_OUT = new Set(['neo4j', 'neo4j.json', 'neo4j.lock', 'neo4j.password', 'restore.unfinished']);
/** A file on its way to its name. */
const ASIDE = /^\.|\.tmp$/;

export type Tell = (message: string) => void;

interface Backup {
  /** Absolute path of its folder. */
  readonly source: string;
  readonly manifest: BackupManifest;
}

export interface Restored {
  readonly madeAt: string;
  /** Whether the folder kept a signed head that is newer than the backup's. */
  readonly headKept: boolean;
}

/** The folder of a new backup of `folder`, emptied of an interrupted one. @throws Error if anything else is in it */
export const openTarget = (into: string, folder: string): string => {
  const target = resolve(into);
  if (`${target}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw new Error(`${into} is inside the folder that is backed up`);
  const left = existsSync(target) ? readdirSync(target) : [];
  if (left.length > 0 && !left.includes(UNFINISHED)) throw new Error(`${into} is not empty`);
  makeFolder(target);
  for (const name of [FILES, DUMP, RECORDS]) rmSync(join(target, name), { recursive: true, force: true });
  writeFileSync(join(target, UNFINISHED), '');
  return target;
};

/** Copies a data folder. @param without paths within it that are made again from the graph */
export const takeFiles = (folder: string, target: string, without: readonly string[] = []): void => {
  const omitted = new Set(without.map((path) => join(folder, path)));
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!LEFT_OUT.has(name))
      cpSync(join(folder, name), join(target, FILES, name), {
        recursive: true,
        filter: (source) => !omitted.has(source) && !ASIDE.test(basename(source)),
      });
};

/** Writes the manifest, which makes the backup complete. */
export const finishTarget = async (
  target: string,
  about: Pick<BackupManifest, 'made_at' | 'demo' | 'log'>,
): Promise<readonly BackupFile[]> => {
  const files = (await hashFiles(target)).filter(({ path }) => path !== UNFINISHED);
  const manifest = { format: BACKUP_FORMAT, ...about, files };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  rmSync(join(target, UNFINISHED));
  return files;
};

/** The manifest of a complete backup. @throws Error if it is none */
export const openSource = (from: string, demo: boolean): BackupManifest => {
  if (!existsSync(join(from, MANIFEST)))
    throw new Error(`${from} is not a backup, or one that was not finished: it has no ${MANIFEST}`);
  const manifest = readManifest(readFileSync(join(from, MANIFEST), 'utf8'));
  if (manifest.demo !== demo) throw new Error(`The backup is ${manifest.demo ? '' : 'not '}one of the demo`);
  return manifest;
};

export const holds = ({ files }: BackupManifest, name: string): boolean => files.some(({ path }) => path === name);

/** @throws Error if it is not a complete backup, or names the first file that is missing or differs */
export const openChecked = async (from: string, demo: boolean, tell: Tell): Promise<Backup> => {
  const source = resolve(from);
  const manifest = openSource(source, demo);
  tell('Checking the backup');
  await checkFiles(source, manifest);
  return { source, manifest };
};

const checkFiles = async (folder: string, { files }: BackupManifest): Promise<void> => {
  for (const { path, sha256 } of files) {
    const file = join(folder, ...path.split('/'));
    if (!existsSync(file)) throw new Error(`The backup lacks ${path}`);
    if ((await hashFile(file)) !== sha256)
      throw new Error(`${path} of the backup in ${dirname(file)} was changed after it was made`);
  }
};

/**
 * Fills a data folder from a checked backup: its database, then its files. Until the last is in place, a mark prevents a
 * start with incomplete data.
 */
export const fillFolder = async (
  folder: string,
  { source, manifest }: Backup,
  load: () => Promise<void>,
): Promise<Restored> => {
  makeFolder(folder);
  markRestore(folder, source);
  await load();
  const { headKept } = putFiles(source, manifest, folder);
  clearRestore(folder);
  return { madeAt: manifest.made_at, headKept };
};

/** Puts the files of a backup into a data folder, except a signed head that is older than the one there. */
const putFiles = (source: string, { files }: BackupManifest, folder: string): { headKept: boolean } => {
  const headKept = (signedHead(folder)?.tree_size ?? -1) > (signedHead(join(source, FILES))?.tree_size ?? -1);
  for (const { path } of files.filter((file) => file.path.startsWith(`${FILES}/`))) {
    const name = join(...path.split('/').slice(1));
    if (headKept && name === SIGNED_HEAD) continue;
    putFile(join(source, FILES, name), join(folder, name));
  }
  return { headKept };
};

/** The last signed head in a data folder, or null. */
export const signedHead = (folder: string): { readonly origin: string; readonly tree_size: number } | null => {
  const file = join(folder, SIGNED_HEAD);
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as { origin: string; tree_size: number };
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
