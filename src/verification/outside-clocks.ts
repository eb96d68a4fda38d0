/**
 * Statements of external clocks on the log: time stamps and cosignatures, each over a head of this log. A clock trusted
 * by the reader bounds the time of every earlier record.
 */
import { formatMicros, MICROS_PER_SECOND, parseMicros } from '../platform/common/utc-time';
import { givenId } from '../registry/clocks/outside-clock';
import { OUTSIDE_CLOCKS_PATH } from '../registry/registry-path';
import { checkTimestamp } from '../registry/clocks/timestamps/timestamp-token';
import { cosignatureOf, lookTime } from '../registry/clocks/witnesses/cosignature';
import { decodeBase64, parseNote, type NoteSignature, type VerifierKey } from '../registry/proofs/note-format';
import { Broken } from './finding';
import type { LoggedRecords } from './log-text';
import type { LogKeys } from './log-keys';
import { signedTree } from './signed-tree';
import { linesOf, Members } from './received-json';

/** Tolerance between correct clocks. */
export const TOLERANCE_MICROS = 120 * MICROS_PER_SECOND;

const HEAD = ['kind', 'tree_size', 'root_hash', 'checkpoint', 'time'];
const TIMESTAMP = [...HEAD, 'id', 'authority', 'accuracy_us', 'signer', 'policy', 'serial', 'chain', 'token'];
const COSIGNATURE = [...HEAD, 'witness'];

/** A head of the log stated by a third party. */
export interface Sighting {
  readonly kind: 'timestamp' | 'cosignature' | 'copy';
  /** Subject of the trusted certificate or host of the authority; host of the archive; or witness name `+` key id. */
  readonly name: string;
  readonly treeSize: number;
  /** Latest possible time: the clock's time plus its stated accuracy, microseconds UTC. */
  readonly time: number;
  /** Whether its certificate chains to a root, or its key is one, that the reader passed. */
  readonly trusted: boolean;
}

interface SightingOptions {
  readonly keys: LogKeys;
  readonly witnesses: readonly VerifierKey[];
  /** Root certificates of trusted authorities, PEM; null for none. */
  readonly authorities: readonly string[] | null;
  /** UTC microseconds. */
  readonly now: number;
}

/** Lines of outside-clocks.jsonl. @throws Broken */
export const clockEntries = (text: string): Members[] =>
  linesOf(OUTSIDE_CLOCKS_PATH, text).map((line, index) => {
    const what = `${OUTSIDE_CLOCKS_PATH} line ${index + 1}`;
    return clockEntry(Members.in(what, line));
  });

/** Reads and checks outside-clocks.jsonl. @throws Broken */
export const readSightings = async (
  text: string,
  log: LoggedRecords,
  options: SightingOptions,
): Promise<Sighting[]> => {
  const sightings: Sighting[] = [];
  const stated = new Set<string>();
  for (const entry of clockEntries(text)) {
    insistHead(entry, log, options.keys);
    const sighting = await readSighting(entry, options);
    insistTime(entry, sighting, log, options.now);
    const once = sighting.kind === 'timestamp' ? entry.text('id') : `${sighting.name} ${sighting.treeSize}`;
    entry.insist(!stated.has(once), 'repeats an earlier line');
    stated.add(once);
    sightings.push(sighting);
  }
  return sightings;
};

/** Checks one entry independently of a log. @throws Broken */
export const readSighting = async (
  entry: Members,
  options: Pick<SightingOptions, 'witnesses' | 'authorities'>,
): Promise<Sighting> => (entry.object['kind'] === 'timestamp' ? stamped(entry, options) : cosigned(entry, options));

/** Checks the members of an entry of either kind. @throws Broken */
export const clockEntry = (entry: Members): Members => {
  const kind = entry.text('kind');
  entry.insist(kind === 'timestamp' || kind === 'cosignature', 'is of an unknown kind');
  entry.insistMembers(kind === 'timestamp' ? TIMESTAMP : COSIGNATURE);
  return entry;
};

/** Checks that the statement is over a head of this log, signed by its key. */
const insistHead = (entry: Members, log: LoggedRecords, keys: LogKeys): void => {
  const { treeSize, rootHash } = signedTree(entry.what, entry.text('checkpoint'), keys);
  entry.equal('tree_size', treeSize, 'that of its checkpoint');
  entry.equal('root_hash', rootHash, 'that of its checkpoint');
  entry.insist(treeSize > 0, 'is over a log without records');
  entry.insist(
    treeSize <= log.records.length,
    `is over ${treeSize} records, and the log has ${log.records.length}: records are withheld`,
  );
  entry.insist(
    log.rootAt(treeSize) === rootHash,
    `the log was rewritten: others were shown another tree of ${treeSize} records`,
  );
};

/** The signature lines of a checkpoint: the log's, then as many others as the kind of statement has. */
const insistLines = (entry: Members, others: number): readonly NoteSignature[] => {
  const note = parseNote(entry.text('checkpoint'));
  const lines = note.ok ? note.signatures : [];
  entry.insist(lines.length === 1 + others, `checkpoint has ${lines.length} signatures, not ${1 + others}`);
  return lines;
};

