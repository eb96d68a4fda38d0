import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';

const read = (name: string): string => readFileSync(packagePath('test', 'vectors', name), 'utf8');

/** A file of test/vectors: inputs with the outputs of an implementation other than ours. */
export const readVectors = <T>(name: string): T => JSON.parse(read(name)) as T;

/** The rows of one in JSON Lines. */
export const readVectorLines = <T>(name: string): T[] =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
