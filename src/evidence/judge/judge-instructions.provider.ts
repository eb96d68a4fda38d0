import { readFileSync } from 'node:fs';
import { packagePath } from '../../platform/common/package-root';
import { sha256Hex } from '../../platform/common/sha256';

export interface JudgeInstructions {
  readonly id: string;
  readonly text: string;
  readonly sha256: string;
}

export const JUDGE_INSTRUCTIONS = Symbol('JudgeInstructions');

export const readJudgeInstructions = (): JudgeInstructions => {
  const text = readFileSync(packagePath('seed', 'prompts', 'judge-1.md'), 'utf8');
  return { id: 'judge-1', text, sha256: sha256Hex(text) };
};
