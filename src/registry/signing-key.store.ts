import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent } from './durable-file.store';
import { CannotSign } from './registry-state.service';

const SEED = /^[0-9a-f]{64}$/;

/**
 * The Ed25519 seed that signs checkpoints: the configured one, else one that is generated once into
 * the data folder, readable by its owner only. Never printed; losing it ends the log's signatures.
 */
export const loadSigningSeed = async (
  folder: string,
  configured: string | null,
): Promise<Buffer> => {
  if (configured !== null) {
    const seed = configured.trim().toLowerCase();
    if (!SEED.test(seed)) throw new Error('REGISTRY_SIGNING_KEY must be 64 hex digits');
    return Buffer.from(seed, 'hex');
  }
  const path = join(folder, 'signing-key');
  const text = (await readIfPresent(path)) ?? (await generate(folder, path));
  if (!SEED.test(text.trim()))
    throw new CannotSign(
      'The signing key in the data folder is damaged: put back registry/signing-key from a backup.',
    );
  return Buffer.from(text.trim(), 'hex');
};

/** Written aside and linked into place: of two processes that start at once, one key wins. */
const generate = async (folder: string, path: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.signing-key.${process.pid}.${randomBytes(4).toString('hex')}`);
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
  await chmod(path, 0o600);
  return (await readIfPresent(path)) ?? '';
};
