import { Controller, Get, Header, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { escapeHtml } from '../../platform/common/html';
import { isUtcDate } from '../../platform/common/utc-time';
import { DatasetRepository } from '../../dataset/dataset.repository';
import { DatasetService } from '../../dataset/dataset.service';
import { ManifestService } from '../../dataset/manifest.service';
import { eventFilter } from '../../event-log/event-filter';
import { EventResponse } from '../../event-log/events.dto';
import { ItemRepository } from '../../event-log/item.repository';
import { CachedUntilTick } from '../../platform/http/caching.decorator';
import { notFound } from '../../platform/http/problem';
import { LeaderboardService } from '../../leaderboard/leaderboard.service';
import { EntityResponse } from '../../ontology/entity.dto';
import { momentOf } from '../../ontology/moment';
import { OntologyRepository } from '../../ontology/ontology.repository';
import { CaptureService } from '../../registry/captures/capture.service';
import { readDayFile } from '../../registry/log/day-file';
import { OutsideClockService } from '../../registry/clocks/outside-clock.service';
import type { ChainEntryResponse } from '../../registry/registry.dto';
import { RegistryReader } from '../../registry/registry-reader.service';
import { allOf } from './all-of';
import { assetPath } from './assets.provider';
import { dataPage } from './data-page';
import { SITE_PATHS } from './layout';
import { TrackRecordService } from '../../track-record/track-record.service';
import { leaderboardPage } from './leaderboard-page';
import { PageRoute } from './page-route.decorator';
import { MarketPagesRepository } from './market-pages.repository';
import { registryDayPage } from './registry-day-page';
import { registryPage } from './registry-page';
import { FOUND_MAX, pageOfIdentifier, searchPage } from './search-page';
import { SiteService } from './site.service';
import { sum } from './figures';

const QUERY_LENGTH_MAX = 200;
const MARKETS_MAPPED = 500;

@ApiExcludeController()
@Controller()
export class SitePagesController {
  constructor(
    private readonly site: SiteService,
    private readonly markets: MarketPagesRepository,
    private readonly ontology: OntologyRepository,
    private readonly items: ItemRepository,
    private readonly manifests: ManifestService,
    private readonly rows: DatasetRepository,
    private readonly records: DatasetService,
    private readonly registry: RegistryReader,
    private readonly leaderboards: LeaderboardService,
    private readonly trackRecord: TrackRecordService,
    private readonly clocks: OutsideClockService,
    private readonly captures: CaptureService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute('search')
  async search(
    @Query() { q: given }: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const q = (typeof given === 'string' ? given : '').trim().slice(0, QUERY_LENGTH_MAX);
    const known = pageOfIdentifier(q);
    if (known !== null) {
      void reply.status(302).header('location', known);
      return '';
    }
    const site = await this.site.read();
    if (!/[\p{L}\p{N}]/u.test(q)) return searchPage({ site, q, entities: [], markets: [], reports: [] });
    const moment = momentOf(undefined, nowMillis(this.clock));
    const { entities, items, ...read } = await allOf({
      entities: this.ontology.listEntities({ type: null, theater: null, q }, moment, '', FOUND_MAX),
      markets: this.markets.marketsWith(q, FOUND_MAX),
      items: this.items.list(eventFilter({ q }), FOUND_MAX),
    });
    return searchPage({
      ...read,
      site,
      q,
      entities: entities.map((row) => EntityResponse.from(row)),
      reports: items.rows.map((row) => EventResponse.from(row)),
    });
  }

  @PageRoute('data')
  async data(): Promise<string> {
    const population = await this.records.primary();
    return dataPage(
      await allOf({
        site: this.site.read(),
        manifest: this.manifests.manifest(null),
        span: this.rows.spanOfRows(population),
        example: this.records.example(population),
      }),
    );
  }

  @PageRoute('leaderboard')
  async leaderboard(): Promise<string> {
    return leaderboardPage(
      await allOf({
        site: this.site.read(),
        board: this.leaderboards.document(),
        standing: this.trackRecord.standing(),
        reasonings: this.leaderboards.reasonings(),
      }),
    );
  }

  @PageRoute('registry')
  async log(): Promise<string> {
    const days = JSON.parse((await this.registry.index()).text) as ChainEntryResponse[];
    const { captures, ...read } = await allOf({
      site: this.site.read(),
      captures: this.captures.summary(),
      clocks: this.clocks.list(),
    });
    return registryPage({
      ...read,
      days,
      size: sum(days.map(({ n_records: records }) => records)),
      copiesOff: captures.offReason,
    });
  }

  @PageRoute('registry/:date')
  async logDay(@Param('date') date: string): Promise<string> {
    if (!isUtcDate(date)) throw notFound('A day of the log is written YYYY-MM-DD.');
    const read = readDayFile((await this.registry.dayFile(date, null)).text);
    if (!read.ok) throw new Error(`The file of ${date} cannot be read: ${read.reason}`);
    return registryDayPage({
      site: await this.site.read(),
      file: read.file,
      questions: await this.markets.questionsOf(read.file.coverage ?? []),
    });
  }

  @Get('sitemap.xml')
  @CachedUntilTick()
  @Header('Content-Type', 'application/xml; charset=utf-8')
  async siteMap(): Promise<string> {
    const { base } = this.site.standing;
    const markets = await this.markets.openMarketPaths(MARKETS_MAPPED);
    const addresses = [...SITE_PATHS, ...markets].map(
      (path) => `<url><loc>${escapeHtml(`${base}${path}`)}</loc></url>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`;
  }

  /** Browsers and feed readers request this regardless of the page's links. */
  @Get('favicon.ico')
  icon(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.status(302).header('location', assetPath('icon.svg'));
    return '';
  }
}
