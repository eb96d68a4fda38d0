/** A verification that ends with the error that its verdict holds. */
import type { PublicFiles } from '../../src/delivery/cli/verify/public-files';
import type { Report, Verdict } from '../../src/delivery/cli/verify/report';
import { verifyDeployment, type VerifyDeploymentOptions } from '../../src/delivery/cli/verify/verify-deployment';

/** @throws Broken, Unread or OtherVersion, whatever the verdict ended with */
export const verified = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<Verdict> => {
  const verdict = await verifyDeployment(files, report, { signedWaitMs: 0, ...options });
  if (verdict.failure !== null) throw verdict.failure;
  return verdict;
};
