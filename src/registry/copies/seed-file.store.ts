import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurably, readIfPresent } from '../log/durable-file.store';

/** Seed of an Ed25519 key: 32 bytes as hex. */
export const SEED = /^[0-9a-f]{64}$/;

/** Reads a seed file, or creates it at random, for its owner only. Linked into place: of two processes one key wins. */
export const readOrMakeSeed = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name);
  const known = await readIfPresent(path);
  if (known !== null) return known.trim();
  await createDurably(path, `${randomBytes(32).toString('hex')}\n`);
  await chmod(path, 0o600);
  return ((await readIfPresent(path)) ?? '').trim();
};
