import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { makeBadge } from 'badge-maker';
import { EnumParameter } from '../../platform/http/query-parameter';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { BADGE_STYLES, badgeWords, type BadgeStyle } from './badge';
import { SvgBadge } from './svg-badge.decorator';
import { TrackRecordService } from '../../track-record/track-record.service';

export class GetBadgeQuery {
  @EnumParameter(BADGE_STYLES, { description: 'Shape of the badge.', example: 'flat', default: 'flat' })
  style: BadgeStyle = 'flat';
}

@ApiTags('Track record')
@Controller('api/badge')
export class BadgeController {
  constructor(
    private readonly trackRecord: TrackRecordService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('track-record.svg')
  @SvgBadge(
    'Get the badge of the track record',
    'the skill against the market; while too few markets have resolved it says so and shows no score.',
  )
  async badge(@Query() query: GetBadgeQuery): Promise<string> {
    const { figures, claims } = await this.trackRecord.figures(await this.trackRecord.primary());
    return makeBadge({ ...badgeWords(figures, claims, this.environment.demo), style: query.style });
  }
}
