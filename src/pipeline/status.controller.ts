import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { DataFolder } from '../config/data-folder.service';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { CopyDamage } from '../registry/copy-damage.service';
import { OutsideClockService } from '../registry/outside-clock.service';
import { LeaseRepository } from './lease.repository';
import { StatusResponse } from './status.dto';
import { StatusRepository } from './status.repository';
import { TICK_LEASE } from './tick.service';
import { summariseTick } from './tick-summary';

/** What an operator is told over HTTP. */
@ApiTags('Sources')
@Controller('v1/status')
export class StatusController {
  constructor(
    private readonly leases: LeaseRepository,
    private readonly status: StatusRepository,
    private readonly folder: DataFolder,
    private readonly damage: CopyDamage,
    private readonly clocks: OutsideClockService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get()
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get how the service fares',
    description:
      'The last tick in figures and as one paragraph: sources whose state changed, exchanges that did not answer, items, warnings, markets, alerts, forecasts; what time-stamping authorities and witnesses said of the log; when the next is due, and which open market has waited longest for a forecast.',
  })
  @ApiOkResponse({ type: StatusResponse })
  async get(): Promise<StatusResponse> {
    const tick = summariseTick(await this.lastReport());
    const everyMs = this.environment.pollIntervalSeconds * 1000;
    const next =
      !this.environment.polling || tick === null ? null : Date.parse(tick.started_at) + everyMs;
    const wait = await this.status.longestWait(nowMillis(this.clock));
    return StatusResponse.from(tick, next, wait, {
      folder: await this.folder.look(),
      damage: this.damage.report(),
      webhooksOff: await this.status.webhooksOff(),
      clocks: await this.clocks.list(),
    });
  }

  /** Of the last tick of any process. */
  private async lastReport(): Promise<unknown> {
    const report = await this.leases.lastReport(TICK_LEASE);
    return report === null ? null : JSON.parse(report);
  }
}
