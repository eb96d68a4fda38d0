/** Logged documents: canonical JSON with common leading members, except for bundles. */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { AlsoWritten, AppendRequest, LogSlot } from './log-appender.service';
import type { RecordKind } from './kinds';

const DOCUMENT_SCHEMA_VERSION = '1.0.0';

type DocumentKind = Exclude<RecordKind, 'bundle' | 'receipt'>;
type Members = Readonly<Record<string, unknown>>;

/** @param madeAt of its record @param members its own, in snake_case; docs/registry.md lists them */
export const logDocument = (
  kind: DocumentKind,
  id: string,
  madeAt: string,
  members: Members,
): { readonly text: string; readonly sha256: string } => {
  const text = canonicalJson({
    ...members,
    schema_version: DOCUMENT_SCHEMA_VERSION,
    kind,
    id,
    made_at: madeAt,
  });
  return { text, sha256: sha256Hex(text) };
};

/**
 * The request to append a document.
 *
 * @param membersOf its members at its place in the log
 * @param also rows written with it, by its hash
 */
export const documentRequest = (
  kind: DocumentKind,
  id: string,
  membersOf: (slot: LogSlot) => Members,
  also: (sha256: string, slot: LogSlot) => readonly AlsoWritten[] = () => [],
): AppendRequest => ({
  id,
  kind,
  build: (slot) => {
    const document = logDocument(kind, id, slot.madeAt, membersOf(slot));
    return { ...document, also: also(document.sha256, slot) };
  },
});
