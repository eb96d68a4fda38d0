/** All checks of a deployment in their order; each stands on those before it. */
import type { PublicFiles } from './public-files';
import type { Report } from './report';
import { verifyCoverage, verifyDocuments } from './verify-documents';
import { verifyLog, type LogOptions } from './verify-log';
import { verifyDataset, verifyTrackRecord } from './verify-published';

export interface VerifyDeploymentOptions extends LogOptions {
  /** How many of the newest bundles and proofs to fetch; null for all. */
  readonly sample: number | null;
}

/** @throws Broken at the first thing that does not hold, Unfinished when it cannot be looked at */
export const verifyDeployment = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<void> => {
  const log = await verifyLog(files, report, options);
  const all = log.records.map((_, index) => index);
  const chosen =
    options.sample === null ? all : all.slice(Math.max(0, all.length - options.sample));
  if (chosen.length < all.length) {
    report.note(
      `only ${chosen.length} of ${all.length} bundles and proofs are looked at (--sample)`,
    );
  }
  const bundles = await verifyDocuments(files, report, log, chosen);
  verifyCoverage(report, log, bundles);
  await verifyDataset(files, report, log, bundles);
  await verifyTrackRecord(files, report, log);
};
