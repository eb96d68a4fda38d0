import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { loadCalendar } from '../ingestion/calendar/calendar-files.provider';
import { upcomingEvents, type CalendarEvent } from '../ingestion/calendar/due-events';
import { SourceHealthService, type SourceSummary } from '../ingestion/source-health.service';
import { rankChanges, type Change } from './changes';
import { busiest, placesOf, topMovers, type Mover, type PlaceVolume } from './digest';
import { DigestRepository, type DigestRows } from './digest.repository';

/** The digest of now or of a past instant; instants are UTC ms. */
export interface Digest extends Omit<DigestRows, 'entities' | 'usualDays'> {
  readonly computedAt: number;
  readonly movers: readonly Mover[];
  readonly busiest: readonly Mover[];
  /** The busiest first. */
  readonly places: readonly PlaceVolume[];
  /** UTC ms: start of {@link changes}. */
  readonly since: number;
  readonly changes: readonly Change[];
  /** Null for a past instant: source states are not stored. */
  readonly sources: SourceSummary | null;
  readonly calendar: readonly CalendarEvent[];
}

const LISTED = 10;
const CHANGES_MAX = 12;
const CHANGES_READ = 30;
const CALENDAR_DAYS = 14;

/** Computed once per tick and cached; if another process runs the ticks, recomputed after the tick interval. */
@Injectable()
export class DigestService {
  private latest: Digest | null = null;
  private making: Promise<Digest> | null = null;

  constructor(
    private readonly repository: DigestRepository,
    private readonly health: SourceHealthService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'pollIntervalSeconds'>,
  ) {}

  async refresh(): Promise<Digest> {
    this.making ??= this.make().finally(() => {
      this.making = null;
    });
    return this.making;
  }

  /** The digest of the last tick or of an instant; changes since midnight (UTC) or an instant. Instants: UTC ms. */
  async get(asOf?: number, since?: number): Promise<Digest> {
    const now = nowMillis(this.clock);
    if (asOf !== undefined && asOf < now) return this.compose(asOf, null, since);
    const digest = await this.current(now);
    return since === undefined || since === digest.since
      ? digest
      : { ...digest, since, changes: await this.changes(since, digest.computedAt) };
  }

  private async current(now: number): Promise<Digest> {
    const { latest } = this;
    const fresh = latest !== null && now - latest.computedAt < this.environment.pollIntervalSeconds * 1_000;
    return fresh ? latest : this.refresh();
  }

  private async make(): Promise<Digest> {
    this.latest = await this.compose(nowMillis(this.clock), await this.health.summary());
    return this.latest;
  }

  private async changes(since: number, now: number): Promise<Change[]> {
    return rankChanges(await this.repository.readChanges(since, now, CHANGES_READ), CHANGES_MAX);
  }

  private async compose(
    now: number,
    sources: SourceSummary | null,
    since = Math.floor(now / DAY_MS) * DAY_MS,
  ): Promise<Digest> {
    const [{ entities, usualDays, ...rows }, changes] = await Promise.all([
      this.repository.read(now, LISTED),
      this.changes(since, now),
    ]);
    return {
      ...rows,
      computedAt: now,
      since,
      changes,
      places: placesOf(entities, usualDays),
      movers: topMovers(entities, usualDays, LISTED),
      busiest: busiest(entities, usualDays, LISTED),
      sources,
      calendar: upcomingEvents(loadCalendar(), now, CALENDAR_DAYS),
    };
  }
}
