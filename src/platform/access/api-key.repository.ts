import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';
import type { KeyTier } from './api-key';

/** A stored key; instants in UTC milliseconds. */
export interface StoredKey {
  readonly id: string;
  readonly tier: KeyTier;
  readonly label: string;
  readonly sha256: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

interface LookUp {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, StoredKey>>;
}

@Injectable()
export class ApiKeyRepository {
  private next: LookUp | null = null;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(private readonly graph: GraphService) {}

  async create(key: Pick<StoredKey, 'id' | 'tier' | 'label' | 'sha256' | 'created_at'>): Promise<void> {
    await this.graph.write('access/create-api-key', key);
  }

  /** Ids requested during a query are read together by the next one, so that guessed keys cost little. */
  async find(id: string): Promise<StoredKey | null> {
    this.next ??= this.nextLookUp();
    this.next.ids.add(id);
    return (await this.next.found).get(id) ?? null;
  }

  private nextLookUp(): LookUp {
    const ids = new Set<string>();
    const found = this.underWay.then(async () => {
      this.next = null;
      const rows = await this.graph.read<{ key: StoredKey }>('access/find-api-keys', { ids: [...ids] });
      return new Map(rows.map(({ key }) => [key.id, key]));
    });
    this.underWay = found.catch(() => undefined);
    return { ids, found };
  }

  async list(): Promise<StoredKey[]> {
    const rows = await this.graph.read<{ key: StoredKey }>('access/list-api-keys');
    return rows.map((row) => row.key);
  }

  /** Returns the revoked key, or null for an unknown id. */
  async revoke(id: string, revokedAt: number): Promise<StoredKey | null> {
    const rows = await this.graph.write<{ key: StoredKey }>('access/revoke-api-key', { id, revoked_at: revokedAt });
    return rows[0]?.key ?? null;
  }

  async touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void> {
    await this.graph.write('access/touch-api-keys', { uses });
  }
}
