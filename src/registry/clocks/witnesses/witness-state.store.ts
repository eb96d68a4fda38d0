import { readIfPresent, writeDurably } from '../../log/durable-file.store';
import { isSha256Hex } from '../../../platform/common/sha256';
import type { WitnessedHead } from './add-checkpoint';

interface CosignedHead extends WitnessedHead {
  readonly note: string;
}

/**
 * The newest cosigned head of each log, in one file that is flushed before the response. A witness without it could
 * cosign two histories, so a damaged file stops it.
 */
export class WitnessState {
  private constructor(
    private readonly path: string,
    private readonly heads: Map<string, CosignedHead>,
  ) {}

  /** @throws Error when the file is damaged */
  static async open(path: string): Promise<WitnessState> {
    const text = await readIfPresent(path);
    return new WitnessState(path, text === null ? new Map<string, CosignedHead>() : headsIn(path, text));
  }

  latest(origin: string): CosignedHead | null {
    return this.heads.get(origin) ?? null;
  }

  async put(origin: string, head: CosignedHead): Promise<void> {
    const all = new Map(this.heads).set(origin, head);
    await writeDurably(this.path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`, { mode: 0o600 });
    this.heads.set(origin, head);
  }
}

const headsIn = (path: string, text: string): Map<string, CosignedHead> => {
  const damaged = new Error(`${path} is damaged: nothing is cosigned, because earlier cosignatures are unknown`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged; // Truncated.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged;
  const heads = Object.entries(value as Record<string, Partial<CosignedHead> | null>);
  const whole = heads.every(
    ([, head]) =>
      Number.isSafeInteger(head?.tree_size) && isSha256Hex(head?.root_hash) && typeof head.note === 'string',
  );
  if (!whole) throw damaged;
  return new Map(heads as [string, CosignedHead][]);
};
