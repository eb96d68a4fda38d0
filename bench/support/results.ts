/** What benches measured, one JSON file each under `bench/results`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';

const fileOf = (bench: string): string => packagePath('bench', 'results', `${bench}.json`);

/** What is kept of earlier runs, or null. */
export const keptResults = <T>(bench: string): T | null =>
  existsSync(fileOf(bench)) ? (JSON.parse(readFileSync(fileOf(bench), 'utf8')) as T) : null;

export const keepResults = (bench: string, results: object): void => {
  mkdirSync(dirname(fileOf(bench)), { recursive: true });
  writeFileSync(fileOf(bench), `${JSON.stringify(results, null, 2)}\n`);
};