const stamped = async (entry: Members, { authorities }: Pick<SightingOptions, 'authorities'>): Promise<Sighting> => {
  insistLines(entry, 0);
  const data = Buffer.from(entry.text('checkpoint'));
  const token = decodeBase64(entry.text('token'));
  if (token === null) throw new Broken(entry.what, 'token is not base64');
  const result = await checkTimestamp(token, { data, nonce: null, authorities: null });
  if (!result.ok) throw new Broken(entry.what, `the time stamp does not hold: ${result.reason}`);
  const { time, accuracy, signer, policy, serial } = result.timestamp;
  insistTimeOf(entry, time, 'token');
  for (const [name, value] of Object.entries({ accuracy_us: accuracy, signer, policy, serial }))
    entry.equal(name, value, 'which its token says');
  const chain = entry.text('chain');
  entry.insist(chain === 'checked' || chain === 'not checked', 'chain is neither checked nor not checked');
  const [address, treeSize] = [entry.text('authority'), entry.number('tree_size')];
  entry.equal('id', givenId('ts', `authority ${address}`, treeSize), 'that of its authority and size');
  const trusted = authorities !== null && (await checkTimestamp(token, { data, nonce: null, authorities })).ok;
  return {
    kind: 'timestamp',
    // A trusted certificate proves the name; otherwise there is only the operator's label.
    name: trusted ? signer : URL.canParse(address) ? new URL(address).host : address,
    treeSize,
    time: time + (accuracy ?? 0),
    trusted,
  };
};

/** For a witness with an unknown key only the format is checked. */
const cosigned = (entry: Members, { witnesses }: Pick<SightingOptions, 'witnesses'>): Sighting => {
  const [, line] = insistLines(entry, 1);
  const name = entry.text('witness');
  entry.insist(line?.name === name, 'witness is not the one whose line ends its checkpoint');
  const stated = line === undefined ? null : lookTime(line);
  if (stated === null) throw new Broken(entry.what, `${name}: its line is not a cosignature`);
  insistTimeOf(entry, stated, 'cosignature');
  const key = witnesses.find((one) => one.name === name && one.id === line?.keyId);
  const checked = key === undefined ? null : cosignatureOf(entry.text('checkpoint'), key);
  if (checked !== null && 'reason' in checked) throw new Broken(entry.what, `${name}: ${checked.reason}`);
  return {
    kind: 'cosignature',
    name: `${name}+${line?.keyId ?? ''}`,
    treeSize: entry.number('tree_size'),
    time: stated,
    trusted: checked !== null,
  };
};

const insistTimeOf = (entry: Members, time: number, of: 'token' | 'cosignature'): void => {
  entry.insist(entry.text('time') === formatMicros(time), `time is not that of its ${of}`);
};

/** A head cannot be seen before its last record was made, or in the future. */
const insistTime = (entry: Members, { treeSize, time }: Sighting, log: LoggedRecords, now: number): void => {
  const made = parseMicros(log.records[treeSize - 1]?.made_at ?? '') ?? 0;
  entry.insist(
    time >= made - TOLERANCE_MICROS,
    'was seen before its last record was made: one of the two clocks is wrong',
  );
  entry.insist(time <= now + TOLERANCE_MICROS, 'lies in the future');
};

/** Upper bound of each record's time, by external clocks. */
export class OutsideBounds {
  /** By leaf index: name and time of the earliest trusted sighting. */
  private readonly first: ({ readonly name: string; readonly time: number } | null)[];

  /** @param quorum number of witnesses required for a bound */
  constructor(sightings: readonly Sighting[], size: number, quorum: number) {
    const trusted = sightings.filter((one) => one.trusted);
    // Each alone; witnesses by quorum.
    const alone = [...new Set(trusted.filter(({ kind }) => kind !== 'cosignature').map(({ name }) => name))];
    const witnesses = [...new Set(trusted.filter(({ kind }) => kind === 'cosignature').map(({ name }) => name))];
    const of = (name: string): readonly number[] =>
      earliest(
        trusted.filter((one) => one.name === name),
        size,
      );
    const bounds = alone.map((name) => ({ name, times: of(name) }));
    const seen = witnesses.map(of);
    if (witnesses.length >= quorum)
      bounds.push({
        name: quorum === 1 ? witnesses.map(nameOnly).join(', ') : `a quorum of ${quorum} witnesses`,
        times: Array.from({ length: size }, (_, index) => {
          const times = seen.map((one) => one[index] ?? Infinity).sort((a, b) => a - b);
          return times[quorum - 1] ?? Infinity;
        }),
      });
    this.first = Array.from({ length: size }, (_, index) => {
      let best: { name: string; time: number } | null = null;
      for (const { name, times } of bounds) {
        const time = times[index] ?? Infinity;
        if (time < (best?.time ?? Infinity)) best = { name, time };
      }
      return best;
    });
  }

  /** The earliest trusted bound of the record at this index, or null. */
  of(index: number): { readonly name: string; readonly time: number } | null {
    return this.first[index] ?? null;
  }
}

export const nameOnly = (name: string): string => name.replace(/\+[0-9a-f]{8}$/, '');

/** By leaf index: the earliest time of a head with the record; infinite when none. */
const earliest = (sightings: readonly Sighting[], size: number): number[] => {
  const at = new Map<number, number>();
  for (const { treeSize, time } of sightings) at.set(treeSize, Math.min(time, at.get(treeSize) ?? Infinity));
  const times: number[] = Array.from({ length: size }, () => Infinity);
  let best = Infinity;
  for (let index = size - 1; index >= 0; index--) {
    best = Math.min(best, at.get(index + 1) ?? Infinity);
    times[index] = best;
  }
  return times;
};

/** The largest head cosigned by a quorum of distinct witness keys, or null. */
export const quorumHead = (sightings: readonly Sighting[], quorum: number): number | null => {
  const by = new Map<number, Set<string>>();
  for (const { kind, trusted, treeSize, name } of sightings)
    if (kind === 'cosignature' && trusted) by.set(treeSize, (by.get(treeSize) ?? new Set()).add(name));
  const sizes = [...by].filter(([, names]) => names.size >= quorum).map(([treeSize]) => treeSize);
  return sizes.length === 0 ? null : Math.max(...sizes);
};
