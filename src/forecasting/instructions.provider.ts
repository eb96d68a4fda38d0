/** The instructions for the model: a named prompt file with its hash. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { sha256Hex } from '../platform/common/sha256';

export interface Instructions {
  /** Name and version of the file: `forecast-2`. */
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
}

/** Current version of the instructions. Older files are kept for their bundles. */
export const PROMPT_ID = 'forecast-3';

export const readInstructions = (id: string = PROMPT_ID): Instructions => {
  const text = readFileSync(packagePath('seed', 'prompts', `${id}.md`), 'utf8');
  return { id, text, sha256: sha256Hex(text) };
};
