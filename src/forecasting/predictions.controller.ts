import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../http/caching.decorator';
import { decodeCursor, encodeCursor } from '../http/cursor';
import { Page } from '../http/paging.dto';
import { formatMillis } from '../common/utc-time';
import { ListMarketPredictionsQuery, ListPredictionsQuery, PredictionResponse } from './predictions.dto'; // prettier-ignore
import { PredictionsRepository } from './predictions.repository';

const LISTING = 'predictions';

/** Every prediction, whatever came of it, over HTTP. */
@ApiTags('Predictions')
@Controller('v1')
export class PredictionsController {
  constructor(private readonly predictions: PredictionsRepository) {}

  @Get('predictions')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List predictions',
    description:
      'Every prediction, traded or not, right or wrong, newest first, with the price at which it was made, the spread of its answers, its replay bundle and its record in the log.',
  })
  @ApiOkResponse({ type: [PredictionResponse] })
  list(@Query() query: ListPredictionsQuery): Promise<Page<PredictionResponse>> {
    return this.page(query, query.exchange ?? null, query.ticker ?? null);
  }

  @Get('markets/:exchange/:ticker/predictions')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List the predictions of a market',
    description: 'Newest first; empty for a market that was never forecast.',
  })
  @ApiParam({ name: 'exchange', description: 'Exchange.', example: 'kalshi' })
  @ApiParam({ name: 'ticker', description: 'Exchange-side identifier.', example: 'KXDEAL-26SEP' })
  @ApiOkResponse({ type: [PredictionResponse] })
  listOfMarket(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: ListMarketPredictionsQuery,
  ): Promise<Page<PredictionResponse>> {
    return this.page(query, exchange, ticker);
  }

  private async page(
    query: ListMarketPredictionsQuery,
    exchange: string | null,
    ticker: string | null,
  ): Promise<Page<PredictionResponse>> {
    const position = decodeCursor(LISTING, ['string', 'string'], query.cursor);
    const rows = await this.predictions.list(
      {
        exchange,
        ticker,
        trigger: query.trigger ?? null,
        alert: query.alert ?? null,
        since: query.since === undefined ? null : formatMillis(query.since),
        before: position === null ? null : { madeAt: position[0], id: position[1] },
      },
      query.limit + 1,
    );
    return Page.of(
      rows,
      query.limit,
      ({ prediction }) => encodeCursor(LISTING, [prediction.made_at, prediction.id]),
      (row) => PredictionResponse.from(row),
    );
  }
}
