/** Copies that rows quote as their anchors: counted only when they were read and are what they must be. */
import { insist } from '../../verification/finding';
import { checkCopy, type QuotedCopy } from '../../verification/published-rows';
import { ARCHIVE_URL, type ArchivedCopies } from './archived-copies.client';
import type { Report, Verdict } from './report';
import { insistSigned, type ProvenLog } from './verify-log';

/** Copies in a row that cannot be read, after which the archive counts as away. */
const AWAY_AFTER = 3;

/** @param archive null when copies are not asked for. @throws Broken */
export const verifyArchive = async (
  archive: ArchivedCopies | null,
  report: Report,
  verdict: Verdict,
  { log, vkey, checkpoint }: ProvenLog,
  copies: readonly QuotedCopy[],
): Promise<void> => {
  if (copies.length === 0) {
    verdict.left.push('when forecasts were made by any clock but the deployment’s (no row names a copy elsewhere)'); // prettier-ignore
    return;
  }
  for (const { what, waybackUrl } of copies)
    insist(waybackUrl.startsWith(`${ARCHIVE_URL}/web/`), what, `wayback_url is not at ${ARCHIVE_URL}: any other host could be the operator’s own`); // prettier-ignore
  if (archive === null) {
    verdict.left.push(`the ${copies.length} copies in the web archive that rows quote (not asked for)`); // prettier-ignore
    return;
  }
  const byUrl = new Map<string, QuotedCopy[]>();
  for (const copy of copies)
    byUrl.set(copy.waybackUrl, [...(byUrl.get(copy.waybackUrl) ?? []), copy]);
  const read = new Set<string>();
  let away = 0;
  // Newest first: what is read before an archive goes away is what was anchored last.
  for (const [url, quoted] of [...byUrl].reverse()) {
    if (away === AWAY_AFTER) break;
    const bytes = await archive.read(url);
    report.progress('archived copies', read.size + 1, byUrl.size);
    away = bytes === null ? away + 1 : 0;
    if (bytes === null) continue;
    for (const copy of quoted) {
      const state = checkCopy(copy, bytes, log, checkpoint.origin);
      insistSigned(url, state.note, vkey, state.treeSize, state.rootHash);
    }
    read.add(url);
  }
  const anchored = copies.filter(({ waybackUrl }) => read.has(waybackUrl)).length;
  if (anchored > 0) {
    report.held('archived copies', `${anchored} rows have a copy that was read, from between forecast and resolution`); // prettier-ignore
    verdict.verified.push(`${anchored} anchors in the web archive`);
  }
  if (anchored < copies.length)
    verdict.unread.push(`${copies.length - anchored} of ${copies.length} copies in the web archive`); // prettier-ignore
};
