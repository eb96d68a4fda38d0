import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../common/caching.decorator';
import { ConfluenceResponse, GetConfluenceQuery } from './confluence.dto';
import { ConfluenceService } from './confluence.service';

/** Confluence over HTTP. */
@ApiTags('Confluence')
@Controller('v1/ontology/confluence')
export class ConfluenceController {
  constructor(private readonly confluence: ConfluenceService) {}

  @Get(':exchange/:ticker')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the corroboration of one market',
    description:
      'How many kinds of source spoke, within the window, of the entities of the market or of an instrument that leads one of them; with the evidence, how independent it is, and how the score developed.',
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
