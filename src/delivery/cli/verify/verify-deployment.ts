import { isSynthetic } from '../../../verification/claims';
import { Broken, NotSigned, OtherVersion } from '../../../verification/finding';
import type { Sighting } from '../../../verification/outside-clocks';
import { CHECKPOINT_PATH } from '../../../registry/registry-path';
import type { ArchivedCopies } from './archived-copies.client';
import type { Exchanges } from './exchanges.client';
import type { PublicFiles } from './public-files';
import { Unread, Verdict, type Reading, type Report } from './report';
import { verifyArchive, verifyListedCopies } from './verify-archive';
import { verifyExchanges } from './verify-exchanges';
import { readHead, verifyLog, type LogOptions, type SignedHead } from './verify-log';
import type { ProvenLog } from './proven-log';
import { tellBounds } from './verify-outside-clocks';
import { verifyPublished } from './verify-published';
import { verifySingles } from './verify-singles';

export interface VerifyDeploymentOptions extends LogOptions {
  /** Number of single addresses to read, newest receipts first; null for as many as the limit allows. */
  readonly sample: number | null;
  /** Null to skip web archive copies. */
  readonly archive: ArchivedCopies | null;
  /** Pause before the next read of the head, in ms; five seconds by default. */
  readonly signedWaitMs?: number;
  /** Null to skip the exchanges. */
  readonly exchanges: Exchanges | null;
}

const READINGS_MAX = 3;

/** Pause between reads of the head while records are not signed yet. */
const SIGNED_WAIT_MS = 5_000;

/** Never throws for errors of the deployment; they are in the verdict. */
export const verifyDeployment = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<Verdict> => {
  for (let reading = 1; ; reading++) {
    const verdict = new Verdict();
    const whole = { files, report, verdict };
    let head: SignedHead | null = null;
    try {
      head = await readHead(whole, options);
      if (head.checkpoint.treeSize === 0 && head.before === null) throw new Unread('nothing has been recorded yet');
      const proven = await verifyLog(whole, options, head);
      await verifyClaims(whole, proven, options);
      return verdict;
    } catch (error) {
      // Figures follow the current log, so if it has grown since the checkpoint, everything is read again.
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
  reading: Reading,
  proven: ProvenLog,
  { sample, archive, clocks, exchanges, now, address = null }: VerifyDeploymentOptions,
): Promise<void> => {
  const { report, verdict } = reading;
  const published = await verifyPublished(reading, proven, now);
  await verifySingles(reading, proven, published, sample);
  const synthetic = isSynthetic(proven.history);
  if (synthetic) report.note('every market, forecast and price of this deployment is invented: it is a demo');
  verdict.stage = 'Unchanged';
  const asked = synthetic ? null : archive;
  const copies = await verifyArchive(reading, asked, proven, published.copies);
  const listed: Sighting[] = [];
  for (const base of asked === null ? [] : new Set([address, proven.days.base]))
    listed.push(...(await verifyListedCopies(reading, asked as ArchivedCopies, proven, base)));
  tellBounds(reading, [...proven.stated.sightings, ...copies, ...listed], proven, clocks.quorum);
  verdict.stage = 'Outcomes';
  await verifyExchanges(reading, exchanges, proven, now);
};

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
