import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { ConfluenceResponse, GetConfluenceQuery } from './confluence.dto';
import { ConfluenceService } from './confluence.service';

@ApiTags('Confluence')
@Controller('v1/ontology/confluence')
export class ConfluenceController {
  constructor(private readonly confluence: ConfluenceService) {}

  @CachedGet(':exchange/:ticker', ConfluenceResponse, {
    summary: 'Get the corroboration of one market',
    description:
      'Number of kinds of source with evidence in the window: items that cover the parties of the question and report its act; with the reasons, items just below the threshold, the independence of the evidence, and the history of the score.',
  })
  async get(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: GetConfluenceQuery,
  ): Promise<ConfluenceResponse> {
    return ConfluenceResponse.from(await this.confluence.get(exchange, ticker, query.as_of));
  }
}
