import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { ConfluenceResponse, GetConfluenceQuery } from './confluence.dto';
import { ConfluenceService } from './confluence.service';

@ApiTags('Confluence')
@Controller('v1/ontology/confluence')
export class ConfluenceController {
  constructor(private readonly confluence: ConfluenceService) {}

  @Get(':exchange/:ticker')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the corroboration of one market',
    description:
      'How many kinds of source brought evidence within the window: items that cover what the question turns on and tell of what it asks; with the evidence and why it counts, what came near, how independent it is, and how the score developed.',
  })
  @ApiOkResponse({ type: ConfluenceResponse })
  async get(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: GetConfluenceQuery,
  ): Promise<ConfluenceResponse> {
    return ConfluenceResponse.from(await this.confluence.get(exchange, ticker, query.as_of));
  }
}
