import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { DAY_MS } from '../common/durations';
import { silences, type Silence, type SourceReading } from './silence';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceRepository } from './source.repository';
import { SOURCE_ADAPTERS, type Source, type SourceAdapter } from './source';
import { healthOf, newRecord, type SourceStateName } from './source-state';

export interface CountedReading extends SourceReading {
  /** Items with an event time in the last 24 hours. */
  readonly items24h: number;
}

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
    return silences(await this.readings(this.catalogue.sources, now), now, hours);
  }

  /** How many sources are in each state. */
  async states(): Promise<Readonly<Record<SourceStateName, number>>> {
    const counts = { ok: 0, stale: 0, down: 0, disabled: 0 };
    const readings = await this.readings(this.catalogue.sources, nowMillis(this.clock));
    for (const { health } of readings) counts[health.state] += 1;
    return counts;
  }

  private async read(sources: readonly Source[]): Promise<CountedReading[]> {
    const now = nowMillis(this.clock);
    const [readings, counts] = await Promise.all([
      this.readings(sources, now),
      this.repository.itemCounts(now - DAY_MS, now),
    ]);
    return readings.map((reading) => ({
      ...reading,
      items24h: counts.get(reading.source.id) ?? 0,
    }));
  }

  private async readings(sources: readonly Source[], now: number): Promise<SourceReading[]> {
    const records = await this.repository.records(sources.map(({ id }) => id));
    return sources.map((source) => {
      const record = records.get(source.id) ?? newRecord(source.id);
      return { source, record, health: healthOf(source, record, this.disabled(source), now) };
    });
  }

  private disabled(source: Source): string | null {
    const adapter = this.adapters.get(source.kind);
    return adapter === undefined
      ? `This build has no adapter for ${source.kind}`
      : adapter.disabledReason(source);
  }
}
