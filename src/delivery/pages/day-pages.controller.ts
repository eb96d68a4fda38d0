import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { isUtcDate, utcDate } from '../../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { publicUrl } from '../../platform/config/public-url';
import { ATOM } from '../../platform/formats/media-types';
import { atomFeed, feedTitle } from '../../platform/formats/news-feed';
import { CachedUntilTick, cacheControl } from '../../platform/http/caching.decorator';
import { notFound } from '../../platform/http/problem';
import { dayBeside, dayMarkdown, dayPage, dayPath, daySentence } from './day-page';
import { DayService } from './day.service';
import { PageRoute } from './page-route.decorator';
import { day } from './figures';

const DAYS_FED = 14;
/** Reports of a day can arrive until this long after midnight. */
const SETTLED_AFTER_MS = 6 * HOUR_MS;

@ApiExcludeController()
@Controller()
export class DayPagesController {
  constructor(
    private readonly days: DayService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @PageRoute('day/:name')
  async day(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const [, date = name, text] = /^(.{10})(\.md)?$/.exec(name) ?? [];
    if (!isUtcDate(date)) throw notFound(`${name} is not a date: a day is named as in /day/2026-11-25.`);
    const now = nowMillis(this.clock);
    if (Date.parse(date) > now) throw notFound(`${day(date)} has not begun.`);
    const first = await this.days.first();
    if (date < first) throw notFound(`Nobody watched on ${day(date)}: the first day is ${day(first)}.`);
    const data = await this.days.read(date);
    if (now > Date.parse(date) + DAY_MS + SETTLED_AFTER_MS)
      void reply.header('cache-control', cacheControl('for-ever'));
    if (text === undefined) return dayPage(data);
    void reply.header('content-type', 'text/markdown; charset=utf-8');
    return dayMarkdown(data, publicUrl(this.environment));
  }

  @Get('days.atom')
  @Header('content-type', ATOM)
  @CachedUntilTick()
  async feed(): Promise<string> {
    const now = nowMillis(this.clock);
    const base = publicUrl(this.environment);
    const today = utcDate(now * 1000);
    const first = await this.days.first();
    const dates = Array.from({ length: DAYS_FED }, (_, index) => dayBeside(today, -1 - index)).filter(
      (date) => date >= first,
    );
    const days = await Promise.all(dates.map((date) => this.days.read(date)));
    return atomFeed({
      title: feedTitle('days', this.environment.demo),
      atomUrl: `${base}/days.atom`,
      jsonUrl: `${base}/days.atom`,
      listUrl: `${base}/v1/ontology/digest`,
      now,
      entries: days.map(({ date, morning }) => ({
        id: `${base}${dayPath(date)}`,
        title: day(date),
        link: `${base}${dayPath(date)}`,
        linkType: 'text/html' as const,
        publishedAt: Date.parse(date) + DAY_MS,
        updatedAt: Date.parse(date) + DAY_MS,
        summary: daySentence(morning),
        categories: [],
      })),
    });
  }
}
