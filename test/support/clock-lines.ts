/** Lines of outside-clocks.jsonl over a written log, and the files that hold them. */
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { formatMicros } from '../../src/platform/common/utc-time';
import { givenId } from '../../src/registry/clocks/outside-clock';
import { OUTSIDE_CLOCKS_PATH, timestampPath, TIMESTAMPS_PATH } from '../../src/registry/registry-path';
import { checkpointText } from '../../src/registry/proofs/signed-note';
import { checkTimestamp, timestampQuery } from '../../src/registry/clocks/timestamps/timestamp-token';
import { without } from '../../src/verification/received-json';
import type { CosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { ORIGIN, SIGNER, type WrittenLog } from './written-log';

export type ClockLine = Record<string, unknown>;

export const headText = (log: WrittenLog, size: number, root = log.root(size)): string =>
  checkpointText({ origin: ORIGIN, treeSize: size, rootHash: root });

const AUTHORITY = 'https://tsa.example/tsr';

/** A time stamp of the present. */
export const stampedLine = async (
  log: WrittenLog,
  authority: { answer(query: Uint8Array): Buffer | Promise<Buffer> },
  size: number,
): Promise<ClockLine> => {
  const note = log.note(size);
  const token = await authority.answer(await timestampQuery(sha256Hex(note), '0a0b'));
  const result = await checkTimestamp(token, { data: Buffer.from(note), nonce: null, authorities: null });
  if (!result.ok) throw new Error(result.reason);
  const { time, accuracy, signer, policy, serial, chain } = result.timestamp;
  return {
    kind: 'timestamp',
    id: givenId('ts', `authority ${AUTHORITY}`, size),
    authority: AUTHORITY,
    tree_size: size,
    root_hash: log.root(size),
    checkpoint: note,
    time: formatMicros(time),
    accuracy_us: accuracy,
    signer,
    policy,
    serial,
    chain,
    token: token.toString('base64'),
  };
};

/** @param after seconds from its last record to the look of the witness */
export const cosignedLine = (
  log: WrittenLog,
  size: number,
  by: CosignatureSigner,
  after: number,
  root?: string,
): ClockLine => {
  const made = Date.parse(log.records[size - 1]?.made_at ?? '');
  const seconds = Math.floor(made / 1000) + after;
  const text = headText(log, size, root);
  return {
    kind: 'cosignature',
    witness: by.name,
    tree_size: size,
    root_hash: root ?? log.root(size),
    checkpoint: SIGNER.sign(text) + by.cosign(text, seconds),
    time: formatMicros(seconds * 1e6),
  };
};

/** The files in which a deployment serves such lines, by path. */
export const clockFiles = (lines: readonly ClockLine[]): Map<string, Buffer> => {
  const stamps = lines.filter(({ kind }) => kind === 'timestamp');
  const index = stamps.toReversed().map((line) => without(line, 'kind', 'token'));
  return new Map([
    [OUTSIDE_CLOCKS_PATH, Buffer.from(lines.map((line) => `${canonicalJson(line)}\n`).join(''))],
    [TIMESTAMPS_PATH, Buffer.from(canonicalJson(index))],
    ...stamps.map(({ id, token }) => [timestampPath(String(id)), Buffer.from(String(token), 'base64')] as const),
  ]);
};
