import { Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DAY_MS } from '../../platform/common/durations';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { fieldsIn, textOf } from '../../platform/common/foreign-json';
import { formatMillis } from '../../platform/common/utc-time';
import { Page } from '../../platform/http/paging.dto';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor';
import type { ForecastInput } from '../../forecasting/input/forecast-input';
import { citedNumbers } from '../../forecasting/input/render-input';
import type { LeadTimeResponse } from '../../lead-time/lead-time.dto';
import { LeadTimeService } from '../../lead-time/lead-time.service';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import { ListReceiptsQuery, ReceiptSummaryResponse } from '../../receipts/receipts.dto';
import type { TradeRow } from '../../receipts/receipt';
import { ReceiptsRepository } from '../../receipts/receipts.repository';
import { OutsideClockRepository } from '../../registry/clocks/outside-clock.repository';
import { ReceiptsService } from '../../receipts/receipts.service';
import { AnchorService } from '../../registry/captures/anchor.service';
import { CaptureService } from '../../registry/captures/capture.service';
import { answerPath } from '../../registry/registry-path';
import { RegistryReader } from '../../registry/registry-reader.service';
import { answersNamedIn, KeptAnswers } from '../../registry/copies/kept-answer.store';
import { readServedBundle } from '../../registry/copies/served-document';
import { MethodologyService } from '../../track-record/methodology.service';
import { TrackRecordService } from '../../track-record/track-record.service';
import { allOf } from './all-of';
import { hitRateByConfidence, type ConfidenceBand } from './confidence-bands';
import { forecastPage } from './forecast-page';
import { MarketPagesRepository } from './market-pages.repository';
import { methodologyPage, type MethodologyPageData } from './methodology-page';
import { readPageQuery } from './page-query';
import { PageRoute } from './page-route.decorator';
import { SiteService } from './site.service';
import { receiptPage } from './receipt-page';
import type { RecordedWhen } from './record-line';
import { receiptsPage } from './receipts-page';
import { decidedMarkets } from './track-record-figures';
import { readResolverQuality } from './resolver-quality.provider';

