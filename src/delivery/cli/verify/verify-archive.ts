/** Anchors count only if they were read and are valid; each copy is an outside clock of its capture. */
import { captureMicros, parseWaybackUrl } from '../../../registry/captures/anchor';
import { groupBy } from '../../../platform/common/group-by';
import { parseMicros } from '../../../platform/common/utc-time';
import { readDayFile } from '../../../registry/log/day-file';
import { Broken, insist } from '../../../verification/finding';
import type { LoggedRecords } from '../../../verification/log-text';
import { TOLERANCE_MICROS, type Sighting } from '../../../verification/outside-clocks';
import { checkCopy, type QuotedCopy } from '../../../verification/published-rows';
import { ARCHIVE_URL, type ArchivedCopies } from './archived-copies.client';
import type { ProvenLog } from './proven-log';
import type { Findings } from './report';
import { insistSigned } from '../../../verification/signed-tree';

const AWAY_AFTER = 3;
const LISTED_READ = 12;

/** For a first visit: a log rebuilt since does not match. @param base null without a public address @throws Broken */
export const verifyListedCopies = async (
  { report, verdict }: Findings,
  archive: ArchivedCopies,
  { log, keys, checkpoint }: Pick<ProvenLog, 'log' | 'keys' | 'checkpoint'>,
  base: string | null,
): Promise<readonly Sighting[]> => {
  // Archives cannot reach addresses that are not public.
  if (base === null || !base.startsWith('https://') || archive.list === undefined) return [];
  const all = await archive.list(`${base}/api/registry/`);
  const listed = (all ?? []).filter((url) => /\/api\/registry\/\d{4}-\d\d-\d\d\.json(?:\?size=\d+)?$/.test(url));
  if (all === null || listed.length === 0) {
    verdict.left.push(
      all === null
        ? 'what the web archive lists of this log (it does not answer)'
        : 'that the log was not made anew (the web archive lists no copy of it)',
    );
    return [];
  }
  const sightings: Sighting[] = [];
  for (const url of spread(listed, LISTED_READ)) {
    const bytes = await archive.read(url);
    if (bytes === null) continue;
    const state = readDayFile(bytes);
    if (!state.ok) throw new Broken(url, `the copy is not a day-file (${state.reason})`);
    const { file } = state;
    insist(file.origin === checkpoint.origin, url, 'the copy is of another log than the one that is served now');
    insistSigned(url, file.checkpoint, keys, file.tree_size, file.root_hash);
    insist(
      file.tree_size <= log.records.length,
      url,
      `the copy has ${file.tree_size} records, more than the log of now: records are withheld`,
    );
    insist(
      log.rootAt(file.tree_size) === file.root_hash,
      url,
      'the copy shows another log than this one: the log was rewritten',
    );
    sightings.push(sightingOf(url, file.tree_size, log));
    report.progress('listed copies', sightings.length, LISTED_READ);
  }
  const read = sightings.length;
  if (read > 0) {
    report.held('listed copies', `${read} of ${listed.length} copies that the web archive lists are of this log`);
    verdict.verified.push(
      `${read} of ${listed.length} copies that the web archive lists, from ${listed[0]?.slice(ARCHIVE_URL.length + 5, ARCHIVE_URL.length + 13) ?? ''} on`,
    );
  }
  if (read < listed.length) verdict.left.push(`${listed.length - read} more copies that the web archive lists`);
  return sightings;
};

/** A capture counts from the end of its second. @throws Broken if it is older than its content */
const sightingOf = (url: string, treeSize: number, log: LoggedRecords): Sighting => {
  const time = captureMicros(parseWaybackUrl(url)?.timestamp ?? '') ?? 0;
  const made = parseMicros(log.records[treeSize - 1]?.made_at ?? '') ?? 0;
  insist(time >= made - TOLERANCE_MICROS, url, 'the copy is older than the last record in it');
  return { kind: 'copy', name: new URL(ARCHIVE_URL).host, treeSize, time, trusted: true };
};

/** At most `most` elements, evenly spaced, with the first and the last. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, n) => all[Math.round((n * (all.length - 1)) / (most - 1))] as T);

/** @param archive null if copies are not checked @returns captured heads. @throws Broken */
export const verifyArchive = async (
  { report, verdict }: Findings,
  archive: ArchivedCopies | null,
  { log, keys, checkpoint, history }: ProvenLog,
  quoted: readonly QuotedCopy[],
): Promise<readonly Sighting[]> => {
  const isInvented = ({ waybackUrl }: QuotedCopy): boolean =>
    history.archive !== null && waybackUrl.startsWith(`${history.archive}/web/`);
  const copies = quoted.filter((copy) => !isInvented(copy));
  const invented = quoted.length - copies.length;
  if (invented > 0)
    verdict.left.push(
      `${invented} copies in ${history.archive ?? ''}, which this demo invented: no clock from outside`,
    );
  if (copies.length === 0) return [];
  for (const { what, waybackUrl } of copies)
    insist(
      waybackUrl.startsWith(`${ARCHIVE_URL}/web/`),
      what,
      `wayback_url is not at ${ARCHIVE_URL}: any other host could be the operator’s own`,
    );
  if (archive === null) {
    verdict.left.push(`the ${copies.length} copies in the web archive that rows quote (not asked for)`);
    return [];
  }
  const byUrl = groupBy(copies, ({ waybackUrl }) => waybackUrl);
  const read = new Map<string, Sighting>();
  let away = 0;
  // Newest first, so that the latest anchors are read before the archive becomes unavailable.
  for (const [url, ofUrl] of [...byUrl].reverse()) {
    if (away === AWAY_AFTER) break;
    const bytes = await archive.read(url);
    report.progress('archived copies', read.size + 1, byUrl.size);
    away = bytes === null ? away + 1 : 0;
    if (bytes === null) continue;
    for (const copy of ofUrl) {
      const state = checkCopy(copy, bytes, log, checkpoint.origin);
      insistSigned(url, state.note, keys, state.treeSize, state.rootHash);
      read.set(url, sightingOf(url, state.treeSize, log));
    }
  }
  const anchored = copies.filter(({ waybackUrl }) => read.has(waybackUrl)).length;
  if (anchored > 0) {
    report.held('archived copies', `${anchored} rows have a copy that was read, from between forecast and resolution`);
    verdict.verified.push(`${anchored} anchors in the web archive`);
  }
  if (anchored < copies.length)
    verdict.unread.push(`${copies.length - anchored} of ${copies.length} copies in the web archive`);
  return [...read.values()];
};
