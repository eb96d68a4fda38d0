/** All checks of a deployment in their order; each stands on those before it. */
import { isSynthetic } from '../../../verification/claims';
import { Broken } from '../../../verification/finding';
import { CHECKPOINT_PATH } from '../../../registry/registry-path';
import type { ArchivedCopies } from './archived-copies.client';
import type { Exchanges } from './exchanges.client';
import type { PublicFiles } from './public-files';
import { Verdict, type Report } from './report';
import { verifyArchive, verifyListedCopies } from './verify-archive';
import { verifyExchanges } from './verify-exchanges';
import { readHead, verifyLog, type LogOptions, type ProvenLog, type SignedHead } from './verify-log';
import { tellBounds, verifyOutsideClocks, type OutsideClockOptions } from './verify-outside-clocks';
import { verifyPublished } from './verify-published';
import { verifySingles } from './verify-singles';

export interface VerifyDeploymentOptions extends LogOptions {
  /** How many single addresses to read, the newest receipts first; null for as many as the limit allows. */
  readonly sample: number | null;
  /** Null when copies in the web archive are not asked for. */
  readonly archive: ArchivedCopies | null;
  /** Whose word on the time of the log counts. */
  readonly clocks: OutsideClockOptions;
  /** Null when the exchanges are not asked. */
  readonly exchanges: Exchanges | null;
}

/** A deployment that writes meanwhile is read again so often. */
const READINGS_MAX = 3;

/** @throws Broken at the first thing that does not hold, Unread when it cannot be looked at */
export const verifyDeployment = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<Verdict> => {
  for (let reading = 1; ; reading++) {
    const verdict = new Verdict();
    const head = await readHead(files, report, verdict, options);
    try {
      const proven = await verifyLog(files, report, verdict, options, head);
      await verifyClaims(files, report, verdict, proven, options);
      return verdict;
    } catch (error) {
      // Figures follow the log as it is now: one that grew since its checkpoint was read is read again.
      const grown = error instanceof Broken && reading < READINGS_MAX && (await hasGrown(files, head));
      if (!grown) throw error;
      report.note('the log has grown meanwhile; reading again');
    }
  }
};

const verifyClaims = async (
  files: PublicFiles,
  report: Report,
  verdict: Verdict,
  proven: ProvenLog,
  { sample, archive, clocks, exchanges, now }: VerifyDeploymentOptions,
): Promise<void> => {
  const published = await verifyPublished(files, report, verdict, proven, now);
  const stated = await verifyOutsideClocks(files, report, verdict, proven, { ...clocks, now });
  await verifySingles(files, report, verdict, { proven, published, stated }, sample);
  const synthetic = isSynthetic(proven.history);
  if (synthetic) report.note('every market, forecast and price of this deployment is invented: it is a demo');
  const copies = await verifyArchive(synthetic ? null : archive, report, verdict, proven, published.copies);
  const listed =
    archive === null || synthetic ? [] : await verifyListedCopies(archive, report, verdict, proven, proven.days.base);
  tellBounds([...stated.sightings, ...copies, ...listed], report, verdict, proven, clocks.quorum);
  await verifyExchanges(exchanges, report, verdict, proven);
};

const hasGrown = async (files: PublicFiles, { checkpoint }: SignedHead): Promise<boolean> => {
  const size = Number((await files.get(CHECKPOINT_PATH)).text.split('\n')[1]);
  return Number.isSafeInteger(size) && size > checkpoint.treeSize;
};
