import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What an earlier verification saw of one log. */
export interface SeenCheckpoint {
  readonly vkey: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

/** Default place of the file: the state folder of the user. */
export const defaultStatePath = (): string =>
  join(
    process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'),
    'vedette',
    'seen-checkpoints.json',
  );

/**
 * Remembers the last checkpoint seen of each log. A log that shows one history to one reader and
 * another to the next is caught by readers who remember.
 */
export class SeenCheckpoints {
  constructor(readonly path: string) {}

  async get(origin: string): Promise<SeenCheckpoint | null> {
    return (await this.read())[origin] ?? null;
  }

  async put(origin: string, seen: SeenCheckpoint): Promise<void> {
    const all = { ...(await this.read()), [origin]: seen };
    await mkdir(dirname(this.path), { recursive: true });
    const aside = `${this.path}.${process.pid}.tmp`;
    await writeFile(aside, `${JSON.stringify(all, null, 2)}\n`);
    await rename(aside, this.path);
  }

  private async read(): Promise<Record<string, SeenCheckpoint>> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as Record<string, SeenCheckpoint>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Error(`The file of seen checkpoints cannot be read: ${this.path}`, {
        cause: error,
      });
    }
  }
}
