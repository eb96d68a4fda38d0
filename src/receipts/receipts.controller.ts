import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { ReceiptResponse } from './receipt.dto';
import { ListReceiptsQuery, ReceiptSummaryResponse } from './receipts.dto';
import { ReceiptsRepository } from './receipts.repository';
import { ReceiptsService } from './receipts.service';

const LISTING = 'receipts';

@ApiTags('Track record')
@Controller('api')
export class ReceiptsController {
  constructor(
    private readonly trades: ReceiptsRepository,
    private readonly receipts: ReceiptsService,
  ) {}

  @Get('receipts')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List paper trades',
    description: 'Every trade, open and closed, winning and losing, newest first.',
  })
  @ApiOkResponse({ type: [ReceiptSummaryResponse] })
  async list(@Query() query: ListReceiptsQuery): Promise<Page<ReceiptSummaryResponse>> {
    const position = decodeCursor(LISTING, ['string', 'string'], query.cursor);
    const rows = await this.trades.list(
      {
        population: query.population ?? null,
        status: query.status ?? null,
        exchange: query.exchange ?? null,
        before: position === null ? null : { openedAt: position[0], tradeId: position[1] },
      },
      query.limit + 1,
    );
    return Page.of(
      rows,
      query.limit,
      ({ trade }) => encodeCursor(LISTING, [trade.opened_at, trade.trade_id]),
      (row) => ReceiptSummaryResponse.from(row),
    );
  }

  @Get('receipt/:trade_id.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'Get the receipt of one trade',
    description:
      'Canonical JSON with its own SHA-256, every document that its figures follow from, and the proof that each is in the log; verifies offline with the public key of the log.',
  })
  @ApiParam({ name: 'trade_id', description: 'Id of the trade, as listed by /api/receipts.' })
  @ApiOkResponse({ type: ReceiptResponse })
  async get(@Param('trade_id') tradeId: string): Promise<Buffer> {
    return Buffer.from(await this.receipts.receipt(tradeId));
  }
}
