import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';

/**
 * Payloads recorded from the upstreams and published corpora. They belong to their publishers and are no
 * part of the project: `VEDETTE_CAPTURES` names the folder that holds them, by default the one that lies
 * beside a checkout of the developers. `npm run test:captures` runs the tests that read them.
 */
const root = resolve(process.env['VEDETTE_CAPTURES'] ?? packagePath('..', 'shared', 'data'));

export const capturePath = (...segments: string[]): string => join(root, ...segments);

export const readCapture = (...segments: string[]): Buffer => readFileSync(capturePath(...segments));

/** Rows of a JSON Lines file. */
export const readCaptureLines = <T>(...segments: string[]): T[] =>
  readCapture(...segments)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
