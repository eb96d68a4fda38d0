import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { PLAYED_PAST, type PlayedPast } from '../common/played-past';
import { Metrics } from '../common/metrics.service';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { DataFolder } from '../config/data-folder.service';
import { ProblemException } from '../http/problem';
import { formatMillis } from '../common/utc-time';
import { GraphService } from '../graph/graph.service';
import { HealthResponse, ReadyResponse } from './health.dto';

const INTERVALS = 3;

/** UTC ms since the last tick; null up to three intervals. @param report JSON of the last tick, or null */
export const silentSince = (
  report: string | null,
  at: { readonly startedAt: number; readonly now: number; readonly everyMs: number },
): number | null => {
  const last = report === null ? null : (JSON.parse(report) as { started_at: string; duration_ms: number });
  const completed = last === null ? 0 : Date.parse(last.started_at) + last.duration_ms;
  const since = Math.max(at.startedAt, completed);
  return at.now - since > INTERVALS * at.everyMs ? since : null;
};

/** Longer probes count as failed, as in orchestrators. */
const PROBE_TIMEOUT_MILLIS = 3_000;

/** Liveness, readiness and metrics. No limits, no cache. */
@ApiTags('Health')
@Controller()
export class HealthController {
  private readonly startedAt: number;

  constructor(
    private readonly graph: GraphService,
    private readonly metrics: Metrics,
    private readonly folder: DataFolder,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(PLAYED_PAST) private readonly past: PlayedPast,
  ) {
    this.startedAt = nowMillis(clock);
  }

  @Get('health/live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Ask whether the process is alive',
    description: 'Answers while the process serves HTTP; does not ask the database.',
  })
  @ApiOkResponse({ type: HealthResponse })
  live(): HealthResponse {
    return this.ok();
  }

  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Ask whether the service can answer',
    description:
      'Reads from the graph; 503 while this fails or takes longer than three seconds, and while a demo replays its past.',
  })
  @ApiOkResponse({ type: ReadyResponse })
  async ready(): Promise<ReadyResponse> {
    const [probe] = await withinProbeTime(this.graph.read<{ report: string | null }>('health/probe'));
    if (this.past.words !== null) throw notReady(undefined, `The demo plays its past: ${this.past.words}.`);
    const problem = await this.folder.look();
    const answer: ReadyResponse = this.ok();
    if (problem !== null) answer.data_folder = problem;
    const silent = this.environment.polling
      ? silentSince(probe?.report ?? null, {
          startedAt: this.startedAt,
          now: nowMillis(this.clock),
          everyMs: this.environment.pollIntervalSeconds * 1_000,
        })
      : null;
    if (silent !== null)
      answer.ticks = `No tick has completed since ${formatMillis(silent)}; the log and /v1/status say why.`;
    return answer;
  }

  @Get('metrics')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({
    summary: 'Read the measurements',
    description: 'Prometheus text format: ticks, sources, items, queries, predictions, seals, limits.',
  })
  @ApiOkResponse({ description: 'The measurements.', content: { 'text/plain': { schema: { type: 'string' } } } })
  async measurements(): Promise<string> {
    return this.metrics.registry.metrics();
  }

  private ok(): HealthResponse {
    return { status: 'ok', checked_at: formatMillis(nowMillis(this.clock)) };
  }
}

const withinProbeTime = <T>(probe: Promise<T>): Promise<T> => {
  const late = sleep(PROBE_TIMEOUT_MILLIS, undefined, { ref: false }).then(() => {
    throw notReady();
  });
  return Promise.race([probe, late]).catch((cause: unknown) => {
    throw cause instanceof ProblemException ? cause : notReady(cause);
  });
};

const notReady = (cause?: unknown, detail = 'The database does not answer.'): ProblemException =>
  new ProblemException('unavailable', { detail, retryAfterSeconds: 5, cause });
