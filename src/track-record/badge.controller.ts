import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { makeBadge } from 'badge-maker';
import { CachedUntilTick } from '../http/caching.decorator';
import { EnumParameter } from '../http/query-parameter';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { BADGE_STYLES, badgeWords, type BadgeStyle } from './badge';
import { TrackRecordService } from './track-record.service';

export class GetBadgeQuery {
  @EnumParameter(BADGE_STYLES, {
    description: 'Shape of the badge.',
    example: 'flat',
    default: 'flat',
  })
  style: BadgeStyle = 'flat';
}

/** The badge over HTTP. */
@ApiTags('Track record')
@Controller('api/badge')
export class BadgeController {
  constructor(
    private readonly trackRecord: TrackRecordService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('track-record.svg')
  @CachedUntilTick()
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  @ApiOperation({
    summary: 'Get the badge of the track record',
    description: 'SVG to embed. While too few markets have resolved it says so and shows no score.',
  })
  @ApiProduces('image/svg+xml')
  @ApiOkResponse({
    description: 'The badge.',
    content: { 'image/svg+xml': { schema: { type: 'string' } } },
  })
  async badge(@Query() query: GetBadgeQuery): Promise<string> {
    const { figures, claims } = await this.trackRecord.figures(await this.trackRecord.primary());
    return makeBadge({
      ...badgeWords(figures, claims, this.environment.demo),
      style: query.style,
    });
  }
}
