import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { EXCHANGES } from '../markets/market';
import { afterLook, EXCHANGE_SOURCES, reasonFor, type ListedSource } from './exchange-sources';
import { silences, type Silence, type SourceReading } from './silence';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceRepository } from './source.repository';
import { SOURCE_ADAPTERS, type Source, type SourceAdapter } from './source';
import { healthOf, newRecord, SOURCE_STATES, type SourceHealth, type SourceStateName } from './source-state';

export interface CountedReading extends SourceReading {
  /** Items with an event time in the last 24 hours. */
  readonly items24h: number;
}

export interface SourceSummary {
  readonly states: Readonly<Record<SourceStateName, number>>;
  readonly health: ReadonlyMap<string, SourceHealth>;
  readonly silences: readonly Silence[];
}

const SILENT_HOURS = 6;

@Injectable()
export class SourceHealthService {
  private readonly adapters: ReadonlyMap<string, SourceAdapter>;
  /** Catalogue and exchanges, in id order. */
  private readonly listed: readonly ListedSource[];

  constructor(
    catalogue: SourceCatalogue,
    @Inject(SOURCE_ADAPTERS) adapters: readonly SourceAdapter[],
    private readonly repository: SourceRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.kind, adapter]));
    this.listed = [...catalogue.sources, ...Object.values(EXCHANGE_SOURCES)].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async list(): Promise<CountedReading[]> {
    return this.read(this.listed);
  }

  async get(id: string): Promise<CountedReading | null> {
    const source = this.listed.find((listed) => listed.id === id);
    return source === undefined ? null : ((await this.read([source]))[0] ?? null);
  }

  /**
   * Stores the result of a poll of the exchanges.
   *
   * @param failures one sentence each, beginning with the exchange
   * @param asked `all`: an exchange without a failure succeeded; `some`: it may not have been polled
   */
  async noteExchanges(failures: readonly string[], asked: 'all' | 'some' = 'all'): Promise<void> {
    const noted = EXCHANGES.filter((one) => asked === 'all' || reasonFor(one, failures) !== null);
    if (noted.length === 0) return;
    const now = nowMillis(this.clock);
    const records = await this.repository.records(noted.map((one) => EXCHANGE_SOURCES[one].id));
    await this.repository.save(
      noted.map((exchange) => {
        const source = EXCHANGE_SOURCES[exchange];
        const record = records.get(source.id) ?? newRecord(source.id);
        const reason = reasonFor(exchange, failures);
        return { source, record: afterLook(record, { now, reason }) };
      }),
    );
  }

  async summary(): Promise<SourceSummary> {
    const now = nowMillis(this.clock);
    const readings = await this.readings(this.listed, now);
    const states = Object.fromEntries(SOURCE_STATES.map((state) => [state, 0])) as Record<SourceStateName, number>;
    for (const { health } of readings) states[health.state] += 1;
    return {
      states,
      health: new Map(readings.map(({ source, health }) => [source.id, health])),
      silences: silences(readings, now, SILENT_HOURS),
    };
  }

  private async read(sources: readonly ListedSource[]): Promise<CountedReading[]> {
    const now = nowMillis(this.clock);
    const [readings, counts] = await Promise.all([
      this.readings(sources, now),
      this.repository.itemCounts(now - DAY_MS, now),
    ]);
    return readings.map((reading) => ({ ...reading, items24h: counts.get(reading.source.id) ?? 0 }));
  }

  private async readings(sources: readonly ListedSource[], now: number): Promise<SourceReading[]> {
    const records = await this.repository.records(sources.map(({ id }) => id));
    return sources.map((source) => {
      const record = records.get(source.id) ?? newRecord(source.id);
      return { source, record, health: healthOf(source, record, this.disabled(source), now) };
    });
  }

  private disabled(source: ListedSource): string | null {
    if (!isPolled(source)) return null;
    const adapter = this.adapters.get(source.kind);
    return adapter === undefined
      ? `This build has no adapter for ${source.kind}`
      : (adapter.disabledReason?.(source) ?? null);
  }
}

/** Whether an adapter polls it; exchanges are polled by `markets`. */
const isPolled = (source: ListedSource): source is Source => source.kind !== 'exchange';
