import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { sha256Hex } from '../../platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { readIfPresent, writeDurably } from './durable-file.store';

/** The copy of one public file. */
export interface CopiedFile {
  readonly read: () => Promise<string | null>;
  readonly write: (text: string) => Promise<void>;
}

/** Copies of sealed files on disk, readable while the graph is down. One with a wrong hash is treated as missing. */
@Injectable()
export class DayFileStore {
  readonly index: CopiedFile;
  readonly checkpoint: CopiedFile;
  private readonly folder: string;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.folder = join(instanceDir(environment), 'registry', 'public');
    this.index = this.file('index.json');
    this.checkpoint = this.file('checkpoint', false);
  }

  day(date: string): CopiedFile {
    return this.file(join('days', `${date}.json`));
  }

  /** A document as served, spread over 256 folders: one folder of a million files is slow on many disks. */
  document(id: string): CopiedFile {
    return this.file(join('documents', sha256Hex(id).slice(0, 2), `${id}.json`), false);
  }

  /** Number of documents copied, or of withdrawals in the copies. */
  async getCount(name: 'copied' | 'withdrawals'): Promise<number> {
    const text = await this.file(name).read();
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }

  async putCount(name: 'copied' | 'withdrawals', count: number): Promise<void> {
    await this.file(name).write(String(count));
  }

  /** @param flush false where a lost copy is written again */
  private file(name: string, flush = true): CopiedFile {
    const path = join(this.folder, name);
    return { read: () => readIfPresent(path), write: (text) => writeDurably(path, text, { flush }) };
  }
}
