import { join } from 'node:path';
import { canonicalJson } from '../common/canonical-json';
import { isSha256Hex } from '../common/sha256';
import { readIfPresent, writeDurably } from './durable-file.store';

/** The largest head of the log that was ever signed here. */
export interface SignedHead {
  readonly origin: string;
  readonly tree_size: number;
  readonly root_hash: string;
}

/**
 * Remembers the last signed head in a small file beside the database. A database that was put back to
 * an older state then shows, because it does not contain what was already signed; a log that signed
 * two histories would be worthless to its readers.
 */
export class SignedHeadStore {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'signed-head.json');
  }

  /** Null when nothing was signed here yet. Throws when the file is there and unreadable. */
  async read(): Promise<SignedHead | null> {
    const text = await readIfPresent(this.path);
    if (text === null) return null;
    const { origin, tree_size, root_hash } = JSON.parse(text) as Partial<SignedHead>;
    if (typeof origin !== 'string' || !Number.isSafeInteger(tree_size) || !isSha256Hex(root_hash)) {
      throw new Error('The file of the last signed head is damaged');
    }
    return { origin, tree_size: tree_size as number, root_hash };
  }

  async write(head: SignedHead): Promise<void> {
    await writeDurably(this.path, canonicalJson(head), { mode: 0o600 });
  }
}
