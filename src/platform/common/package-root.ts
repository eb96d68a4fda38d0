import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, searched upwards from this file, so that `src` and `dist` agree. */
const packageRoot = (() => {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${__dirname}`);
    folder = parent;
  }
  return folder;
})();

/** Absolute path of a packaged file: `packagePath('seed', 'sources.json')`. */
export const packagePath = (...segments: string[]): string => join(packageRoot, ...segments);
