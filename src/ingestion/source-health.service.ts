import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { silences, type Silence, type SourceReading } from './silence';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceRepository } from './source.repository';
import { SOURCE_ADAPTERS, type Source, type SourceAdapter } from './source';
import { healthOf, newRecord } from './source-state';

export interface CountedReading extends SourceReading {
  /** Items with an event time in the last 24 hours. */
  readonly items24h: number;
}

const DAY_MS = 86_400_000;

/** How each source fares, for `/v1/sources`, the digest, health and metrics. */
@Injectable()
export class SourceHealthService {
  private readonly adapters: ReadonlyMap<string, SourceAdapter>;

  constructor(
    private readonly catalogue: SourceCatalogue,
    @Inject(SOURCE_ADAPTERS) adapters: readonly SourceAdapter[],
    private readonly repository: SourceRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.kind, adapter]));
  }

  /** All sources in id order. */
  async list(): Promise<CountedReading[]> {
    return this.read(this.catalogue.sources);
  }

  /** One source, or null when there is none of this id. */
  async get(id: string): Promise<CountedReading | null> {
    const source = this.catalogue.get(id);
    return source === null ? null : ((await this.read([source]))[0] ?? null);
  }

  /** Categories of which some sources have been failing for hours: what weakens a score now. */
  async silences(hours = 6): Promise<readonly Silence[]> {
    const now = nowMillis(this.clock);
    const records = await this.repository.records();
    const readings = this.catalogue.sources.map((source) => {
      const record = records.get(source.id) ?? newRecord(source.id);
      return { source, record, health: healthOf(source, record, this.disabled(source), now) };
    });
    return silences(readings, now, hours);
  }

  private async read(sources: readonly Source[]): Promise<CountedReading[]> {
    const now = nowMillis(this.clock);
    const [records, counts] = await Promise.all([
      this.repository.records(sources.map(({ id }) => id)),
      this.repository.itemCounts(now - DAY_MS, now),
    ]);
    return sources.map((source) => {
      const record = records.get(source.id) ?? newRecord(source.id);
      return {
        source,
        record,
        health: healthOf(source, record, this.disabled(source), now),
        items24h: counts.get(source.id) ?? 0,
      };
    });
  }

  private disabled(source: Source): string | null {
    const adapter = this.adapters.get(source.kind);
    return adapter === undefined
      ? `This build has no adapter for ${source.kind}`
      : adapter.disabledReason(source);
  }
}
