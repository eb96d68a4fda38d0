import { DEMO_ORIGIN } from '../../../registry/log/demo-origin';
import { checkCoverage, checkDayRecords, checkFreshness, readDays, type SealedDays } from '../../../verification/days';
import { readDocument, readDocuments, type LoggedDocument } from '../../../verification/documents';
import { HOUR_MS } from '../../../platform/common/durations';
import { logKeys, type LogKeys } from '../../../verification/log-keys';
import { insistSigned } from '../../../verification/signed-tree';
import { Broken, insist } from '../../../verification/finding';
import { History } from '../../../verification/history';
import { LOG_PATH, readLog, type LoggedRecords } from '../../../verification/log-text';
import { CHECKPOINT_PATH, documentPath, INDEX_PATH, VKEY_PATH } from '../../../registry/registry-path';
import {
  parseCheckpoint,
  parseVerifierKey,
  verifyCheckpoint,
  type Checkpoint,
} from '../../../registry/proofs/signed-note';
import { formatMicros } from '../../../platform/common/utc-time';
import { gapsOf } from '../../../verification/completeness';
import type { Gap } from '../../../verification/gap';
import type { Sighting } from '../../../verification/outside-clocks';
import { readStreams } from './log-streams';
import type { PublicFiles } from './public-files';
import type { Reading, Report, Verdict } from './report';
import type { SeenLog, SeenLogs } from './seen-logs.store';
import type { ProvenLog } from './proven-log';
import { verifyOutsideClocks, type OutsideClockOptions } from './verify-outside-clocks';

/** Seals are written seconds after midnight, later after an outage. */
const SEAL_GRACE_MS = 2 * HOUR_MS;

export interface LogOptions {
  /** Public key of the log; null for the one seen before, or else the deployment's. */
  readonly vkey: string | null;
  readonly seen: SeenLogs;
  /** UTC ms. */
  readonly now: number;
  /** Address as typed; the last head seen there is stored under it. */
  readonly address?: string | null;
  readonly clocks: OutsideClockOptions;
}

export const verifyLog = async (
  reading: Reading,
  options: LogOptions,
  { vkey, checkpoint, before, known }: SignedHead,
): Promise<ProvenLog> => {
  const { files, report, verdict } = reading;
  const streams = await readStreams(files, checkpoint.treeSize, options.now);
  if (!streams.streamed)
    verdict.left.push(
      'the streams of the log, which this deployment does not serve (its days and documents were read one by one)',
    );
  const log = readLog(streams.log, checkpoint);
  report.held('log', `${checkpoint.treeSize} records lead to the root that ${checkpoint.origin} signed`);
  if (before === null) verdict.left.push(notCompared(checkpoint.origin));
  else extendsSeen(log, checkpoint, before, report, options.seen);
  // Before all lists: evidence of misconduct is never omitted to save requests.
  const keys = await readKeys(files, log, checkpoint.origin, vkey);
  tellKeys(keys, known, report);
  const stated = await verifyOutsideClocks(reading, { log, keys }, options);
  const days = readDays(streams, log, checkpoint.origin);
  for (const { what, note, treeSize, rootHash } of days.notes) insistSigned(what, note, keys, treeSize, rootHash);
  checkDayRecords(days, log);
  chainExtendsSeen(days, before, options.seen);
  report.held('days', `${days.days.length} sealed days chained without a gap`);
  const documents = readDocuments(log.records, await streams.documents(log.records));
  report.held('documents', `every record has the document of its hash`);
  verdict.stage = 'Figures';
  const history = new History();
  for (const document of documents) history.take(document);
  history.finish();
  report.held('rules', rulesHeld(history));
  verdict.stage = 'Complete';
  const { listed, unlisted } = checkCoverage(days, log, history);
  report.held('coverage', `${listed} markets listed, each as the log says`);
  checkFreshness(days, log, options.now, SEAL_GRACE_MS);
  await remember(options, checkpoint, vkey, days);
  const withdrawn = documents.filter(({ proven }) => !proven).length;
  if (withdrawn > 0)
    verdict.left.push(
      `what ${withdrawn} bundles say, for words of theirs were withdrawn and their hash can no longer be recomputed`,
    );
  verdict.answer(
    'Unchanged',
    'yes',
    `${checkpoint.treeSize} records, ${days.days.length} days signed by ${checkpoint.origin}; ${lastSeen(stated.sightings)}`,
  );
  tellGaps(verdict, gapsOf(history, unlisted, options.now), history, listed);
  return { keys, checkpoint, log, documents, history, days, stated };
};

