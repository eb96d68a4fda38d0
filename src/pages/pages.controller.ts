import { Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { ConfluenceResponse } from '../confluence/confluence.dto';
import { ConfluenceService } from '../confluence/confluence.service';
import { DigestResponse } from '../digest/digest.dto';
import { DigestService } from '../digest/digest.service';
import { decodeCursor, encodeCursor } from '../common/cursor';
import { ProblemException } from '../common/problem';
import { MarketViewsRepository } from '../markets/market-views.repository';
import { ListMarketsQuery, MarketDetailResponse, MarketResponse } from '../markets/markets.dto';
import { AlertRepository } from '../surge/alert.repository';
import { AlertResponse } from '../surge/alerts.dto';
import { dashboardPage, type DashboardData } from './dashboard-page';
import { marketPage } from './market-page';
import { marketsPage } from './markets-page';
import { readPageQuery } from './page-query';
import { PageRoute } from './page-route.decorator';
import { PagesRepository } from './pages.repository';

const LEAD_MARKETS = 3;
const ALERTS_SHOWN = 12;

/** Ids of the entities that clusters of the form `around:<entity>` are named after. */
const aroundWhom = (alerts: readonly AlertResponse[]): string[] =>
  alerts.flatMap(({ cluster }) => {
    const [kind, id] = cluster.split(':');
    return kind === 'around' && id !== undefined ? [id] : [];
  });

/** The front page and the markets, for people. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(
    private readonly digests: DigestService,
    private readonly alerts: AlertRepository,
    private readonly confluence: ConfluenceService,
    private readonly markets: MarketViewsRepository,
    private readonly pages: PagesRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @PageRoute('')
  async dashboard(): Promise<string> {
    const digest = await this.digests.get();
    const [{ alerts, names }, evidence] = await Promise.all([
      this.alertsWithNames(),
      Promise.all(
        digest.markets
          .slice(0, LEAD_MARKETS)
          .map(({ exchange, ticker }) => this.confluence.get(exchange, ticker)),
      ),
    ]);
    return dashboardPage({
      demo: this.environment.demo,
      digest: DigestResponse.from(digest),
      alerts,
      names,
      evidence: evidence.map((one) => ConfluenceResponse.from(one)),
    });
  }

  @PageRoute('markets', { form: true })
  async listMarkets(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const query = readPageQuery(ListMarketsQuery, given);
    const position = decodeCursor('markets', ['string', 'string'], query.cursor);
    const rows = await this.markets.list(
      {
        exchange: query.exchange ?? null,
        theater: query.theater ?? null,
        status: query.status ?? null,
        minScore: query.min_score ?? null,
        after: position === null ? null : { exchange: position[0], ticker: position[1] },
      },
      query.limit + 1,
    );
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1)?.market;
    return marketsPage({
      demo: this.environment.demo,
      query,
      markets: shown.map((row) => MarketResponse.from(row)),
      next:
        rows.length > query.limit && last !== undefined
          ? encodeCursor('markets', [last.exchange, last.ticker])
          : null,
    });
  }

  @PageRoute('markets/:exchange/:ticker', { script: true })
  async market(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
  ): Promise<string> {
    const market = await this.markets.get(exchange, ticker);
    if (market === null)
      throw new ProblemException('not-found', {
        detail: 'No tracked market of this exchange has this ticker.',
      });
    const [confluence, predictions] = await Promise.all([
      this.confluence.get(exchange, ticker),
      this.pages.predictionsOf(exchange, ticker),
    ]);
    return marketPage({
      demo: this.environment.demo,
      market: MarketDetailResponse.from(market),
      confluence: ConfluenceResponse.from(confluence),
      predictions,
    });
  }

  private async alertsWithNames(): Promise<Pick<DashboardData, 'alerts' | 'names'>> {
    const alerts = await this.newestAlerts();
    return { alerts, names: await this.pages.namesOf(aroundWhom(alerts)) };
  }

  /** Those that are open, or where there is none the last ones. */
  private async newestAlerts(): Promise<AlertResponse[]> {
    const open = await this.alerts.list({ cluster: null, active: true, from: null }, ALERTS_SHOWN);
    const rows =
      open.length > 0
        ? open
        : await this.alerts.list({ cluster: null, active: null, from: null }, 1);
    return rows.map((row) => AlertResponse.from(row));
  }
}
