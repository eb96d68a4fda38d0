/** The instructions for the model: a named prompt file with its hash. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { sha256Hex } from '../platform/common/sha256';

/** Current version of the instructions. Older files are kept for their bundles. */
export const PROMPT_ID = 'forecast-3';

export type Instructions = Readonly<ReturnType<typeof readInstructions>>;

/** The file's name, text and SHA-256. */
export const readInstructions = (id: string = PROMPT_ID) => {
  const text = readFileSync(packagePath('seed', 'prompts', `${id}.md`), 'utf8');
  return { id, text, sha256: sha256Hex(text) };
};
