import { join } from 'node:path';
import { canonicalJson } from '../../platform/common/canonical-json';
import { isSha256Hex } from '../../platform/common/sha256';
import { createDurably, readIfPresent, writeDurably } from './durable-file.store';
import { CannotSign } from '../registry-state.service';

export interface SignedHead {
  readonly origin: string;
  readonly tree_size: number;
  readonly root_hash: string;
}

export const CONFIRM =
  'Nothing is signed until "vedette registry confirm" has compared the database with the last published checkpoint.';

/** Stores the last signed head outside the database, to detect a database restored to an older state. */
export class SignedHeadStore {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, 'signed-head.json');
  }

  /** Null when the file does not exist. @throws CannotSign when the file is damaged */
  async read(): Promise<SignedHead | null> {
    const text = await readIfPresent(this.path);
    return text === null ? null : readHead(text);
  }

  /** Writes the first one, unless another process has. */
  async writeFirst(head: SignedHead): Promise<void> {
    await createDurably(this.path, canonicalJson(head));
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
    // Truncated JSON counts as damaged too.
  }
  const { origin, tree_size, root_hash } = head ?? {};
  if (typeof origin !== 'string' || !Number.isSafeInteger(tree_size) || !isSha256Hex(root_hash))
    throw new CannotSign(`The file of the last signed head is damaged. ${CONFIRM}`);
  return { origin, tree_size: tree_size as number, root_hash };
};
