/**
 * Java's own archive of the server's classes (dynamic class-data sharing, JEP 350): the first server that ends in
 * order writes it, and every later one starts with a third less work. It lies among the jars. Java passes over
 * an archive that does not fit its version or the jars, so that a stale one costs nothing but its use.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Folders {
  /** The server's jars. */
  readonly libDir: string;
  /** The one instance that runs on them. */
  readonly homeDir: string;
}

const archiveOf = ({ libDir }: Folders): string => join(libDir, 'classes.jsa');

const draftOf = ({ homeDir }: Folders): string => join(homeDir, 'classes.jsa');

/** Arguments of `java` that read the archive, or write one at the end where there is none yet. */
export const classArchiveArguments = (folders: Folders): string[] => [
  existsSync(archiveOf(folders))
    ? `-XX:SharedArchiveFile=${archiveOf(folders)}`
    : `-XX:ArchiveClassesAtExit=${draftOf(folders)}`,
  // What it warns of is what it passes over.
  '-Xlog:cds*=off',
];

/** To be called when a server has ended in order: keeps the archive that it wrote, unless another was first. */
export const keepClassArchive = (folders: Folders): void => {
  const draft = draftOf(folders);
  if (!existsSync(draft)) return;
  const archive = archiveOf(folders);
  // Renamed into its place, so that no other process reads one that is half written.
  const whole = `${archive}.${process.pid}`;
  try {
    if (!existsSync(archive)) {
      copyFileSync(draft, whole);
      renameSync(whole, archive);
    }
  } catch {
    // A folder that belongs to another user, or a full disk: the next start is as slow as this one.
    rmSync(whole, { force: true });
  }
  rmSync(draft, { force: true });
};
