/** Dynamic CDS (JEP 350): later servers start a third faster. Java ignores a stale archive, so it is harmless. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Folders {
  readonly libDir: string;
  readonly homeDir: string;
}

const archiveOf = ({ libDir }: Folders): string => join(libDir, 'classes.jsa');

const draftOf = ({ homeDir }: Folders): string => join(homeDir, 'classes.jsa');

/** Arguments of `java` to use the archive, or to write one on exit if missing. */
export const classArchiveArguments = (folders: Folders): string[] => [
  existsSync(archiveOf(folders))
    ? `-XX:SharedArchiveFile=${archiveOf(folders)}`
    : `-XX:ArchiveClassesAtExit=${draftOf(folders)}`,
  // Suppresses warnings on ignored archives.
  '-Xlog:cds*=off',
];

/** Of a server that was killed, which may have been writing it: Java would ignore a partial archive for ever. */
export const dropClassArchive = (folders: Folders): void => {
  rmSync(draftOf(folders), { force: true });
};

export const keepClassArchive = (folders: Folders): void => {
  const draft = draftOf(folders);
  if (!existsSync(draft)) return;
  const archive = archiveOf(folders);
  // Renamed into place, so that other processes never read a partial file.
  const whole = `${archive}.${process.pid}`;
  try {
    if (!existsSync(archive)) {
      copyFileSync(draft, whole);
      renameSync(whole, archive);
    }
  } catch {
    // A folder of another user, or a full disk: the next start is only slower.
    rmSync(whole, { force: true });
  }
  dropClassArchive(folders);
};
