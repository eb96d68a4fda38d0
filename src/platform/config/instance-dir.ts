import { isAbsolute, join } from 'node:path';
import { packagePath } from '../common/package-root';
import type { Environment } from './environment';

export const instanceDir = (environment: Pick<Environment, 'dataDir' | 'demo'>): string => {
  const base = isAbsolute(environment.dataDir) ? environment.dataDir : packagePath(environment.dataDir);
  return join(base, environment.demo ? 'demo' : 'live');
};
