import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { formatMillis } from '../platform/common/utc-time';
import { DataFolder } from '../platform/config/data-folder.service';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { CopyDamage } from '../registry/copies/copy-damage.service';
import { OutsideClockService } from '../registry/clocks/outside-clock.service';
import { Dollars } from '../platform/upstream/dollars.service';
import { upstreamLedger } from '../platform/upstream/ledger.provider';
import { ledgerWarnings } from '../platform/upstream/ledger-warnings';
import { clockWrong } from '../platform/upstream/clock-skew';
import { UpstreamClient } from '../platform/upstream/upstream.client';
import { ModelCaller } from '../platform/models/model-caller.service';
import { LeaseRepository } from './lease.repository';
import { StatusResponse, TickSummaryResponse } from './status.dto';
import { StatusRepository } from './status.repository';
import { TICK_LEASE } from './tick.service';
import { summariseTick, tickParagraph } from './tick-summary';

/** Status of the service: the last tick of any process, and pending work. */
@Injectable()
export class StatusService {
  constructor(
    private readonly leases: LeaseRepository,
    private readonly status: StatusRepository,
    private readonly folder: DataFolder,
    private readonly damage: CopyDamage,
    private readonly clocks: OutsideClockService,
    private readonly upstream: UpstreamClient,
    private readonly dollars: Dollars,
    private readonly models: ModelCaller,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async read(): Promise<StatusResponse> {
    const report = await this.leases.lastReport(TICK_LEASE);
    const tick = summariseTick(report === null ? null : JSON.parse(report));
    const everyMs = this.environment.pollIntervalSeconds * 1000;
    const next = !this.environment.polling || tick === null ? null : Date.parse(tick.started_at) + everyMs;
    const wait = await this.status.longestWait(nowMillis(this.clock));
    const told =
      tick === null
        ? null
        : Object.assign(new TickSummaryResponse(), tick, {
            started_at: formatMillis(Date.parse(tick.started_at)),
            paragraph: tickParagraph(tick),
          });
    return StatusResponse.from(told, next, wait, {
      folder: await this.folder.look(),
      clock: clockWrong(this.upstream.skewMicros())?.message ?? null,
      damage: this.damage.report(),
      webhooksOff: await this.status.webhooksOff(),
      clocks: await this.clocks.list(),
      paused: this.upstream.paused(),
      warnings: this.upstreamWarnings(),
      dollars: await this.dollars.day(nowMillis(this.clock)),
      room: await this.folder.room(nowMillis(this.clock)),
    });
  }

  /** Ledger entries of upstreams that expire soon or are outdated; none in the demo, which has no real upstreams. */
  upstreamWarnings(): string[] {
    if (this.environment.demo) return [];
    const inUse = new Set(this.models.models.map(({ modelName }) => modelName));
    return ledgerWarnings(upstreamLedger(), inUse, nowMillis(this.clock)).map(({ warning }) => warning);
  }
}
