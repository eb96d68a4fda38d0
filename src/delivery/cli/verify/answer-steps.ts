/** What exchanges said, at the hashes that documents state of it. */
import { sha256Hex } from '../../../platform/common/sha256';
import { answersNamedIn } from '../../../registry/copies/kept-answer.store';
import { answerPath } from '../../../registry/registry-path';
import { Broken, insist } from '../../../verification/finding';
import { canonicalText } from '../../../verification/received-json';
import type { ProvenLog } from './proven-log';
import type { PublicFiles } from './public-files';
import { step, type Step } from './single-step';

/** One for each answer, newest first. @param missing gets the paths of those that the deployment did not keep */
export const answerSteps = (files: PublicFiles, { documents }: ProvenLog, missing: string[]): readonly Step[] => {
  const named = documents.flatMap(({ members }) => answersNamedIn(canonicalText(members.object)));
  return [...new Set(named)].reverse().map((sha256) =>
    step(answerPath(sha256), async (path) => {
      try {
        const { text } = await files.get(path);
        insist(sha256Hex(text) === sha256, path, 'does not have the SHA-256 of its address');
      } catch (error) {
        if (!(error instanceof Broken && error.why.startsWith('is not there'))) throw error;
        missing.push(path);
      }
    }),
  );
};
