/**
 * The log of a deployment from its public bytes: signed checkpoint, hash chain, every day-file, and the
 * whole Merkle tree grown again from the records. Nothing is believed that can be recomputed.
 */
import { sha256Hex } from '../../common/sha256';
import { MICROS_PER_DAY, nextDate, parseMicros, startOfDay, utcDate } from '../../common/utc-time';
import { parseWaybackUrl } from '../../registry/anchor';
import { readDayFile, type CoverageEntry, type DayFile } from '../../registry/day-file';
import { firstBrokenLink } from '../../registry/hash-chain';
import { recordLeaf, type LogRecord } from '../../registry/log-record';
import { verifyConsistency } from '../../registry/merkle-proof';
import { appendLeaf, rootOf, type Frontier } from '../../registry/merkle-tree';
import { CHECKPOINT_PATH, consistencyPath, dayFilePath, INDEX_PATH, VKEY_PATH } from '../../registry/registry-path'; // prettier-ignore
import { parseCheckpoint, parseVerifierKey, verifyCheckpoint, type Checkpoint } from '../../registry/signed-note'; // prettier-ignore
import type { PublicFiles } from './public-files';
import { insistMembers, readCanonical, readObject } from './received-json';
import { Broken, insist, type Report } from './report';
import type { SeenCheckpoints } from './seen-checkpoints.store';

export interface ProvenLog {
  readonly vkey: string;
  readonly checkpoint: Checkpoint;
  /** All records up to the checkpoint, in log order. */
  readonly records: readonly LogRecord[];
  /** `combined_hash` of the last sealed day, or null before the first. */
  readonly chainHead: string | null;
  readonly days: number;
  readonly headDate: string | null;
  /** Of each sealed day. */
  readonly coverage: ReadonlyMap<string, readonly CoverageEntry[]>;
}

export interface LogOptions {
  /** Public key of the log; null takes the one seen before, or else the deployment's word for it. */
  readonly vkey: string | null;
  readonly seen: SeenCheckpoints;
}

const ENTRY_MEMBERS = [
  'date',
  'prev_hash',
  'day_sha256',
  'combined_hash',
  'n_records',
  'tree_size',
  'root_hash',
  'url',
  'anchored_at',
  'wayback_url',
];

/** Checks the log and remembers its checkpoint. @throws Broken at the first thing that does not hold */
export const verifyLog = async (
  files: PublicFiles,
  report: Report,
  options: LogOptions,
): Promise<ProvenLog> => {
  const { vkey, checkpoint, note } = await signedHead(files, report, options);
  await extendsSeen(files, report, options.seen, checkpoint);
  const { chain, today } = await hashChain(files, report);
  const walk = new DayWalk(files, report, vkey, checkpoint);
  await walk.sealedDays(chain);
  await walk.openDays(chain.at(-1)?.date ?? null, today);
  walk.finish(note);
  await options.seen.put(checkpoint.origin, { vkey, ...checkpoint });
  return {
    vkey,
    checkpoint,
    records: walk.records,
    chainHead: chain.at(-1)?.combined_hash ?? null,
    days: chain.length,
    headDate: chain.at(-1)?.date ?? null,
    coverage: walk.coverage,
  };
};

const signedHead = async (
  files: PublicFiles,
  report: Report,
  { vkey: given, seen }: LogOptions,
): Promise<{ vkey: string; checkpoint: Checkpoint; note: string }> => {
  const note = (await files.get(CHECKPOINT_PATH)).text;
  const claimed = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  if (claimed === null) throw new Broken(CHECKPOINT_PATH, 'is no checkpoint');
  const remembered = (await seen.get(claimed.origin))?.vkey ?? null;
  const vkey = given ?? remembered ?? (await files.get(VKEY_PATH)).text.trim();
  insist(parseVerifierKey(vkey) !== null, 'public key', 'is no verifier key');
  const differs = given !== null && remembered !== null && given !== remembered;
  insist(!differs, 'public key', 'is not the key with which this log was seen before');
  if (given === null && remembered === null) {
    report.note(`key taken from the deployment on first sight; compare it elsewhere: ${vkey}`);
  }
  const verified = verifyCheckpoint(note, vkey);
  if (!verified.ok) {
    const pinned = given === null && remembered !== null;
    throw new Broken(CHECKPOINT_PATH, verified.reason + (pinned ? seenAs(seen) : ''));
  }
  const { origin, treeSize } = verified.checkpoint;
  report.held('checkpoint', `${treeSize} records, signed by ${origin}`);
  return { vkey, checkpoint: verified.checkpoint, note };
};

