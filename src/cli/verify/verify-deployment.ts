/** All checks of a deployment in their order; each stands on those before it. */
import type { ArchivedCopies } from './archived-copies.client';
import type { PublicFiles } from './public-files';
import type { Report } from './report';
import { listMarkets, verifyArchive, verifyCompleteness } from './verify-completeness';
import { verifyCoverage, verifyDocuments } from './verify-documents';
import { verifyLog, type LogOptions } from './verify-log';
import { verifyDataset, verifyTrackRecord } from './verify-published';

export interface VerifyDeploymentOptions extends LogOptions {
  /** How many of the newest bundles and proofs to fetch; null for all. */
  readonly sample: number | null;
  readonly copies: ArchivedCopies;
  /** UTC ms. */
  readonly now: number;
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
  // Listed first: what is decided in between is in the dataset at most, and not missing from it.
  const markets = await listMarkets(files);
  const rows = await verifyDataset(files, report, log, bundles);
  verifyCompleteness(report, bundles, markets, rows, options.now);
  await verifyTrackRecord(files, report, log);
  await verifyArchive(report, options.copies, rows.slice(-(options.sample ?? rows.length)));
};
