/** Version of the running code: the package's version, and the commit in a checkout. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { packagePath } from './package-root';

/** `1.2.3`: version of package, API and user agent. */
export const { version: VERSION } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as {
  version: string;
};

export const CODE_VERSION = `vedette ${VERSION}`;

const COMMIT = /^[0-9a-f]{40}$/;

const read = (path: string): string | null =>
  existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : null;

/** The commit checked out in a folder, from git's own files; null without a checkout. */
const checkedOutCommit = (root: string): string | null => {
  const dotGit = resolve(root, '.git');
  // In a linked work tree `.git` is a file with the folder's path.
  const linked = /^gitdir: (.+)$/m.exec(read(dotGit) ?? '')?.[1];
  const folder = linked === undefined ? dotGit : resolve(root, linked);
  const head = read(resolve(folder, 'HEAD')) ?? '';
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return COMMIT.test(head) ? head : null;
  const common = read(resolve(folder, 'commondir'));
  const shared = common === null ? folder : resolve(folder, common);
  const loose = read(resolve(folder, ref)) ?? read(resolve(shared, ref));
  const packed = (read(resolve(shared, 'packed-refs')) ?? '')
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.slice(0, 40);
  const commit = loose ?? packed ?? '';
  return COMMIT.test(commit) ? commit : null;
};

export const CODE_COMMIT = checkedOutCommit(dirname(packagePath('package.json')));
