import { Injectable } from '@nestjs/common';
import { present } from '../../platform/common/assert';
import { RegistryRepository } from '../registry.repository';
import { RegistryService } from '../registry.service';
import { CheckpointService } from './checkpoint.service';
import { keyChangeRequest } from './key-change';
import { LogService } from './log.service';

interface KeyChanged {
  readonly vkey: string;
  /** Leaf index of its record: trees that contain it are signed by the new key. */
  readonly leaf_index: number;
}

@Injectable()
export class KeyChangeService {
  constructor(
    private readonly repository: RegistryRepository,
    private readonly registry: RegistryService,
    private readonly checkpoints: CheckpointService,
    private readonly log: LogService,
  ) {}

  /** Can be interrupted at any step: the next call resumes. @throws Error with the reason of the log's refusal */
  async change(): Promise<KeyChanged> {
    await this.registry.open();
    await this.registry.begin();
    const head = present(await this.repository.getHead(), 'a log');
    const { vkey, note } = await this.checkpoints.nextKey(head);
    // After an interrupted change this returns the record of that change.
    const appended = await this.log.append(keyChangeRequest(head.vkey, vkey, note));
    if (appended.kind === 'refused') throw new Error(appended.reason);
    await this.checkpoints.takeNextKey();
    return { vkey, leaf_index: appended.record.leaf_index };
  }
}
