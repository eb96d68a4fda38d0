import type { SealedDays } from '../../../verification/days';
import type { LoggedDocument } from '../../../verification/documents';
import type { LogKeys } from '../../../verification/log-keys';
import type { History } from '../../../verification/history';
import type { LoggedRecords } from '../../../verification/log-text';
import type { Sighting } from '../../../verification/outside-clocks';
import type { Checkpoint } from '../../../registry/proofs/note-format';

/** Content of outside-clocks.jsonl. */
export interface StatedClocks {
  /** The file's text; empty if not read. */
  readonly text: string;
  /** Heads in the file. */
  readonly sightings: readonly Sighting[];
  /** Parses a later version of the file. @throws Broken */
  readonly read: (text: string) => Promise<readonly Sighting[]>;
}

/** A log with verified records, signatures and days. */
export interface ProvenLog {
  readonly keys: LogKeys;
  readonly checkpoint: Checkpoint;
  readonly log: LoggedRecords;
  readonly documents: readonly LoggedDocument[];
  readonly history: History;
  readonly days: SealedDays;
  /** Statements of outside clocks on the log. */
  readonly stated: StatedClocks;
}
