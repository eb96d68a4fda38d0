import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ConfluenceResponse } from '../../confluence/confluence.dto';
import { ConfluenceService } from '../../confluence/confluence.service';
import { CalendarEventResponse, DigestResponse } from '../../digest/digest.dto';
import { DigestService } from '../../digest/digest.service';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import { loadCalendar } from '../../ingestion/calendar/calendar-files.provider';
import { upcomingEvents } from '../../ingestion/calendar/due-events';
import { SourceHealthService } from '../../ingestion/source-health.service';
import { csvRow, spreadsheetCell } from '../../dataset/csv';
import { CachedUntilTick } from '../../platform/http/caching.decorator';
import { Page } from '../../platform/http/paging.dto';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor';
import { notFound } from '../../platform/http/problem';
import { isFinal } from '../../markets/market';
import { MarketViewsRepository, type MarketDetail, type MarketSort } from '../../markets/market-views.repository';
import { ListedMarketResponse, ListMarketsQuery, MarketDetailResponse } from '../../markets/markets.dto';
import { AlertDetailResponse } from '../../surge/alert-detail.dto';
import { AlertRepository } from '../../surge/alert.repository';
import { AlertResponse, ListAlertsQuery } from '../../surge/alerts.dto';
import { TrackRecordService } from '../../track-record/track-record.service';
import { allOf } from './all-of';
import { DUE_DAYS } from './charts/due-line';
import { alertPage, alertsPage, PRICES_AROUND_MS } from './alert-page';
import { EMBED_POLICY, embedPage } from './embed-page';
import { marketPage, type MarketPageData } from './market-page';
import { PICTURE_DAYS } from './market-picture';
import { ownAnswer } from './market-why';
import { marketRows } from './markets-csv';
import { marketsPage, type MarketsPageData } from './markets-page';
import { DayService } from './day.service';
import { readPageQuery } from './page-query';
import { todayPage } from './today-page';
import { SPANS, type Span } from './today-words';
import { PageRoute } from './page-route.decorator';
import { SiteService } from './site.service';
import { GraphPagesRepository } from './graph-pages.repository';
import { MarketPagesRepository } from './market-pages.repository';
import { untrackedMarket } from '../../markets/untracked-market';

const MARKETS_SHOWN = 60;
/** Maximum of open markets on the page and in the CSV. */
const MARKETS_LISTED = 200;
const TOLD_TODAY = 4;
const CLOSING_SHOWN = 40;
const END_OF_TIME = '9999';
const ALERTS_BEFORE = 6;

const VISIT_DAYS_MAX = 30;

/** Start of the changes on the front page: midnight UTC by default and for unreadable values. */
const sinceWhen = (given: unknown, now: number): { span: Span; since?: number } => {
  if (typeof given !== 'string') return { span: 'midnight' };
  if (isTimed(given)) return { span: given, since: now - SPANS[given].ms };
  const visit = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(visit)
    ? { span: 'midnight' }
    : { span: 'visit', since: Math.min(now, Math.max(visit, now - VISIT_DAYS_MAX * DAY_MS)) };
};

const isTimed = (given: string): given is Exclude<keyof typeof SPANS, 'midnight'> =>
  given !== 'midnight' && Object.hasOwn(SPANS, given);

const dueEvents = (now: number): CalendarEventResponse[] =>
  upcomingEvents(loadCalendar(), now, DUE_DAYS).map((event) => CalendarEventResponse.from(event));

/** The chart of a decided market ends half a day after the decision. */
const pictureEnd = (resolvedAt: string | null | undefined, now: number): number =>
  resolvedAt === null || resolvedAt === undefined ? now : Math.min(now, Date.parse(resolvedAt) + DAY_MS / 2);

