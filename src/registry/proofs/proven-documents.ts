import type { LogRecord } from '../log/log-record';

/** Documents with the proofs that one signed tree has their records. */
export interface ProvenDocuments {
  readonly treeSize: number;
  readonly rootHash: string;
  /** Signed note over both. */
  readonly checkpoint: string;
  readonly documents: readonly {
    readonly record: LogRecord;
    readonly leafIndex: number;
    /** Canonical text of the document. */
    readonly text: string;
    readonly inclusionPath: readonly string[];
  }[];
}

/** Proven documents as receipts and cases contain them. */
export const containedRecords = ({ documents }: ProvenDocuments) =>
  documents.map(({ record, leafIndex, inclusionPath, text }) => ({
    record,
    leaf_index: leafIndex,
    inclusion_path: inclusionPath,
    document: JSON.parse(text) as object,
  }));