/** Documents of key changes; few, so read one by one: all signatures depend on these keys. */
const readKeys = async (files: PublicFiles, log: LoggedRecords, origin: string, vkey: string): Promise<LogKeys> => {
  const changes: LoggedDocument[] = [];
  for (const [index, record] of log.records.entries()) {
    if (record.kind !== 'key') continue;
    const path = documentPath(record.sha256);
    changes.push(readDocument(path, (await files.get(path)).text, record, index));
  }
  return logKeys(origin, changes, vkey);
};

/** A key known to the reader must be one of them. @throws Broken */
const tellKeys = (keys: LogKeys, known: SignedHead['known'], report: Report): void => {
  for (const { vkey, differs } of known)
    insist(
      keys.some((key) => key.vkey === vkey),
      VKEY_PATH,
      differs,
    );
  if (keys.length > 1)
    report.held(
      'key',
      `changed ${keys.length === 2 ? 'once' : `${keys.length - 1} times`}, each named by the one before; in force is ${keys.at(-1)?.vkey ?? ''}`,
    );
};

const lastSeen = (sightings: readonly Sighting[]): string => {
  const [newest] = [...sightings].sort((left, right) => right.time - left.time || right.treeSize - left.treeSize);
  if (newest === undefined) return 'no clock outside saw it';
  const whose = newest.kind === 'timestamp' ? 'a time-stamping authority' : 'a witness';
  const checked = newest.trusted ? '' : ', whose key or root was not given,';
  return `${whose}${checked} saw ${newest.treeSize} records at ${formatMicros(newest.time).slice(0, 16)}`;
};

const tellGaps = (verdict: Verdict, gaps: readonly Gap[], history: History, listed: number): void => {
  if (gaps.some(({ isLarge }) => isLarge)) verdict.isWrong = true;
  const counted = gaps.filter(({ counts }) => counts);
  const texts = [...counted, ...gaps.filter(({ counts }) => !counts)].map(({ text }) => text);
  const whole = `${history.bundles.size} forecasts of ${listed} listings, none left out`;
  verdict.answer(
    'Complete',
    counted.length === 0 ? 'yes' : 'no',
    (counted.length === 0 ? [whole, ...texts] : texts).join('; '),
  );
};

const rulesHeld = (history: History): string =>
  `${history.intents.size} intents, ${history.bundles.size} forecasts, ${history.trades.size} trades, ${history.settlements.size} settlements follow from each other`;

export interface SignedHead {
  readonly vkey: string;
  readonly checkpoint: Checkpoint;
  readonly before: SeenLog | null;
  /** Keys given or seen before, with the error text if the log never used them. */
  readonly known: readonly { readonly vkey: string; readonly differs: string }[];
}

const SEEN_WITH_ANOTHER = 'is not the key that this log was seen with before';

