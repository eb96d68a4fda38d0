import { Controller, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS } from '../../platform/common/durations';
import { notFound } from '../../platform/http/problem';
import { SourceHealthService } from '../../ingestion/source-health.service';
import { SourceResponse } from '../../ingestion/sources.dto';
import { LeadTimeService } from '../../lead-time/lead-time.service';
import { SourceDetailResponse } from '../../lead-time/source-detail.dto';
import { StatusService } from '../../pipeline/status.service';
import { allOf } from './all-of';
import { PageRoute } from './page-route.decorator';
import { GraphPagesRepository } from './graph-pages.repository';
import { SiteService } from './site.service';
import { sourcePage } from './source-page';
import { SOURCE_DAYS, sourcesPage } from './sources-page';
import { statusPage } from './status-page';

const ITEMS_SHOWN = 20;

@ApiExcludeController()
@Controller()
export class SourcePagesController {
  constructor(
    private readonly sources: SourceHealthService,
    private readonly leadTime: LeadTimeService,
    private readonly pages: GraphPagesRepository,
    private readonly status: StatusService,
    private readonly site: SiteService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute('sources')
  async all(): Promise<string> {
    const readings = await this.sources.list();
    const { summary, ...read } = await allOf({
      site: this.site.read(),
      summary: this.sources.summary(),
      days: this.pages.sourceDays(
        readings.map(({ source }) => source.id),
        this.today(),
        SOURCE_DAYS,
      ),
    });
    return sourcesPage({
      ...read,
      sources: readings.map((reading) => SourceResponse.from(reading)),
      silences: summary.silences,
    });
  }

  @PageRoute('sources/:id')
  async one(@Param('id') id: string): Promise<string> {
    const readings = await this.sources.list();
    const reading = readings.find(({ source }) => source.id === id);
    if (reading === undefined) throw notFound('No source has this id.');
    const { family } = reading.source;
    const [site, cards, [days], items] = await Promise.all([
      this.site.read(),
      this.leadTime.scoreCards(id),
      this.pages.sourceDays([id], this.today(), SOURCE_DAYS),
      this.pages.itemsOfSource(id, nowMillis(this.clock), ITEMS_SHOWN),
    ]);
    return sourcePage({
      site,
      source: SourceDetailResponse.of(reading, cards),
      days: days ?? { source: id, items: [], copies: [] },
      sisters: readings
        .filter(({ source }) => source.family === family && source.id !== id)
        .map(({ source }) => source.id),
      items,
      browser: this.site.inBrowser('what-a-source-was-worth', { source: id }),
    });
  }

  @PageRoute('status')
  async lastUpdate(): Promise<string> {
    const [site, status] = await Promise.all([this.site.read(), this.status.read()]);
    return statusPage(site, status);
  }

  private today(): number {
    return Math.floor(nowMillis(this.clock) / DAY_MS);
  }
}
