import { Inject, Injectable, Logger } from '@nestjs/common';
import { AnswerCache } from '../platform/http/answer-cache.service';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { errorMessage } from '../platform/common/error-message';
import { isDiskFailure } from '../platform/common/disk-failure';
import { Metrics } from '../platform/common/metrics.service';
import { withinTime } from '../platform/common/within-time';
import { DataFolder } from '../platform/config/data-folder.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ClockWrong, clockWrong } from '../platform/upstream/clock-skew';
import { UpstreamClient } from '../platform/upstream/upstream.client';
import { BudgetSpentError } from '../ingestion/ingestion-summary';
import { LeaseKeeper } from './lease-keeper.service';
import type { StageFigures, TickEvent } from './stage';
import { STAGES, type StageName, type StageTable } from './stages.service';

interface TickOptions {
  /** Only these sources, whether due or not; other stages run as usual. */
  readonly only?: readonly string[];
  readonly onProgress?: (event: TickEvent) => void;
  /** Ends the tick early. */
  readonly signal?: AbortSignal;
}

interface StageReport {
  readonly stage: StageName;
  readonly state: 'done' | 'failed' | 'left';
  readonly duration_ms: number;
  /** Of a completed stage. */
  readonly figures?: StageFigures;
  /** Why a stage failed, or was left to the next tick. */
  readonly reason?: string;
}

export interface TickReport {
  /** `busy`: another process runs one. `stopped`: ended early, the next tick completes it. */
  readonly outcome: 'completed' | 'stopped' | 'busy';
  /** RFC 3339, UTC. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly stages: readonly StageReport[];
}

/** Share of a stage's budget for upstream requests; the rest is for storing and later stages. */
const SOURCES_SHARE = 0.8;
/** Continue with a wrong clock, without storing: only new answers show when it is right again. */
const ASKING: ReadonlySet<StageName> = new Set<StageName>(['markets', 'ingestion']);
/** The lease of ticks, which stores the last report of any process. */
export const TICK_LEASE = 'tick';

/** Runs a tick: its stages in order, each with a time limit. */
@Injectable()
export class TickService {
  private readonly logger = new Logger('Tick');
  private latest: TickReport | null = null;

  constructor(
    private readonly leases: LeaseKeeper,
    @Inject(STAGES) private readonly stages: StageTable,
    private readonly answers: AnswerCache,
    private readonly metrics: Metrics,
    private readonly folder: DataFolder,
    @Inject(UpstreamClient) private readonly upstream: Pick<UpstreamClient, 'skewMicros'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  last(): TickReport | null {
    return this.latest;
  }

  /** Runs one tick, unless another process does. Throws only when the lease cannot be requested. */
  async run(options: TickOptions = {}): Promise<TickReport> {
    const begun = performance.now();
    const now = nowMillis(this.clock);
    const reportOf = (outcome: TickReport['outcome'], stages: StageReport[]): TickReport => ({
      outcome,
      started_at: new Date(now).toISOString(),
      duration_ms: Math.round(performance.now() - begun),
      stages,
    });
    const held = await this.leases.hold(TICK_LEASE, options.signal, async (signal) => {
      const stages = await this.runStages(options, signal);
      const report = reportOf(signal.aborted ? 'stopped' : 'completed', stages);
      return { value: report, report: JSON.stringify(report) };
    });
    const report = held.kind === 'held' ? reportOf('busy', []) : held.value;
    if (report.outcome !== 'busy') this.latest = report;
    this.answers.advance();
    this.measure(report);
    return report;
  }

  /** Runs some stages between ticks under the same lease; does nothing during a tick, which runs them itself. */
  async runBetween(names: readonly StageName[], signal: AbortSignal): Promise<StageReport[]> {
    const held = await this.leases.hold(TICK_LEASE, signal, async (bounded) => ({
      value: await this.runStages({}, bounded, names),
      report: null,
    }));
    return held.kind === 'held' ? [] : held.value;
  }

  private async runStages(
    options: TickOptions,
    signal: AbortSignal,
    names = Object.keys(this.stages) as readonly StageName[],
  ): Promise<StageReport[]> {
    const progress = options.onProgress ?? ((): void => undefined);
    const budgetMs = this.environment.tickBudgetSeconds * 1000 * SOURCES_SHARE;
    const context = {
      signal,
      startedAt: nowMillis(this.clock),
      only: options.only ?? null,
      progress,
      clockWrong: () => clockWrong(this.upstream.skewMicros()),
    };
    const reports: StageReport[] = [];
    for (const name of names) {
      const stage = this.stages[name];
      if (stage === undefined) continue;
      const begun = performance.now();
      const finish = (report: Omit<StageReport, 'stage' | 'duration_ms'>): void => {
        reports.push({ stage: name, duration_ms: Math.round(performance.now() - begun), ...report });
      };
      if (signal.aborted) {
        finish({ state: 'left', reason: 'The tick was ended' });
        continue;
      }
      progress({ kind: 'stage', stage: name, state: 'begun' });
      try {
        const wrong = ASKING.has(name) ? null : context.clockWrong();
        if (wrong !== null) throw wrong;
        finish({
          state: 'done',
          figures: await withinTime(
            budgetMs,
            signal,
            (sourcesSignal) => stage({ ...context, sourcesSignal, now: nowMillis(this.clock) }),
            () => new BudgetSpentError(),
          ),
        });
        progress({ kind: 'stage', stage: name, state: 'done' });
      } catch (error) {
        // A full disk is logged once, instead of by every stage of every tick.
        const disk = isDiskFailure(error) ? await this.folder.look() : null;
        const reason = disk ?? errorMessage(error);
        const isClock = error instanceof ClockWrong;
        finish({ state: isClock ? 'left' : 'failed', reason });
        if (disk === null && !isClock) this.logger.error(`Stage ${name} failed: ${reason}`, stackOf(error));
        progress({ kind: 'stage', stage: name, state: 'failed' });
      }
    }
    return reports;
  }

  private measure({ outcome, duration_ms, stages }: TickReport): void {
    if (outcome === 'busy') {
      this.metrics.ticks.inc({ result: 'skipped' });
      return;
    }
    const done = stages.filter(({ state }) => state === 'done').length;
    const result = done === stages.length ? 'ok' : done > 0 ? 'partial' : 'failed';
    this.metrics.ticks.inc({ result });
    this.metrics.tickSeconds.observe(duration_ms / 1000);
    for (const stage of stages) this.metrics.tickStageSeconds.observe({ stage: stage.stage }, stage.duration_ms / 1000);
    if (outcome === 'completed') this.metrics.lastTick.set(nowMillis(this.clock) / 1000);
  }
}

const stackOf = (error: unknown): string | undefined => (error instanceof Error ? error.stack : undefined);
