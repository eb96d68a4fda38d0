import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { StatusResponse } from './status.dto';
import { StatusService } from './status.service';

@ApiTags('Sources')
@Controller('v1/status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the state of the service',
    description:
      'The last tick in figures and as one paragraph: sources whose state changed, exchanges that did not answer, items, warnings, markets, alerts, forecasts; statements of time-stamping authorities and witnesses; the time of the next tick, and the open market that has waited longest for a forecast.',
  })
  @ApiOkResponse({ type: StatusResponse })
  async get(): Promise<StatusResponse> {
    return this.status.read();
  }
}
