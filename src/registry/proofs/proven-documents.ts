import type { LogRecord } from '../log/log-record';

export interface ProvenDocuments {
  readonly treeSize: number;
  readonly rootHash: string;
  readonly checkpoint: string;
  readonly documents: readonly {
    readonly record: LogRecord;
    readonly leafIndex: number;
    readonly text: string;
    readonly inclusionPath: readonly string[];
  }[];
}

export const containedRecords = ({ documents }: ProvenDocuments) =>
  documents.map(({ record, leafIndex, inclusionPath, text }) => ({
    record,
    leaf_index: leafIndex,
    inclusion_path: inclusionPath,
    document: JSON.parse(text) as object,
  }));
