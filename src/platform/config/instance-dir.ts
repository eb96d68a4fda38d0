import { isAbsolute, join } from 'node:path';
import { packagePath } from '../common/package-root';
import type { Environment } from './environment';

/** Folder of all that this deployment keeps on disk; the demo's is apart from the real one's. */
export const instanceDir = (environment: Pick<Environment, 'dataDir' | 'demo'>): string => {
  const base = isAbsolute(environment.dataDir) ? environment.dataDir : packagePath(environment.dataDir);
  return join(base, environment.demo ? 'demo' : 'live');
};
