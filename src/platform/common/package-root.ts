import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json, found upwards from this file: the same from `src` and `dist`. */
const packageRoot = (() => {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = parent;
  }
  return folder;
})();

/** Absolute path of a file that ships with Vedette: `packagePath('seed', 'sources.json')`. */
export const packagePath = (...segments: string[]): string => join(packageRoot, ...segments);
