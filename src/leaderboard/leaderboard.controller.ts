import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { LeaderboardResponse } from './leaderboard.dto';
import { LeaderboardService } from './leaderboard.service';

@ApiTags('Track record')
@Controller('api')
export class LeaderboardController {
  constructor(private readonly leaderboards: LeaderboardService) {}

  @Get('leaderboard.json')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the models side by side',
    description:
      'Each model in each arm and population: scores, skill against the price, calibration, and differences between two models over questions that both answered. It follows from the rows of /api/dataset/0.2.0/records.jsonl; populations are never pooled.',
  })
  @ApiOkResponse({ type: LeaderboardResponse })
  async leaderboard(): Promise<LeaderboardResponse> {
    return this.leaderboards.document();
  }
}
