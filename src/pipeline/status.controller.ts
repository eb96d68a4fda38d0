import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { StatusResponse } from './status.dto';
import { StatusService } from './status.service';

@ApiTags('Sources')
@Controller('v1/status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @CachedGet('', StatusResponse, {
    summary: 'Get the state of the service',
    description:
      'The last tick in figures and as one paragraph: sources whose state changed, exchanges that did not answer, items, warnings, markets, alerts, forecasts; statements of time-stamping authorities and witnesses; the time of the next tick, and the open market that has waited longest for a forecast.',
  })
  async get(): Promise<StatusResponse> {
    return this.status.read();
  }
}
