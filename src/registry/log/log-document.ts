/** The text of a logged document: canonical JSON with common leading members, except for bundles. */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { RecordKind } from './log-record';

const DOCUMENT_SCHEMA_VERSION = '1.0.0';

/** @param madeAt of its record @param members its own, in snake_case; docs/registry.md lists them */
export const logDocument = (
  kind: Exclude<RecordKind, 'bundle' | 'receipt'>,
  id: string,
  madeAt: string,
  members: Readonly<Record<string, unknown>>,
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
