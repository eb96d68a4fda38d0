import { randomUUID } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../platform/common/canonical-json';
import { isSha256Hex } from '../../platform/common/sha256';
import { readIfPresent, writeDurably } from './durable-file.store';
import { CannotSign } from '../registry-state.service';

/** The largest head of the log that was ever signed here. */
export interface SignedHead {
  readonly origin: string;
  readonly tree_size: number;
  readonly root_hash: string;
}

/** What the operator does when it is not known what was signed. */
export const CONFIRM =
  'Nothing is signed until "vedette registry confirm" has held the database against the last published checkpoint.';

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

  /**
   * Null when there is no such file.
   *
   * @throws CannotSign when the file is damaged
   */
  async read(): Promise<SignedHead | null> {
    const text = await readIfPresent(this.path);
    return text === null ? null : readHead(text);
  }

  /** Writes the first one; where another process was faster, its own stays. */
  async writeFirst(head: SignedHead): Promise<void> {
    const aside = `${this.path}.${randomUUID()}`;
    await writeDurably(aside, canonicalJson(head), { mode: 0o600 });
    try {
      await link(aside, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await rm(aside, { force: true });
    }
  }

  async write(head: SignedHead): Promise<void> {
    await writeDurably(this.path, canonicalJson(head), { mode: 0o600 });
  }
}

const readHead = (text: string): SignedHead => {
  let head: Partial<SignedHead> | null = null;
  try {
    head = JSON.parse(text) as Partial<SignedHead> | null;
  } catch {
    // Cut short: as damaged as one that says something else.
  }
  const { origin, tree_size, root_hash } = head ?? {};
  if (typeof origin !== 'string' || !Number.isSafeInteger(tree_size) || !isSha256Hex(root_hash))
    throw new CannotSign(`The file of the last signed head is damaged. ${CONFIRM}`);
  return { origin, tree_size: tree_size as number, root_hash };
};
