import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { DigestResponse, GetDigestQuery } from './digest.dto';
import { DigestService } from './digest.service';

@ApiTags('Digest')
@Controller('v1/ontology/digest')
export class DigestController {
  constructor(private readonly digest: DigestService) {}

  @Get()
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the present on one page',
    description:
      'Volumes by source type and theater with the last 48 hours and 35 days, changes since an instant, places of the reports, entities with unusual volume, open alerts, markets by confluence, health of the sources and the calendar of the next 14 days; made once per tick.',
  })
  @ApiOkResponse({ type: DigestResponse })
  async get(@Query() query: GetDigestQuery): Promise<DigestResponse> {
    return DigestResponse.from(await this.digest.get(query.as_of, query.since));
  }
}
