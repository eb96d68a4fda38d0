import { readFileSync } from 'node:fs';
import { readJson, UnreadableError } from '../platform/common/foreign-json';
import { packagePath } from '../platform/common/package-root';
import { readTrackedSeed, type TrackedSeed } from './tracked-market';

/** Reads and validates `seed/tracked-markets.json`. @throws UnreadableError naming the error */
export const loadTrackedSeed = (path: string = packagePath('seed', 'tracked-markets.json')): TrackedSeed => {
  try {
    return readTrackedSeed(readJson(readFileSync(path)));
  } catch (error) {
    throw new UnreadableError(`tracked-markets.json: ${(error as Error).message}`, { cause: error });
  }
};
