import type { SealedDays } from '../../../verification/days';
import type { LoggedDocument } from '../../../verification/documents';
import type { LogKeys } from '../../../verification/log-keys';
import type { History } from '../../../verification/history';
import type { LoggedRecords } from '../../../verification/log-text';
import type { Sighting } from '../../../verification/outside-clocks';
import type { Checkpoint } from '../../../registry/proofs/note-format';

export interface StatedClocks {
  readonly text: string;
  readonly sightings: readonly Sighting[];
  /** Parses a later version of the file. @throws Broken */
  readonly read: (text: string) => Promise<readonly Sighting[]>;
}

export interface ProvenLog {
  readonly keys: LogKeys;
  readonly checkpoint: Checkpoint;
  readonly log: LoggedRecords;
  readonly documents: readonly LoggedDocument[];
  readonly history: History;
  readonly days: SealedDays;
  readonly stated: StatedClocks;
}
