import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../platform/common/make-folder';

export interface SeenLog {
  readonly vkey: string;
  readonly treeSize: number;
  readonly rootHash: string;
  /** Last sealed day and its combined hash; null before the first. */
  readonly headDate?: string | null;
  readonly chainHead?: string | null;
  /** ISO 8601. */
  readonly seenAt?: string;
}

export const defaultStatePath = (): string =>
  join(process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'vedette', 'seen-checkpoints.json');

/** The last seen state of each log by origin detects logs that show different readers different histories. */
export class SeenLogs {
  constructor(readonly path: string) {}

  async get(origin: string): Promise<SeenLog | null> {
    return (await this.read()).get(origin) ?? null;
  }

  async put(origin: string, seen: SeenLog): Promise<void> {
    const all = (await this.read()).set(origin, seen);
    makeFolder(dirname(this.path));
    const aside = `${this.path}.${process.pid}.tmp`;
    await writeFile(aside, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    await rename(aside, this.path);
  }

  async otherAt(address: string, origin: string): Promise<{ readonly origin: string; readonly seenAt: string } | null> {
    const seen = (await this.read()).get(`at ${address}`) as unknown as { origin: string; seenAt: string } | undefined;
    return seen === undefined || seen.origin === origin ? null : seen;
  }

  async putAddress(address: string, origin: string, seenAt: string): Promise<void> {
    await this.put(`at ${address}`, { origin, seenAt } as unknown as SeenLog);
  }

  private async read(): Promise<Map<string, SeenLog>> {
    try {
      const all: unknown = JSON.parse(await readFile(this.path, 'utf8'));
      return new Map(Object.entries(all as Record<string, SeenLog>));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
      throw new Error(`The file of logs seen earlier cannot be read: ${this.path}`, { cause: error });
    }
  }
}
