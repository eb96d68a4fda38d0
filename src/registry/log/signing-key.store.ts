import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeSeed, SEED } from '../copies/seed-file.store';
import { CannotSign } from '../registry-state.service';
import { readIfPresent } from './durable-file.store';

const FILE = 'signing-key';
const NEXT = 'signing-key.next';

const seedOf = (text: string, what: string): Buffer => {
  const seed = text.trim().toLowerCase();
  if (!SEED.test(seed)) throw new CannotSign(what);
  return Buffer.from(seed, 'hex');
};

/**
 * The Ed25519 seeds that may sign checkpoints, the active one first: the configured one, else one generated once into
 * the data folder, readable by its owner only; then the next one of a rotation. Never printed; without it the log
 * cannot be signed any more.
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

export const makeNextSeed = async (folder: string): Promise<Buffer> =>
  seedOf(await readOrMakeSeed(folder, NEXT), 'registry/signing-key.next is damaged: delete it and start again.');

export const dropNextSeed = async (folder: string): Promise<void> => {
  await rm(join(folder, NEXT), { force: true });
};

export const takeNextSeed = async (folder: string): Promise<void> => {
  await rename(join(folder, NEXT), join(folder, FILE));
};
