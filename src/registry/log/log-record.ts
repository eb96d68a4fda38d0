/** Record of the log: the commitment to one document. Its canonical text is one Merkle leaf. See docs/registry.md. */
import { isSha256Hex } from '../../platform/common/sha256';
import { parseMicros } from '../../platform/common/utc-time';
import { leafHash } from '../proofs/merkle-proof';
import type { LogRecordResponse } from '../registry.dto';
import { RECORD_KINDS, type RecordKind } from './kinds';
import { isDocumentId } from '../registry-path';

export type LogRecord = Readonly<Omit<LogRecordResponse, 'kind'>> & { readonly kind: RecordKind };

/** Canonical text of a record (its members need no escapes): the data of its leaf hash. */
export const recordText = ({ id, kind, made_at, sha256 }: LogRecord): string =>
  `{"id":"${id}","kind":"${kind}","made_at":"${made_at}","sha256":"${sha256}"}`;

export const recordLeaf = (record: LogRecord): string => leafHash(recordText(record));

/** UTC day of the record, and of the file that contains it. */
export const recordDate = (record: LogRecord): string => record.made_at.slice(0, 10);

/** Validates a record from outside; null when it is not exactly one. */
export const readRecord = (value: unknown): LogRecord | null => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 4) return null;
  const { id, kind, made_at, sha256 } = value as Record<string, unknown>;
  if (typeof id !== 'string' || !isDocumentId(id)) return null;
  const known = RECORD_KINDS.find((candidate) => candidate === kind);
  if (known === undefined || !isSha256Hex(sha256)) return null;
  if (typeof made_at !== 'string' || parseMicros(made_at) === null) return null;
  return { id, kind: known, made_at, sha256 };
};