@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(
    private readonly digests: DigestService,
    private readonly sources: SourceHealthService,
    private readonly confluence: ConfluenceService,
    private readonly markets: MarketViewsRepository,
    private readonly graph: GraphPagesRepository,
    private readonly pages: MarketPagesRepository,
    private readonly days: DayService,
    private readonly alerts: AlertRepository,
    private readonly trackRecord: TrackRecordService,
    private readonly site: SiteService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute('')
  async today(@Query('since') given: unknown): Promise<string> {
    const digest = await this.digests.get();
    const now = digest.computedAt;
    const any = { status: 'open', exchange: null, theater: null, minScore: null } as const;
    const { span, since = digest.since } = sinceWhen(given, now);
    const ranked = async (sort: MarketSort, most: number): Promise<ListedMarketResponse[]> =>
      (await this.markets.rank(any, sort, most)).map((row) => ListedMarketResponse.from(row));
    return todayPage(
      await allOf({
        site: this.site.read(),
        span,
        first: this.days.first(),
        digest: DigestResponse.from({ ...digest, since }),
        morning: this.days.between(since, digest, TOLD_TODAY),
        standing: this.trackRecord.standing(),
        markets: ranked('gap', MARKETS_SHOWN),
        closing: ranked('closes', CLOSING_SHOWN),
        counts: this.pages.marketCounts(),
        calendar: dueEvents(now),
        quakes: this.graph.quakes(now),
        sources: this.sources.list(),
      }),
    );
  }

  @PageRoute('alerts')
  async listAlerts(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const { active, limit, cursor } = readPageQuery(ListAlertsQuery, given);
    const position = decodeCursor('alerts', ['integer', 'string'], cursor);
    const rows = await this.alerts.list(
      { cluster: null, active: active ?? null, from: position === null ? null : { at: position[0], id: position[1] } },
      limit + 1,
    );
    const { items, next } = Page.of(
      rows,
      limit,
      ({ alert }) => encodeCursor('alerts', [alert.opened_at, alert.id]),
      (row) => AlertResponse.from(row),
    );
    return alertsPage({ site: await this.site.read(), alerts: items, active, next });
  }

  @PageRoute('alerts/:id')
  async alert(@Param('id') id: string): Promise<string> {
    const found = await this.alerts.get(id);
    if (found === null) throw notFound('No surge alert has this identifier.');
    const { opened_at: at, cluster } = found.alert;
    const before = await this.alerts.list({ cluster, active: null, from: { at, id } }, ALERTS_BEFORE);
    return alertPage(
      await allOf({
        site: this.site.read(),
        alert: AlertDetailResponse.whole(found),
        quotes: this.pages.quotesBetween(found.markets, at - PRICES_AROUND_MS, at + PRICES_AROUND_MS),
        before: before.map((row) => AlertResponse.from(row)),
        now: nowMillis(this.clock),
        browser: this.site.inBrowser('an-alert', { alert: id }),
      }),
    );
  }

  @PageRoute('markets')
  async listMarkets(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const query = readPageQuery(ListMarketsQuery, given);
    const { digest, listed, ...shared } = await allOf({
      site: this.site.read(),
      digest: this.digests.get(),
      counts: this.pages.marketCounts(),
      listed: this.marketsOf(query),
    });
    return marketsPage({
      ...shared,
      ...listed,
      now: digest.computedAt,
      query,
      view: given['view'] === 'grid' ? 'grid' : 'list',
      compact: given['density'] === 'compact' && given['view'] !== 'grid',
    });
  }

  @Get('markets.csv')
  @CachedUntilTick()
  @Header('Content-Type', 'text/csv; charset=utf-8; header=present')
  @Header('Content-Disposition', 'attachment; filename="vedette-markets.csv"')
  async downloadMarkets(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    return marketRows(await this.marketsOf(readPageQuery(ListMarketsQuery, given)))
      .map((cells) => csvRow(cells.map((cell) => (cell === null ? '' : spreadsheetCell(cell)))))
      .join('');
  }

  /** Undecided markets in the requested order, on one page; decided ones last decided first, paginated. */
  private async marketsOf(query: ListMarketsQuery): Promise<Pick<MarketsPageData, 'markets' | 'before' | 'next'>> {
    const { status = 'open', sort = 'gap' } = query;
    const filter = {
      exchange: query.exchange ?? null,
      theater: query.theater ?? null,
      status,
      minScore: query.min_score ?? null,
    };
    if (!isFinal(status)) {
      const rows = await this.markets.rank(filter, sort, MARKETS_LISTED);
      return { markets: rows.map((row) => ListedMarketResponse.from(row)), before: [], next: null };
    }
    const position = decodeCursor('decided', ['string', 'string', 'string'], query.cursor);
    const [resolvedAt, exchange, ticker] = position ?? [END_OF_TIME, '', ''];
    const rows = await this.pages.decided(filter, { resolvedAt, exchange, ticker }, query.limit + 1);
    const { items: before, next } = Page.of(
      rows,
      query.limit,
      (last) => encodeCursor('decided', [last.resolved_at, last.exchange, last.ticker]),
      (row) => row,
    );
    return { markets: (await this.markets.named(before)).map((row) => ListedMarketResponse.from(row)), before, next };
  }

  @PageRoute('markets/:exchange/:ticker', { asks: true })
  async market(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<string> {
    const market = await this.tracked(exchange, ticker);
    const digest = await this.digests.get();
    const now = pictureEnd(market.market.resolved_at, digest.computedAt);
    const since = now - PICTURE_DAYS * DAY_MS;
    const { theater } = market.market;
    const { said, confluence, ...read } = await allOf({
      site: this.site.read(),
      confluence: this.confluence.get(exchange, ticker),
      said: this.saidOf(exchange, ticker),
      reports: this.pages.reportsOn(exchange, ticker, since, now),
      moves: this.pages.movesOf(exchange, ticker, since),
      alerts: this.pages.alertsOf(theater === undefined ? [] : [`theater:${theater}`], since, now),
      like: this.pages.marketsLike(market.market),
    });
    return marketPage({
      ...read,
      ...said,
      confluence: ConfluenceResponse.from(confluence),
      browser: this.site.inBrowser('evidence-of-a-market', { exchange, ticker, since: now - DAY_MS }),
      market: MarketDetailResponse.from(market),
      now,
      calendar: dueEvents(digest.computedAt).filter(({ entities }) =>
        entities.some((entity) => market.entities.includes(entity)),
      ),
    });
  }

  @Get('embed/market/:exchange/:ticker')
  @CachedUntilTick()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', EMBED_POLICY)
  @Header('cross-origin-resource-policy', 'cross-origin')
  @Header('referrer-policy', 'no-referrer')
  async embed(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<string> {
    const market = MarketDetailResponse.from(await this.tracked(exchange, ticker));
    const { base, demo } = this.site.standing;
    return embedPage(market, base, nowMillis(this.clock), demo);
  }

  private async tracked(exchange: string, ticker: string): Promise<MarketDetail> {
    const market = await this.markets.get(exchange, ticker);
    if (market === null) throw untrackedMarket();
    return market;
  }

  private async saidOf(
    exchange: string,
    ticker: string,
  ): Promise<Pick<MarketPageData, 'predictions' | 'standing' | 'beside'>> {
    const predictions = await this.pages.predictionsOf(exchange, ticker);
    const own = ownAnswer(predictions);
    if (own === undefined) return { predictions, standing: null, beside: [] };
    return allOf({
      predictions,
      standing: this.trackRecord.standing(),
      beside: this.pages.answersBeside(own.id),
    });
  }
}
