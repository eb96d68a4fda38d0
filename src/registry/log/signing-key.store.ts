import { CannotSign } from '../registry-state.service';
import { readOrMakeSeed, SEED } from '../copies/seed-file.store';

/**
 * The Ed25519 seed that signs checkpoints: the configured one, else one that is generated once into
 * the data folder, readable by its owner only. Never printed; losing it ends the log's signatures.
 */
export const loadSigningSeed = async (folder: string, configured: string | null): Promise<Buffer> => {
  if (configured !== null) {
    const seed = configured.trim().toLowerCase();
    if (!SEED.test(seed)) throw new Error('REGISTRY_SIGNING_KEY must be 64 hex digits');
    return Buffer.from(seed, 'hex');
  }
  const seed = await readOrMakeSeed(folder, 'signing-key');
  if (!SEED.test(seed))
    throw new CannotSign('The signing key in the data folder is damaged: put back registry/signing-key from a backup.');
  return Buffer.from(seed, 'hex');
};
