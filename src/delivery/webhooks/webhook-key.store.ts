import { readOrMakeSeed, SEED } from '../../registry/copies/seed-file.store';

/** Configured, or generated once in the data folder, readable by its owner only; shared by a deployment's instances. */
export const loadWebhookSeed = async (folder: string, configured: string | null): Promise<Buffer> => {
  const text = configured ?? (await readOrMakeSeed(folder, 'webhook-key'));
  const seed = text.trim().toLowerCase();
  if (!SEED.test(seed))
    throw new Error(
      configured === null
        ? 'The key of webhooks in the data folder is damaged: put back webhook-key from a backup, or remove it and give receivers the new secrets.'
        : 'WEBHOOK_SIGNING_KEY must be 64 hex digits',
    );
  return Buffer.from(seed, 'hex');
};
