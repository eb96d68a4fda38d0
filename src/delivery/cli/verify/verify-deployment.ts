/** All checks of a deployment in their order; each stands on those before it. */
import { isSynthetic } from '../../../verification/claims';
import { Broken, NotSigned, OtherVersion } from '../../../verification/finding';
import type { Sighting } from '../../../verification/outside-clocks';
import { CHECKPOINT_PATH } from '../../../registry/registry-path';
import type { ArchivedCopies } from './archived-copies.client';
import type { Exchanges } from './exchanges.client';
import type { PublicFiles } from './public-files';
import { Unread, Verdict, type Report } from './report';
import { verifyArchive, verifyListedCopies } from './verify-archive';
import { verifyExchanges } from './verify-exchanges';
import { readHead, verifyLog, type LogOptions, type SignedHead } from './verify-log';
import type { ProvenLog } from './proven-log';
import { tellBounds } from './verify-outside-clocks';
import { verifyPublished } from './verify-published';
import { verifySingles } from './verify-singles';

export interface VerifyDeploymentOptions extends LogOptions {
  /** How many single addresses to read, the newest receipts first; null for as many as the limit allows. */
  readonly sample: number | null;
  /** Null when copies in the web archive are not asked for. */
  readonly archive: ArchivedCopies | null;
  /** How long the next head is waited for; five seconds by default. */
  readonly signedWaitMs?: number;
  /** Null when the exchanges are not asked. */
  readonly exchanges: Exchanges | null;
}

/** A deployment that writes meanwhile is read again so often. */
const READINGS_MAX = 3;

/** Between two looks at the head of a log that has records which are not signed yet. */
const SIGNED_WAIT_MS = 5_000;

/** Never throws what a deployment says or leaves out: the verdict has it. */
export const verifyDeployment = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<Verdict> => {
  for (let reading = 1; ; reading++) {
    const verdict = new Verdict();
    let head: SignedHead | null = null;
    try {
      head = await readHead(files, report, verdict, options);
      if (head.checkpoint.treeSize === 0 && head.before === null) throw new Unread('nothing has been recorded yet');
      const proven = await verifyLog(files, report, verdict, options, head);
      await verifyClaims(files, report, verdict, proven, options);
      return verdict;
    } catch (error) {
      // Figures follow the log as it is now: one that grew since its checkpoint was read is read again.
      const asked = error instanceof Broken || error instanceof NotSigned;
      if (asked && head !== null && reading < READINGS_MAX && (await hasGrown(files, head, error, options))) {
        report.note('the log has grown meanwhile; reading again');
        continue;
      }
      concludeWith(verdict, error);
      return verdict;
    }
  }
};

const concludeWith = (verdict: Verdict, error: unknown): void => {
  if (error instanceof Broken) verdict.fail(error);
  else if (error instanceof NotSigned)
    verdict.stop(new Unread(`${error.message}: the rest is not signed yet; try again in a while`), false);
  else if (error instanceof Unread) verdict.stop(error, false);
  else if (error instanceof OtherVersion) verdict.stop(error, true);
  else throw error;
};

const verifyClaims = async (
  files: PublicFiles,
  report: Report,
  verdict: Verdict,
  proven: ProvenLog,
  { sample, archive, clocks, exchanges, now, address = null }: VerifyDeploymentOptions,
): Promise<void> => {
  const { stated } = proven;
  const published = await verifyPublished(files, report, verdict, proven, now);
  await verifySingles(files, report, verdict, { proven, published, stated }, sample);
  const synthetic = isSynthetic(proven.history);
  if (synthetic) report.note('every market, forecast and price of this deployment is invented: it is a demo');
  verdict.stage = 'Unchanged';
  const asked = synthetic ? null : archive;
  const copies = await verifyArchive(asked, report, verdict, proven, published.copies);
  const listed: Sighting[] = [];
  for (const base of asked === null ? [] : new Set([address, proven.days.base]))
    listed.push(...(await verifyListedCopies(asked as ArchivedCopies, report, verdict, proven, base)));
  tellBounds([...stated.sightings, ...copies, ...listed], report, verdict, proven, clocks.quorum);
  verdict.stage = 'Outcomes';
  await verifyExchanges(exchanges, report, verdict, proven, now);
};

/** Whether there is a newer head; of a log that has more records than were signed it is waited for. */
const hasGrown = async (
  files: PublicFiles,
  { checkpoint }: SignedHead,
  error: unknown,
  { signedWaitMs = SIGNED_WAIT_MS }: VerifyDeploymentOptions,
): Promise<boolean> => {
  if (error instanceof NotSigned) await new Promise((resolve) => setTimeout(resolve, signedWaitMs));
  try {
    const size = Number((await files.get(CHECKPOINT_PATH)).text.split('\n')[1]);
    return Number.isSafeInteger(size) && size > checkpoint.treeSize;
  } catch (failure) {
    if (failure instanceof Broken || failure instanceof Unread) return false;
    throw failure;
  }
};
