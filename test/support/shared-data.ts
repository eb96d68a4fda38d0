import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../src/common/package-root';

/**
 * Captured payloads and test vectors kept beside the checkout. A clone elsewhere has none of them:
 * tests that read them are skipped there, and say so in their name.
 */
const sharedRoot = packagePath('..', 'shared', 'data');

export const hasSharedData = existsSync(join(sharedRoot, 'vectors'));

export const sharedPath = (...segments: string[]): string => join(sharedRoot, ...segments);

export const readShared = (...segments: string[]): Buffer => readFileSync(sharedPath(...segments));

/** `describe` where the shared data is present, else a skipped block that names why. */
export const describeShared = (name: string, body: () => void): void => {
  if (hasSharedData) describe(name, body);
  else describe.skip(`${name} (skipped: no ../shared/data beside this checkout)`, body);
};

/** Rows of a JSON Lines file. */
export const readSharedLines = <T>(...segments: string[]): T[] =>
  readShared(...segments)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
