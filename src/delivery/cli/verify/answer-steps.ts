/** What exchanges said, at the hashes that documents state of it. */
import { fieldsOf } from '../../../platform/common/foreign-json';
import { isSha256Hex, sha256Hex } from '../../../platform/common/sha256';
import { answerPath } from '../../../registry/registry-path';
import type { LoggedDocument } from '../../../verification/documents';
import { insist } from '../../../verification/finding';
import type { ProvenLog } from './proven-log';
import { getIfThere, type PublicFiles } from './public-files';
import { step, type Step } from './single-step';

/** One for each answer, newest first. @param missing gets the paths of those that the deployment did not keep */
export const answerSteps = (files: PublicFiles, { documents }: ProvenLog, missing: string[]): readonly Step[] => {
  const named = documents.map(answerOf).filter((sha256) => isSha256Hex(sha256));
  return [...new Set(named)].reverse().map((sha256) =>
    step(answerPath(sha256), async (path) => {
      const answer = await getIfThere(files, path);
      if (answer === null) missing.push(path);
      else insist(sha256Hex(answer.text) === sha256, path, 'does not have the SHA-256 of its address');
    }),
  );
};

/** The hash of what its exchange said, as the quote of a bundle or an exit states it, or an outcome itself. */
const answerOf = ({ record: { kind }, members: { object } }: LoggedDocument): unknown => {
  const quote = kind === 'bundle' ? fieldsOf(object['input'])['market'] : object['quote'];
  return fieldsOf(kind === 'bundle' || kind === 'exit' ? quote : object)['raw_sha256'];
};