/** The log's head, signed by a known key or by one trusted on first use. @throws Broken */
export const readHead = async (
  { files, report, verdict }: Reading,
  { vkey: given, seen, address = null }: LogOptions,
): Promise<SignedHead> => {
  const note = (await files.get(CHECKPOINT_PATH)).text;
  const claimed = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  if (claimed === null) throw new Broken(CHECKPOINT_PATH, 'is not a checkpoint');
  const isDemo = claimed.origin === DEMO_ORIGIN;
  const before = isDemo ? null : await seen.get(claimed.origin);
  const other = isDemo || address === null ? null : await seen.otherAt(address, claimed.origin);
  insist(
    other === null,
    CHECKPOINT_PATH,
    `this address showed another log, ${other?.origin ?? ''}, on ${other?.seenAt.slice(0, 10) ?? ''}${begunAnew(seen)}`,
  );
  const line = (await files.get(VKEY_PATH)).text;
  insist(line.endsWith('\n'), VKEY_PATH, 'its line has no end: the answer was cut');
  const published = line.slice(0, -1);
  for (const vkey of [given, published])
    insist(vkey === null || parseVerifierKey(vkey) !== null, 'public key', 'is not a verifier key');
  const noWay = 'and the log names no way from that to this';
  const known = [
    ...(given === null ? [] : [{ vkey: given, differs: `is not the key that was given, ${noWay}` }]),
    ...(before === null ? [] : [{ vkey: before.vkey, differs: `${SEEN_WITH_ANOTHER}, ${noWay}${begunAnew(seen)}` }]),
  ];
  if (given === null && before === null) {
    report.note(`key taken from the deployment on first sight; compare it elsewhere: ${published}`);
    verdict.left.push('whose key this is (it came from the deployment itself; --vkey sets it)');
  }
  const verified = verifyCheckpoint(note, published);
  if (!verified.ok) {
    const [stranger] = known.filter((one) => one.vkey !== published);
    throw stranger === undefined
      ? new Broken(CHECKPOINT_PATH, verified.reason)
      : new Broken(VKEY_PATH, stranger.differs);
  }
  const { origin, treeSize } = verified.checkpoint;
  report.held('checkpoint', `${treeSize} records, signed by ${origin}`);
  return { vkey: published, checkpoint: verified.checkpoint, before, known };
};

const notCompared = (origin: string): string =>
  origin === DEMO_ORIGIN
    ? 'that nothing was rewritten since an earlier visit: each demo begins a log of its own, so none is remembered'
    : 'that nothing was rewritten before this first visit (it is remembered now)';

const begunAnew = ({ path }: SeenLogs): string =>
  `; the log was seen before, as ${path} remembers. Only if you know that it was begun anew, ` +
  'verify it as a new one: --state with another file';

/** The log must extend the remembered one; all its leaves have been read. */
const extendsSeen = (
  log: LoggedRecords,
  { treeSize }: Checkpoint,
  before: SeenLog,
  report: Report,
  seen: SeenLogs,
): void => {
  insist(
    before.treeSize <= treeSize,
    CHECKPOINT_PATH,
    `has ${treeSize} records, fewer than the ${before.treeSize} seen before${begunAnew(seen)}`,
  );
  insist(
    log.rootAt(before.treeSize) === before.rootHash,
    LOG_PATH,
    `the log was rewritten: its first ${before.treeSize} records are not those seen before${begunAnew(seen)}`,
  );
  report.held('consistency', `the ${before.treeSize} records seen before are still the first ${before.treeSize}`);
};

const chainExtendsSeen = ({ days }: SealedDays, before: SeenLog | null, seen: SeenLogs): void => {
  const { headDate, chainHead } = before ?? {};
  if (typeof headDate !== 'string' || typeof chainHead !== 'string') return;
  const day = days.find(({ file }) => file.date === headDate);
  insist(
    day?.entry.object['combined_hash'] === chainHead,
    INDEX_PATH,
    `the log was rewritten: the chain up to ${headDate} is not the one seen before${begunAnew(seen)}`,
  );
};

const remember = async (
  { seen, now, address = null }: LogOptions,
  checkpoint: Checkpoint,
  vkey: string,
  { days }: SealedDays,
): Promise<void> => {
  if (checkpoint.origin === DEMO_ORIGIN) return;
  const last = days.at(-1);
  await seen.put(checkpoint.origin, {
    vkey,
    treeSize: checkpoint.treeSize,
    rootHash: checkpoint.rootHash,
    headDate: last?.file.date ?? null,
    chainHead: last?.entry.text('combined_hash') ?? null,
    seenAt: new Date(now).toISOString(),
  });
  if (address !== null) await seen.putAddress(address, checkpoint.origin, new Date(now).toISOString());
};
