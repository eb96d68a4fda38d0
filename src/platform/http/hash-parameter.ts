import { isSha256Hex } from '../common/sha256';
import { badParameter } from './problem';

/** Validates a SHA-256 in the path. @throws ProblemException `bad-parameter` */
export const hashOf = (sha256: string): string => {
  if (!isSha256Hex(sha256)) throw badParameter('sha256', 'must be 64 lower-case hex digits');
  return sha256;
};
