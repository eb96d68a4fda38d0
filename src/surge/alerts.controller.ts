import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { decodeCursor, encodeCursor } from '../http/cursor';
import { Page } from '../http/paging.dto';
import { ProblemException } from '../http/problem';
import { publicUrl } from '../config/public-url';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { AlertDetailResponse } from './alert-detail.dto';
import { AlertRepository, type AlertPosition } from './alert.repository';
import { alertsAtom } from './alerts-atom';
import { AlertResponse, ListAlertsQuery } from './alerts.dto';

const LISTING = 'alerts';
const FEED_ENTRIES = 50;

/** Surge alerts over HTTP. */
@ApiTags('Alerts')
@Controller('v1/ontology')
export class AlertsController {
  constructor(
    private readonly alerts: AlertRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('alerts')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List surge alerts',
    description:
      'One alert per episode in which the volume of a cluster of entities reached three times its baseline within five minutes; newest first.',
  })
  @ApiOkResponse({ type: [AlertResponse] })
  async list(@Query() query: ListAlertsQuery): Promise<Page<AlertResponse>> {
    const rows = await this.alerts.list(
      {
        cluster: query.cluster ?? null,
        active: query.active ?? null,
        from: positionIn(query.cursor),
      },
      query.limit + 1,
    );
    return Page.of(
      rows,
      query.limit,
      ({ alert }) => encodeCursor(LISTING, [alert.openedAt, alert.id]),
      (row) => AlertResponse.from(row),
    );
  }

  @Get('alerts/:id')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get one surge alert',
    description:
      'The whole episode: its items in order and by minute, who stands behind them, the markets that they are evidence for with their price before and after, and the forecasts that it caused.',
  })
  @ApiOkResponse({ type: AlertDetailResponse })
  async get(@Param('id') id: string): Promise<AlertDetailResponse> {
    const row = await this.alerts.get(id);
    if (row === null) throw new ProblemException('not-found', { detail: 'No alert has this id.' });
    return AlertDetailResponse.whole(row);
  }

  @Get('alerts.atom')
  @CachedUntilTick()
  @Header('content-type', 'application/atom+xml; charset=utf-8')
  @ApiOperation({
    summary: 'Follow surge alerts in a feed reader',
    description: 'The newest 50 alerts as an Atom feed.',
  })
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ description: 'Atom feed.', schema: { type: 'string' } })
  async feed(): Promise<string> {
    const rows = await this.alerts.list({ cluster: null, active: null, from: null }, FEED_ENTRIES);
    return alertsAtom(rows, publicUrl(this.environment), nowMillis(this.clock));
  }
}

const positionIn = (cursor: string | undefined): AlertPosition | null => {
  const values = decodeCursor(LISTING, ['integer', 'string'], cursor);
  return values === null ? null : { at: values[0], id: values[1] };
};
