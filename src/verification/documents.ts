/** Reads the documents of a log from two streams: every record has a document with its hash. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import type { LogRecord } from '../registry/log/log-record';
import { Broken, insist, NotSigned } from './finding';
import { linesOf, Members } from './received-json';

export const DOCUMENTS_PATH = '/api/registry/documents.jsonl';
export const BUNDLES_PATH = '/api/registry/bundles.jsonl';

export interface LoggedDocument {
  readonly index: number;
  readonly record: LogRecord;
  readonly members: Members;
  /** False if its bytes no longer have the record's hash: texts of a bundle 1.0.0 were withdrawn. */
  readonly proven: boolean;
}

/** Documents in log order. @param texts bodies of documents.jsonl and bundles.jsonl */
export const readDocuments = (
  records: readonly LogRecord[],
  texts: { readonly documents: string; readonly bundles: string },
): readonly LoggedDocument[] => {
  const others = linesOf(DOCUMENTS_PATH, texts.documents);
  const bundles = linesOf(BUNDLES_PATH, texts.bundles);
  let other = 0;
  let bundle = 0;
  const found = records.map((record, index) => {
    const isBundle = record.kind === 'bundle';
    const line = isBundle ? bundles[bundle] : others[other];
    const path = isBundle ? BUNDLES_PATH : DOCUMENTS_PATH;
    const what = `${path} line ${isBundle ? ++bundle : ++other} (${record.kind} ${record.id})`;
    if (line === undefined) throw new Broken(what, 'is missing, but its record is in the log');
    return readDocument(what, line, record, index);
  });
  for (const [path, given, read] of [
    [DOCUMENTS_PATH, others, other],
    [BUNDLES_PATH, bundles, bundle],
  ] as const)
    if (given.length > read)
      throw new NotSigned(`${path}: has ${given.length} lines, and the log ${read} such records`);
  acceptWithdrawn(found);
  return found;
};

/** Whether a bundle is of version 1.0.0, which has neither an intent nor draws. */
export const isFirstVersion = ({ members }: LoggedDocument): boolean => members.object['schema_version'] === '1.0.0';

export const readDocument = (what: string, text: string, record: LogRecord, index: number): LoggedDocument => {
  const proven = sha256Hex(text) === record.sha256;
  insist(proven || record.kind === 'bundle', what, `has the SHA-256 ${sha256Hex(text)}, the log says ${record.sha256}`);
  const members = Members.in(what, text);
  if (record.kind === 'bundle') {
    members.equal('bundle_id', record.id, 'which its record says');
    members.equal('made_at', record.made_at, 'which its record says');
  } else {
    members.equal('schema_version', '1.0.0', 'the version that is known here');
    for (const name of ['kind', 'id', 'made_at'] as const) members.equal(name, record[name], 'which its record says');
  }
  return { index, record, members, proven };
};

/** A differing hash is only accepted for a bundle 1.0.0 named by a withdrawal in the log. */
const acceptWithdrawn = (documents: readonly LoggedDocument[]): void => {
  const named = new Set(
    documents.filter(({ record }) => record.kind === 'withdrawal').flatMap(({ members }) => members.list('bundles')),
  );
  for (const { proven, record, members } of documents) {
    if (proven) continue;
    const old = members.object['schema_version'] === '1.0.0';
    members.insist(
      old && named.has(record.id),
      `does not have the SHA-256 that the log states (${record.sha256})${old ? ', and no withdrawal in the log names it' : ''}`,
    );
  }
};