const LEAD_TIME_DAYS = 90;
const CARDS_SHOWN = 5;
const TRADES_READ = 5_000;
const PACE_DAYS = 30;
const TRADES_SHOWN = 10;

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
    private readonly pages: MarketPagesRepository,
    private readonly registry: RegistryReader,
    private readonly anchors: AnchorService,
    private readonly captures: CaptureService,
    private readonly answers: KeptAnswers,
    private readonly site: SiteService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute('receipts')
  async listReceipts(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const query = readPageQuery(ListReceiptsQuery, given);
    const limit = given['limit'] === undefined ? TRADES_SHOWN : query.limit;
    const position = decodeCursor('receipts', ['string', 'string'], query.cursor);
    const analysis = await this.trackRecord.analysis(query.population ?? null);
    const { closed, rows, ...read } = await allOf({
      site: this.site.read(),
      summary: this.trackRecord.summary(),
      standing: this.trackRecord.standing(),
      primary: this.trackRecord.primary(),
      closed: this.closedTrades(analysis.population),
      rows: this.trades.list(
        {
          population: query.population ?? null,
          status: query.status ?? null,
          exchange: query.exchange ?? null,
          before: position === null ? null : { openedAt: position[0], tradeId: position[1] },
        },
        limit + 1,
      ),
    });
    const decided = decidedMarkets(closed);
    const since = nowMillis(this.clock) - PACE_DAYS * DAY_MS;
    const { items: receipts, next } = Page.of(
      rows,
      limit,
      ({ trade }) => encodeCursor('receipts', [trade.opened_at, trade.trade_id]),
      (row) => ReceiptSummaryResponse.from(row),
    );
    return receiptsPage({
      ...read,
      analysis,
      confidence: confidenceBands(closed),
      decided,
      pace: decided.filter(({ resolved_at: at }) => Date.parse(at) > since).length / PACE_DAYS,
      receipts,
      chosen: { status: query.status, exchange: query.exchange, population: query.population },
      next,
    });
  }

  @PageRoute('receipts/:trade_id', { asks: true })
  async receipt(@Param('trade_id') tradeId: string): Promise<string> {
    const text = await this.receipts.receipt(tradeId);
    const receipt = JSON.parse(text) as ReceiptResponse;
    const { registry, bundle_sha256: sha256, prediction, settlement } = receipt;
    const madeAt = prediction.made_at;
    return receiptPage(
      await allOf({
        site: this.site.read(),
        receipt,
        when:
          registry === null || sha256 === null || madeAt === null
            ? null
            : this.recordedWhen(sha256, madeAt, registry.leaf_index, settlement?.resolved_at ?? null),
      }),
    );
  }

  @PageRoute('forecasts/:bundle', { asks: true })
  async forecast(@Param('bundle') id: string): Promise<string> {
    const { forecast: one, treeSize } = await this.registry.forecast(id);
    const { record, leafIndex } = one;
    const [site, outcome, served, copies] = await Promise.all([
      this.site.read(),
      this.pages.outcomeOf(record.id),
      this.registry.bundle(record.id),
      this.captures.summary(),
    ]);
    return forecastPage({
      site,
      numbers: await this.numbersOf(one.text),
      ...(await this.recordedWhen(record.sha256, record.made_at, leafIndex, outcome.settlement?.resolved_at ?? null)),
      record,
      leafIndex,
      treeSize,
      bundle: JSON.parse(one.text) as unknown,
      words: readServedBundle(served.text)?.words ?? null,
      outcome,
      copiesOff: copies.offReason,
      answer: await this.answerOf(one.text),
      browser: this.site.inBrowser('a-forecasts-life', { prediction: record.id }),
    });
  }

  private async answerOf(text: string): Promise<string | null> {
    const [sha256] = answersNamedIn(text);
    return sha256 !== undefined && (await this.answers.has(sha256)) ? answerPath(sha256) : null;
  }

  /** Citation number of each report: all questions of one call share a list. */
  private async numbersOf(text: string): Promise<ReadonlyMap<string, number>> {
    const bundle = JSON.parse(text) as { input: ForecastInput; joint?: readonly { readonly bundle_id: string }[] };
    const call = bundle.joint ?? [];
    const texts = await Promise.all(call.map(async ({ bundle_id: id }) => (await this.registry.bundle(id)).text));
    const inputs = texts.flatMap((served) => {
      const read = readServedBundle(served);
      return read === null ? [] : [(JSON.parse(read.text) as { input: ForecastInput }).input];
    });
    return citedNumbers(call.length === 0 ? [bundle.input] : inputs);
  }

  @PageRoute('methodology')
  async methodology(): Promise<string> {
    const leadTime = await this.leadTime.summary(LEAD_TIME_DAYS);
    const { analysis, ...read } = await allOf({
      site: this.site.read(),
      analyses: this.methods.methodology(),
      analysis: this.trackRecord.analysis(null),
      standing: this.trackRecord.standing(),
      leadTime,
      cards: this.cardsOf(leadTime),
      resolver: readResolverQuality(),
    });
    return methodologyPage({ ...read, decay: analysis.time_decay });
  }

  private async recordedWhen(
    sha256: string,
    madeAt: string,
    leafIndex: number,
    resolvedAt: string | null,
  ): Promise<RecordedWhen> {
    const now = nowMillis(this.clock);
    const [index, sights, [anchor]] = await Promise.all([
      this.registry.index(),
      this.clocks.firstSightsOf(leafIndex),
      this.anchors.anchorsFor([{ bundleSha256: sha256, resolvedAt: resolvedAt ?? formatMillis(now) }]),
    ]);
    const day = fieldsIn(JSON.parse(index.text)).find(({ date }) => date === madeAt.slice(0, 10));
    return {
      now,
      madeAt,
      resolvedAt,
      sealedAt: textOf(day?.['anchored_at']),
      sights,
      copy: anchor?.wayback_url ?? null,
    };
  }

  private async cardsOf({ by_source: sources }: LeadTimeResponse): Promise<MethodologyPageData['cards']> {
    return Promise.all(
      sources.slice(0, CARDS_SHOWN).map(async ({ name }) => ({
        source: name,
        spans: await this.leadTime.scoreCards(name),
      })),
    );
  }

  private async closedTrades(population: string): Promise<TradeRow[]> {
    const filter = { population, status: 'closed', exchange: null, before: null };
    return this.trades.list(filter, TRADES_READ);
  }
}

const confidenceBands = (rows: readonly TradeRow[]): ConfidenceBand[] =>
  hitRateByConfidence(
    rows.flatMap(({ trade: { exchange, ticker, confidence, net_pnl: netPnl } }) =>
      confidence === null || confidence === undefined || netPnl === null || netPnl === undefined
        ? []
        : [{ market: `${exchange}/${ticker}`, confidence, netPnl }],
    ),
  );
