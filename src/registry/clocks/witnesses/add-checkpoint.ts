/**
 * The request of C2SP tlog-witness, `add-checkpoint`, as both sides read it:
 *
 * ```
 * old 8                     size of the tree that the witness has cosigned last
 * base64(hash)              consistency proof from there, at most 63 lines
 *
 * example.org/registry      the signed checkpoint
 * …
 * ```
 */
import { EMPTY_ROOT, verifyConsistency } from '../../proofs/merkle-proof';
import { decodeBase64, hexOf, parseCheckpoint, parseNote, type Checkpoint } from '../../proofs/note-format';
import { verifyNote } from '../../proofs/signed-note';

/** Maximum size of a request: 63 hashes and a note. */
export const ADD_CHECKPOINT_BYTES_MAX = 128 * 1024;
/** Content type of the tree size in a 409 response of a witness. */
export const SIZE_TYPE = 'text/x.tlog.size';
const PROOF_LINES_MAX = 63;

interface AddCheckpoint {
  readonly oldSize: number;
  /** 64 hex digits each. */
  readonly proof: readonly string[];
  /** Signed note. */
  readonly note: string;
}

export const addCheckpointText = ({ oldSize, proof, note }: AddCheckpoint): string =>
  `old ${oldSize}\n${proof.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')}\n${note}`;

/** Returns null when the request is malformed. */
export const readAddCheckpoint = (body: string): AddCheckpoint | null => {
  const end = body.indexOf('\n\n');
  if (end === -1) return null;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const oldSize = readSize(/^old (.*)$/.exec(first)?.[1] ?? '');
  if (oldSize === null || lines.length > PROOF_LINES_MAX) return null;
  const proof = lines.map(decodeBase64);
  if (proof.some((bytes) => bytes?.length !== 32)) return null;
  return { oldSize, proof: proof.map((bytes) => hexOf(bytes ?? new Uint8Array())), note: body.slice(end + 2) };
};

/** Parses a number of records without leading zeroes; null for anything else. */
export const readSize = (text: string): number | null =>
  /^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

/** The newest tree of one log that a witness has cosigned. */
export interface WitnessedHead {
  readonly tree_size: number;
  readonly root_hash: string;
}

type WitnessDecision =
  | {
      readonly status: 200;
      readonly checkpoint: Checkpoint;
      readonly text: string;
      readonly note: string;
    }
  /** `size` with 409: the tree size that the witness has. */
  | { readonly status: 400 | 403 | 404 | 409 | 422; readonly reason: string; readonly size?: number };

/**
 * Decides on a request by the rules of C2SP tlog-witness, in their order. The caller must store the new head before it
 * cosigns.
 *
 * @param logs verifier keys of the witnessed logs, by origin
 * @param latest the last cosigned head of this origin, or null
 */
export const decideAddCheckpoint = (
  body: string,
  logs: ReadonlyMap<string, string>,
  latest: (origin: string) => WitnessedHead | null,
): WitnessDecision => {
  const request = readAddCheckpoint(body);
  if (request === null) return { status: 400, reason: 'the request has another form' };
  const parsed = parseNote(request.note);
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.text) : null;
  if (!parsed.ok || checkpoint === null)
    return { status: 400, reason: parsed.ok ? 'the note holds no checkpoint' : parsed.reason };
  const vkey = logs.get(checkpoint.origin);
  if (vkey === undefined) return { status: 404, reason: 'this log is not witnessed here' };
  const signed = verifyNote(request.note, vkey);
  if (!signed.ok) return { status: 403, reason: signed.reason };
  if (request.oldSize > checkpoint.treeSize) return { status: 400, reason: 'old is larger than the checkpoint' };
  const known = latest(checkpoint.origin);
  const size = known?.tree_size ?? 0;
  if (request.oldSize !== size) return { status: 409, reason: `the latest cosigned tree has ${size} records`, size };
  const consistent = verifyConsistency({
    first: size,
    second: checkpoint.treeSize,
    root1: known?.root_hash ?? EMPTY_ROOT,
    root2: checkpoint.rootHash,
    path: request.proof,
  });
  return consistent
    ? { status: 200, checkpoint, text: signed.text, note: request.note }
    : { status: 422, reason: 'the tree does not contain the one that was cosigned before' };
};
