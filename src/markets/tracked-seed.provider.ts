import { readFileSync } from 'node:fs';
import { readJson, UnreadableError } from '../platform/common/foreign-json';
import { packagePath } from '../platform/common/package-root';
import { readTrackedSeed, type TrackedSeed } from './tracked-market';

/** `seed/tracked-markets.json`, checked. @throws UnreadableError naming what is wrong */
export const loadTrackedSeed = (path: string = packagePath('seed', 'tracked-markets.json')): TrackedSeed => {
  try {
    return readTrackedSeed(readJson(readFileSync(path)));
  } catch (error) {
    throw new UnreadableError(`tracked-markets.json: ${(error as Error).message}`, { cause: error });
  }
};
