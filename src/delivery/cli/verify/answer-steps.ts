import { addTo } from '../../../platform/common/group-by';
import { isSha256Hex, sha256Hex } from '../../../platform/common/sha256';
import { answerPath } from '../../../registry/registry-path';
import { answerNamedIn, checkAnswer } from '../../../verification/answers';
import type { LoggedDocument } from '../../../verification/documents';
import { insist } from '../../../verification/finding';
import type { ProvenLog } from './proven-log';
import { getIfThere, type PublicFiles } from './public-files';
import { step, type Step } from './single-step';

/** One per response, newest first. @param missing receives the paths of those that the deployment did not keep */
export const answerSteps = (files: PublicFiles, { documents }: ProvenLog, missing: string[]): readonly Step[] => {
  const naming = new Map<string, LoggedDocument[]>();
  for (const document of documents) {
    const sha256 = answerNamedIn(document);
    if (isSha256Hex(sha256)) addTo(naming, sha256, document);
  }
  return [...naming].reverse().map(([sha256, by]) =>
    step(answerPath(sha256), async (path) => {
      const answer = await getIfThere(files, path);
      if (answer === null) {
        missing.push(path);
        return;
      }
      insist(sha256Hex(answer.text) === sha256, path, 'does not have the SHA-256 of its address');
      for (const document of by) checkAnswer(document, answer.text);
    }),
  );
};