/** Why a log that was begun anew, as each new demo is, fails against what was seen of the one before. */
const seenAs = ({ path }: SeenCheckpoints): string =>
  `; the log was seen before, as ${path} remembers. Only if you know that it was begun anew, ` +
  'verify it as a new one: --state with another file';

/** The log must still begin with what was seen of it earlier. */
const extendsSeen = async (
  files: PublicFiles,
  report: Report,
  seen: SeenCheckpoints,
  checkpoint: Checkpoint,
): Promise<void> => {
  const before = await seen.get(checkpoint.origin);
  if (before === null) return;
  const { treeSize: first, rootHash: root1 } = before;
  const { treeSize: second, rootHash: root2 } = checkpoint;
  insist(
    first <= second,
    CHECKPOINT_PATH,
    `has ${second} records, fewer than the ${first} seen before${seenAs(seen)}`,
  );
  await verifyGrowth(files, { first, second, root1, root2 });
  report.held('consistency', `the ${first} records seen before are still the first ${first}`);
};

/** Fetches and checks one consistency proof between two known heads. */
export const verifyGrowth = async (
  files: PublicFiles,
  heads: { first: number; second: number; root1: string; root2: string },
): Promise<void> => {
  const path = consistencyPath(heads.first, heads.second);
  const proof = readObject(path, readCanonical(path, (await files.get(path)).text));
  insistMembers(path, proof, ['first', 'path', 'root1', 'root2', 'second']);
  const stated = Object.entries(heads).every(([member, value]) => proof[member] === value);
  insist(stated, path, 'is not about these two heads');
  insist(verifyConsistency({ ...heads, path: proof['path'] }), path, 'does not verify');
};

interface ReceivedEntry {
  readonly date: string;
  readonly prev_hash: string;
  readonly day_sha256: string;
  readonly combined_hash: string;
  readonly n_records: unknown;
  readonly tree_size: unknown;
  readonly root_hash: unknown;
}

const hashChain = async (
  files: PublicFiles,
  report: Report,
): Promise<{ chain: ReceivedEntry[]; today: string }> => {
  const { text, headers } = await files.get(INDEX_PATH);
  const value = readCanonical(INDEX_PATH, text);
  insist(Array.isArray(value), INDEX_PATH, 'is no array');
  const entries = (value as unknown[]).map((entry, index) => {
    const what = `${INDEX_PATH} entry ${index}`;
    const object = readObject(what, entry);
    insistMembers(what, object, ENTRY_MEMBERS);
    return object;
  });
  const broken = firstBrokenLink(entries);
  if (broken !== null) {
    const date = entries[broken.index]?.['date'];
    throw new Broken(`${INDEX_PATH} entry ${broken.index} (${String(date)})`, broken.reason);
  }
  entries.forEach((entry, index) => {
    insistUnhashed(`${INDEX_PATH} entry ${index} (${String(entry['date'])})`, entry);
  });
  report.held('hash chain', `${entries.length} days linked without a gap`);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return { chain: entries as unknown as ReceivedEntry[], today: utcDate(now * 1000) };
};

/** Members outside the hashes can only be checked for sense. */
const insistUnhashed = (what: string, entry: Readonly<Record<string, unknown>>): void => {
  const { date, url, anchored_at, wayback_url } = entry;
  const path = dayFilePath(date as string);
  insist(typeof url === 'string' && URL.canParse(url) && url.endsWith(path), what, 'url is not that of its day-file'); // prettier-ignore
  const sealed = typeof anchored_at === 'string' ? parseMicros(anchored_at) : null;
  const over = startOfDay(nextDate(date as string));
  insist(
    sealed !== null && sealed >= over,
    what,
    'anchored_at is not a time after the end of its day',
  );
  // The deployment may have moved since: what counts is which file was copied.
  const captured = typeof wayback_url === 'string' ? parseWaybackUrl(wayback_url) : null;
  const copy = captured !== null && captured.url.endsWith(path);
  insist(wayback_url === null || copy, what, 'wayback_url is not a copy of its day-file');
};

/** Grows the tree again, day-file by day-file. */
class DayWalk {
  readonly records: LogRecord[] = [];
  readonly coverage = new Map<string, readonly CoverageEntry[]>();
  private frontier: Frontier = [];
  private lastMadeAt = '';

