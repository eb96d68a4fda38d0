import { Injectable } from '@nestjs/common';
import { present } from '../../platform/common/assert';
import { RegistryRepository } from '../registry.repository';
import { RegistryService } from '../registry.service';
import { CheckpointService } from './checkpoint.service';
import { keyChangeRequest } from './key-change';
import { LogService } from './log.service';

interface KeyChanged {
  readonly vkey: string;
  /** Position of its record: trees that contain it are signed by the new key. */
  readonly leaf_index: number;
}

/** Gives the log another key. */
@Injectable()
export class KeyChangeService {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly registry: RegistryService,
    private readonly checkpoints: CheckpointService,
    private readonly log: LogService,
  ) {}

  /** Ended at any step it goes on where it was when it is called again. @throws Error that says what the log refuses */
  async change(): Promise<KeyChanged> {
    await this.registry.open();
    await this.registry.begin();
    const head = present(await this.repository.getHead(), 'a log');
    const { vkey, note } = await this.checkpoints.nextKey(head);
    // Named already by a change that ended before the file took its place, the record is the one of then.
    const appended = await this.log.append(keyChangeRequest(head.vkey, vkey, note));
    if (appended.kind === 'refused') throw new Error(appended.reason);
    await this.checkpoints.takeNextKey();
    return { vkey, leaf_index: appended.record.leaf_index };
  }
}
