import { Controller, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { decodeCursor, encodeCursor } from '../http/cursor';
import { LeadTimeService, type LeadTimeSummary } from '../lead-time/lead-time.service';
import type { ReceiptResponse } from '../receipts/receipt.dto';
import { ListReceiptsQuery, ReceiptSummaryResponse } from '../receipts/receipts.dto';
import { ReceiptsRepository } from '../receipts/receipts.repository';
import { OutsideClockRepository } from '../registry/outside-clock.repository';
import { ReceiptsService } from '../receipts/receipts.service';
import { MethodologyService } from '../track-record/methodology.service';
import { TrackRecordService } from '../track-record/track-record.service';
import { hitRateByConfidence, type ConfidenceBand } from './confidence-bands';
import { methodologyPage, type MethodologyPageData } from './methodology-page';
import { readPageQuery } from './page-query';
import { PageRoute } from './page-route.decorator';
import { SiteService } from './site.service';
import { receiptPage } from './receipt-page';
import { receiptsPage } from './receipts-page';
import { readResolverQuality } from './resolver-quality.provider';

const LEAD_TIME_DAYS = 90;
const CARDS_SHOWN = 5;
/** Closed trades behind the hit rate by confidence, the newest first. */
const TRADES_READ = 5_000;

/** The track record, its receipts and the analyses of method, for people. */
@ApiExcludeController()
@Controller()
export class RecordPagesController {
  constructor(
    private readonly trackRecord: TrackRecordService,
    private readonly methods: MethodologyService,
    private readonly trades: ReceiptsRepository,
    private readonly receipts: ReceiptsService,
    private readonly leadTime: LeadTimeService,
    private readonly clocks: OutsideClockRepository,
    private readonly site: SiteService,
  ) {}

  @PageRoute('receipts')
  async listReceipts(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const query = readPageQuery(ListReceiptsQuery, given);
    const position = decodeCursor('receipts', ['string', 'string'], query.cursor);
    const analysis = await this.trackRecord.analysis(query.population ?? null);
    const [summary, confidence, rows] = await Promise.all([
      this.trackRecord.summary(),
      this.confidenceBands(analysis.population),
      this.trades.list(
        {
          population: query.population ?? null,
          status: query.status ?? null,
          exchange: query.exchange ?? null,
          before: position === null ? null : { openedAt: position[0], tradeId: position[1] },
        },
        query.limit + 1,
      ),
    ]);
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1)?.trade;
    return receiptsPage({
      site: await this.site.read(),
      summary,
      analysis,
      confidence,
      receipts: shown.map((row) => ReceiptSummaryResponse.from(row)),
      chosen: { status: query.status, exchange: query.exchange, population: query.population },
      next:
        rows.length > query.limit && last !== undefined
          ? encodeCursor('receipts', [last.opened_at, last.trade_id])
          : null,
    });
  }

  @PageRoute('receipts/:trade_id', { asks: true })
  async receipt(@Param('trade_id') tradeId: string): Promise<string> {
    const text = await this.receipts.receipt(tradeId);
    const receipt = JSON.parse(text) as ReceiptResponse;
    const [site, sights] = await Promise.all([
      this.site.read(),
      receipt.registry === null ? [] : this.clocks.firstSightsOf(receipt.registry.leaf_index),
    ]);
    return receiptPage(receipt, site, sights);
  }

  @PageRoute('methodology')
  async methodology(): Promise<string> {
    const [analyses, { calibration, n_markets_min: needed }, leadTime] = await Promise.all([
      this.methods.methodology(),
      this.trackRecord.analysis(null),
      this.leadTime.summary(LEAD_TIME_DAYS),
    ]);
    return methodologyPage({
      site: await this.site.read(),
      analyses,
      markets: { resolved: calibration.n_markets, needed },
      leadTime,
      cards: await this.cardsOf(leadTime),
      resolver: readResolverQuality(),
    });
  }

  private async cardsOf({ bySource }: LeadTimeSummary): Promise<MethodologyPageData['cards']> {
    return Promise.all(
      bySource.slice(0, CARDS_SHOWN).map(async ({ name }) => ({
        source: name,
        spans: await this.leadTime.scoreCards(name),
      })),
    );
  }

  private async confidenceBands(population: string): Promise<ConfidenceBand[]> {
    const filter = { population, status: 'closed', exchange: null, before: null };
    const rows = await this.trades.list(filter, TRADES_READ);
    return hitRateByConfidence(
      rows.flatMap(({ trade: { exchange, ticker, confidence, net_pnl: netPnl } }) =>
        confidence === null || confidence === undefined || netPnl === null || netPnl === undefined
          ? []
          : [{ market: `${exchange}/${ticker}`, confidence, netPnl }],
      ),
    );
  }
}
