import { Inject, Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { sha256Hex } from '../../platform/common/sha256';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { readIfPresent, writeDurably } from './durable-file.store';
import { isDocumentId } from '../registry-path';

type Count = 'copied' | 'withdrawals';

/** Copies of sealed files on disk, readable while the graph is down. One with a wrong hash is treated as missing. */
@Injectable()
export class DayFileStore {
  private readonly folder: string;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.folder = join(instanceDir(environment), 'registry', 'public');
  }

  async putDay(date: string, text: string): Promise<void> {
    await writeDurably(this.dayPath(date), text);
  }

  async getDay(date: string): Promise<string | null> {
    return readIfPresent(this.dayPath(date));
  }

  async putIndex(text: string): Promise<void> {
    await writeDurably(join(this.folder, 'index.json'), text);
  }

  async getIndex(): Promise<string | null> {
    return readIfPresent(join(this.folder, 'index.json'));
  }

  async putCheckpoint(note: string): Promise<void> {
    await writeDurably(join(this.folder, 'checkpoint'), note, { flush: false });
  }

  async getCheckpoint(): Promise<string | null> {
    return readIfPresent(join(this.folder, 'checkpoint'));
  }

  /** A document as served. Not flushed: a lost copy is written again. */
  async putDocument(id: string, text: string): Promise<void> {
    await writeDurably(this.documentPath(id), text, { flush: false });
  }

  async getDocument(id: string): Promise<string | null> {
    return isDocumentId(id) ? readIfPresent(this.documentPath(id)) : null;
  }

  /** Number of documents copied, or of withdrawals in the copies. */
  async getCount(name: Count): Promise<number> {
    const text = await readIfPresent(join(this.folder, name));
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }

  async putCount(name: Count, count: number): Promise<void> {
    await writeDurably(join(this.folder, name), String(count));
  }

  private dayPath(date: string): string {
    return join(this.folder, 'days', `${date}.json`);
  }

  /** Spread over 256 folders: one folder of a million files is slow on many disks. */
  private documentPath(id: string): string {
    return join(this.folder, 'documents', sha256Hex(id).slice(0, 2), `${id}.json`);
  }
}
