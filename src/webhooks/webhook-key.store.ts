import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SEED = /^[0-9a-f]{64}$/;

/**
 * The seed of every signature of a delivery: the configured one, else one that is generated once into the
 * data folder, readable by its owner only. Instances of one deployment share it.
 */
export const loadWebhookSeed = async (
  folder: string,
  configured: string | null,
): Promise<Buffer> => {
  const path = join(folder, 'webhook-key');
  const text = configured ?? (await readIfThere(path)) ?? (await generate(folder, path));
  const seed = text.trim().toLowerCase();
  if (!SEED.test(seed))
    throw new Error(
      configured === null
        ? 'The key of webhooks in the data folder is damaged: put back webhook-key from a backup, or remove it and give receivers the new secrets.'
        : 'WEBHOOK_SIGNING_KEY must be 64 hex digits',
    );
  return Buffer.from(seed, 'hex');
};

/** Written aside and linked into place: of two processes that start at once, one key wins. */
const generate = async (folder: string, path: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `.webhook-key.${process.pid}.${randomBytes(4).toString('hex')}`);
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
  return (await readIfThere(path)) ?? '';
};

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
