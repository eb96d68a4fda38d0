import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS } from '../platform/common/durations';
import { publicUrl } from '../platform/config/public-url';
import { LastMade } from '../platform/common/last-made';
import { sha256Hex } from '../platform/common/sha256';
import { formatMillis } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { DatasetRepository } from '../dataset/dataset.repository';
import { primaryPopulation } from '../dataset/population';
import { LeadTimeService } from '../lead-time/lead-time.service';
import { CaptureService } from '../registry/captures/capture.service';
import { GENESIS_HASH } from '../registry/proofs/hash-chain';
import type { ChainEntryResponse } from '../registry/registry.dto';
import { RegistryReader } from '../registry/registry-reader.service';
import { INDEX_PATH } from '../registry/registry-path';
import { RegistryStateService } from '../registry/registry-state.service';
import { analyse, standingOf, type Analysis, type Standing } from './analysis';
import type { GradedRow } from '../grading/graded-rows';
import type { TradeFact } from './graded-trades';
import { impairments } from './impairments';
import {
  honestyStatement,
  summarise,
  VERIFY_METHOD,
  type PredictionCounts,
  type Summary,
  type SummaryRules,
} from './summary';
import type { AnalysisResponse } from './analysis.dto';
import type { TrackRecordRegistryResponse, TrackRecordResponse } from './track-record.dto';
import { TrackRecordRepository } from './track-record.repository';

/** Placeholder for an instant and a day before the first seal; `available` is false then. */
const NEVER = '1970-01-01T00:00:00.000000+00:00';

const NO_PREDICTIONS: PredictionCounts = { n_registered: 0, n_resolved: 0, n_open: 0, n_void: 0 };

const ANALYSES_MAX = 8;

/** How long a reader waits for a newer standing if there is an earlier one. */
const READER_WAIT_MS = 400;

@Injectable()
export class TrackRecordService {
  private readonly analyses = new Map<string, Analysis>();
  /** Shown on every market page and the front page; recomputed after grading and once per day. */
  private readonly standings = new LastMade<Standing>(READER_WAIT_MS);

  constructor(
    private readonly repository: TrackRecordRepository,
    private readonly dataset: DatasetRepository,
    private readonly registry: RegistryReader,
    private readonly registryState: RegistryStateService,
    private readonly captures: CaptureService,
    private readonly leadTime: LeadTimeService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async primary(): Promise<string> {
    return primaryPopulation(await this.repository.listPopulations());
  }

  async summary(): Promise<TrackRecordResponse> {
    const now = nowMillis(this.clock);
    const base = publicUrl(this.environment);
    const population = await this.primary();
    const summary = await this.figures(population, now);
    const faults = await this.impairments(now);
    return {
      schema_version: '1.0.0',
      publisher: this.environment.publisher,
      generated_at: formatMillis(now),
      track_record: summary.figures,
      registry: await this.registryBlock(base),
      methodology_url: `${base}/about`,
      track_record_url: `${base}/receipts`,
      receipts_api_url: `${base}/api/receipts`,
      per_call_receipt_url_template: `${base}/api/receipt/{trade_id}.json`,
      badge_url: `${base}/api/badge/track-record.svg`,
      honesty: {
        claims_demonstrated_edge: summary.claims,
        statement: honestyStatement({
          summary,
          rules: this.rules(population),
          counts: await this.countsOf(population),
          impairments: faults,
        }),
      },
      degraded: faults.length > 0,
    };
  }

  async figures(population: string, now = nowMillis(this.clock)): Promise<Summary> {
    const facts = await this.repository.listTrades(population, this.since(now), this.environment.tradeMinConfidence);
    return summarise(facts, this.rules(population));
  }

  async analysis(asked: string | null): Promise<AnalysisResponse> {
    const now = nowMillis(this.clock);
    const population = asked ?? (await this.primary());
    const since = this.since(now);
    const [facts, rows, populations, leadTime] = await Promise.all([
      this.repository.listTrades(population, since, this.environment.tradeMinConfidence),
      this.repository.listGraded(population, since),
      this.dataset.countPopulations(),
      this.leadTime.summary(this.environment.trackRecordDays),
    ]);
    return {
      schema_version: '1.0.0',
      generated_at: formatMillis(now),
      population,
      populations,
      lookback_days: this.environment.trackRecordDays,
      min_confidence: this.environment.tradeMinConfidence,
      synthetic: this.environment.demo,
      ...this.analysed(facts, rows),
      lead_time: leadTime,
    };
  }

  async standing(): Promise<Standing> {
    const populations = await this.dataset.countPopulations();
    const day = this.since(nowMillis(this.clock)).slice(0, 10);
    return this.standings.get('', JSON.stringify([populations, day]), () => this.readStanding());
  }

  private async readStanding(): Promise<Standing> {
    const now = nowMillis(this.clock);
    const population = await this.primary();
    const [rows, { claims }] = await Promise.all([
      this.repository.listGraded(population, this.since(now)),
      this.figures(population, now),
    ]);
    return standingOf(rows, claims);
  }

  /** Resampling is the slowest part: results are cached by their rows. */
  private analysed(facts: readonly TradeFact[], rows: readonly GradedRow[]): Analysis {
    const key = sha256Hex(JSON.stringify([facts, rows]));
    const analysis = this.analyses.get(key) ?? analyse(facts, rows);
    // Least recently used entries are evicted first.
    this.analyses.delete(key);
    this.analyses.set(key, analysis);
    const [oldest = key] = this.analyses.keys();
    if (this.analyses.size > ANALYSES_MAX) this.analyses.delete(oldest);
    return analysis;
  }

  private since(now: number): string {
    return formatMillis(Math.max(0, now - this.environment.trackRecordDays * DAY_MS));
  }

  private rules(population: string): SummaryRules {
    return {
      lookbackDays: this.environment.trackRecordDays,
      minConfidence: this.environment.tradeMinConfidence,
      population,
      synthetic: this.environment.demo,
    };
  }

  private async countsOf(population: string): Promise<PredictionCounts> {
    const all = await this.dataset.countPopulations();
    return all.find((counts) => counts.population === population) ?? NO_PREDICTIONS;
  }

  private async impairments(now: number): Promise<string[]> {
    return impairments({
      registry: this.registryState.current(),
      archiveOffReason: (await this.captures.summary()).offReason,
      polling: this.environment.polling,
      lastTick: await this.repository.lastTick(),
      pollIntervalSeconds: this.environment.pollIntervalSeconds,
      now,
      synthetic: this.environment.demo,
    });
  }

  private async registryBlock(base: string): Promise<TrackRecordRegistryResponse> {
    const { text } = await this.registry.index();
    const entries = JSON.parse(text) as ChainEntryResponse[];
    const first = entries[0];
    const last = entries.at(-1);
    return {
      available: this.registryState.current().available && last !== undefined,
      chain_head_hash: last?.combined_hash ?? GENESIS_HASH,
      anchored_at: withOffset(last?.anchored_at),
      first_anchored_at: withOffset(first?.anchored_at),
      n_days: entries.length,
      head_date: last?.date ?? NEVER.slice(0, 10),
      verify_url: `${base}${INDEX_PATH}`,
      verify_method: VERIFY_METHOD,
    };
  }
}

/** These two fields have a written-out UTC offset. */
const withOffset = (timestamp: string | undefined): string =>
  timestamp === undefined ? NEVER : timestamp.replace(/Z$/, '+00:00');
