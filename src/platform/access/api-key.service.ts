import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { MINUTE_MS } from '../common/durations';
import { isKeyOfDigest, keyDigest, makeKey, parseKey, type KeyTier } from './api-key';
import { ApiKeyRepository, type StoredKey } from './api-key.repository';

interface CachedKey {
  readonly stored: StoredKey | null;
  readonly readAt: number;
}

/** Maximum delay of a revocation. */
const FRESH_MILLIS = 30_000;
/** How long cached keys remain valid while the database is unavailable. */
const STALE_MILLIS = 15 * MINUTE_MS;
const CACHED_MAX = 10_000;
const NOTE_USE_MILLIS = 60_000;

/** Keys are stored as digests and cached; their last use is written once a minute, not per request. */
@Injectable()
export class ApiKeyService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeyService.name);
  private readonly cache = new Map<string, CachedKey>();
  private readonly used = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly keys: ApiKeyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.noteUses(), NOTE_USE_MILLIS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.noteUses();
  }

  /** Creates and stores a key. The returned text cannot be retrieved again. */
  async issue(tier: KeyTier, label: string): Promise<{ id: string; key: string }> {
    const key = makeKey(tier, randomBytes);
    const id = parseKey(key)?.id ?? '';
    const created_at = nowMillis(this.clock);
    await this.keys.create({ id, tier, label, sha256: keyDigest(key), created_at });
    return { id, key };
  }

  async list(): Promise<StoredKey[]> {
    return this.keys.list();
  }

  async revoke(id: string): Promise<StoredKey | null> {
    const revoked = await this.keys.revoke(id, nowMillis(this.clock));
    this.cache.delete(id);
    return revoked;
  }

  /** @throws the database error if it is unavailable and the key is not cached */
  async verify(text: string): Promise<Pick<StoredKey, 'id' | 'tier'> | null> {
    const parsed = parseKey(text);
    if (parsed === null) return null;
    const { stored } = this.fresh(parsed.id) ?? (await this.readThrough(parsed.id));
    if (stored === null || stored.revoked_at !== null || stored.tier !== parsed.tier) return null;
    if (!isKeyOfDigest(text, stored.sha256)) return null;
    this.used.set(stored.id, nowMillis(this.clock));
    return { id: stored.id, tier: stored.tier };
  }

  /** Writes the pending uses. After a failure they are kept for the next run. */
  async noteUses(): Promise<void> {
    const uses = [...this.used].map(([id, at]) => ({ id, at }));
    if (uses.length === 0) return;
    this.used.clear();
    try {
      await this.keys.touch(uses);
    } catch (error) {
      for (const { id, at } of uses) this.used.set(id, Math.max(at, this.used.get(id) ?? 0));
      this.logger.warn(`Last use of keys not stored: ${(error as Error).name}`);
    }
  }

  private fresh(id: string): CachedKey | null {
    const cached = this.cache.get(id);
    return cached !== undefined && nowMillis(this.clock) - cached.readAt < FRESH_MILLIS ? cached : null;
  }

  private async readThrough(id: string): Promise<CachedKey> {
    const now = nowMillis(this.clock);
    try {
      const cached = { stored: await this.keys.find(id), readAt: now };
      if (this.cache.size >= CACHED_MAX) this.cache.clear();
      this.cache.set(id, cached);
      return cached;
    } catch (error) {
      const cached = this.cache.get(id);
      if (cached !== undefined && cached.stored !== null && now - cached.readAt < STALE_MILLIS) return cached;
      throw error;
    }
  }
}