  constructor(
    private readonly files: PublicFiles,
    private readonly report: Report,
    private readonly vkey: string,
    private readonly checkpoint: Checkpoint,
  ) {}

  async sealedDays(chain: readonly ReceivedEntry[]): Promise<void> {
    for (const [index, entry] of chain.entries()) {
      const path = dayFilePath(entry.date);
      const { text } = await this.files.get(path);
      const sha256 = sha256Hex(text);
      insist(sha256 === entry.day_sha256, path, `its bytes have the SHA-256 ${sha256}, the chain says ${entry.day_sha256}`); // prettier-ignore
      const file = this.take(path, text);
      insist(file.sealed && file.date === entry.date, path, 'is not the sealed file of its day');
      insist(file.prev_hash === entry.prev_hash, path, 'prev_hash is not that of the chain');
      const { n_records, tree_size, root_hash } = file;
      const same = n_records === entry.n_records && tree_size === entry.tree_size && root_hash === entry.root_hash; // prettier-ignore
      insist(same, path, 'n_records, tree_size or root_hash is not that of the chain');
      this.coverage.set(file.date, file.coverage ?? []);
      this.report.progress('day-files', index + 1, chain.length);
    }
    this.report.held('day-files', `${chain.length} sealed files have the hashes of the chain`);
  }

  /** Days that are not sealed yet, until every record of the checkpoint was seen. */
  async openDays(lastSealed: string | null, today: string): Promise<void> {
    let date = lastSealed === null ? await this.firstDay(today) : nextDate(lastSealed);
    let files = 0;
    while (this.records.length < this.checkpoint.treeSize) {
      const path = dayFilePath(date);
      const answer = await this.files.find(path);
      const missing = this.checkpoint.treeSize - this.records.length;
      if (answer === null)
        throw new Broken(path, `is not there, and ${missing} records are missing`);
      const file = this.take(path, answer.text);
      insist(file.date === date, path, 'is the file of another day');
      files++;
      date = nextDate(date);
    }
    if (files > 0) this.report.held('open days', `${files} files with the records since`);
  }

  /** Before the first seal the log began today, or yesterday around midnight. */
  private async firstDay(today: string): Promise<string> {
    const yesterday = utcDate(startOfDay(today) - MICROS_PER_DAY);
    return (await this.files.find(dayFilePath(yesterday))) === null ? today : yesterday;
  }

  /** The tree of all records must be the tree that was signed. */
  finish(note: string): void {
    const { treeSize } = this.checkpoint;
    let frontier: Frontier = [];
    this.records.slice(0, treeSize).forEach((record, index) => {
      frontier = appendLeaf(frontier, index, recordLeaf(record)).frontier;
    });
    const same = rootOf(frontier) === this.checkpoint.rootHash;
    insist(same, CHECKPOINT_PATH, 'signs another tree than that of the records in the day-files');
    insist(verifyCheckpoint(note, this.vkey).ok, CHECKPOINT_PATH, 'does not verify');
    this.records.length = Math.min(this.records.length, treeSize);
    this.report.held('merkle tree', `${treeSize} records give the signed root`);
  }

  private take(path: string, text: string): DayFile {
    const read = readDayFile(text);
    if (!read.ok) throw new Broken(path, read.reason);
    const { file } = read;
    insist(file.origin === this.checkpoint.origin, path, 'is of another log');
    const continues = file.first_leaf_index === this.records.length;
    insist(continues, path, `begins at record ${file.first_leaf_index} where ${this.records.length} should follow`); // prettier-ignore
    for (const record of file.records) {
      insist(record.made_at > this.lastMadeAt, path, `record ${record.id} is not later than the one before`); // prettier-ignore
      this.lastMadeAt = record.made_at;
      this.frontier = appendLeaf(this.frontier, this.records.length, recordLeaf(record)).frontier;
      this.records.push(record);
    }
    insist(rootOf(this.frontier) === file.root_hash, path, 'root_hash is not that of the records');
    const signed = verifyCheckpoint(file.checkpoint, this.vkey);
    if (!signed.ok) throw new Broken(path, `checkpoint: ${signed.reason}`);
    const { treeSize, rootHash } = signed.checkpoint;
    const own = treeSize === file.tree_size && rootHash === file.root_hash;
    insist(own, path, 'its checkpoint signs another tree');
    return file;
  }
}
