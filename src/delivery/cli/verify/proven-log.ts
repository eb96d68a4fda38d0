import type { SealedDays } from '../../../verification/days';
import type { LoggedDocument } from '../../../verification/documents';
import type { LogKeys } from '../../../verification/log-keys';
import type { History } from '../../../verification/history';
import type { LoggedRecords } from '../../../verification/log-text';
import type { Sighting } from '../../../verification/outside-clocks';
import type { Checkpoint } from '../../../registry/proofs/note-format';

/** What was read of outside-clocks.jsonl. */
export interface StatedClocks {
  /** The file; empty where it was not read. */
  readonly text: string;
  /** The heads that it states. */
  readonly sightings: readonly Sighting[];
  /** Reads the file as it is later. @throws Broken */
  readonly read: (text: string) => Promise<readonly Sighting[]>;
}

/** A log whose records, signatures and days hold together. */
export interface ProvenLog {
  readonly keys: LogKeys;
  readonly checkpoint: Checkpoint;
  readonly log: LoggedRecords;
  readonly documents: readonly LoggedDocument[];
  readonly history: History;
  readonly days: SealedDays;
  /** What clocks outside stated of the log. */
  readonly stated: StatedClocks;
}
