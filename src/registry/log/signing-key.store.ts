import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeSeed, SEED } from '../copies/seed-file.store';
import { CannotSign } from '../registry-state.service';
import { readIfPresent } from './durable-file.store';

const FILE = 'signing-key';
/** The key that a rotation has made, until it has taken the place of the one before. */
const NEXT = 'signing-key.next';

const seedOf = (text: string, what: string): Buffer => {
  const seed = text.trim().toLowerCase();
  if (!SEED.test(seed)) throw new CannotSign(what);
  return Buffer.from(seed, 'hex');
};

/**
 * The Ed25519 seeds that may sign checkpoints, the one in use first: the configured one, else one that is generated
 * once into the data folder, readable by its owner only; then that of a rotation which has begun. Never printed;
 * losing it ends the log's signatures.
 */
export const loadSigningSeeds = async (folder: string, configured: string | null): Promise<readonly Buffer[]> => {
  if (configured !== null && !SEED.test(configured.trim().toLowerCase()))
    throw new Error('REGISTRY_SIGNING_KEY must be 64 hex digits');
  const now = seedOf(
    configured ?? (await readOrMakeSeed(folder, FILE)),
    'The signing key in the data folder is damaged: put back registry/signing-key from a backup.',
  );
  const next = await readIfPresent(join(folder, NEXT));
  return next === null
    ? [now]
    : [now, seedOf(next, 'The next signing key in the data folder is damaged: registry/signing-key.next.')];
};

/** The seed of the next key; the same one until it has taken its place. */
export const makeNextSeed = async (folder: string): Promise<Buffer> =>
  seedOf(await readOrMakeSeed(folder, NEXT), 'registry/signing-key.next is damaged: delete it and start again.');

/** Takes away a next key that is in use from elsewhere. */
export const dropNextSeed = async (folder: string): Promise<void> => {
  await rm(join(folder, NEXT), { force: true });
};

/** The next key takes the place of the one before. */
export const takeNextSeed = async (folder: string): Promise<void> => {
  await rename(join(folder, NEXT), join(folder, FILE));
};
