import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { publicUrl } from '../config/public-url';
import { ATOM, JSON_FEED } from '../formats/media-types';
import { atomFeed, jsonFeed, type NewsFeed } from '../formats/news-feed';
import { Formatted } from '../http/formatted';
import { daysFeed, type SealedDay } from './days-feed';
import { RegistryReader } from './registry-reader.service';

/** Sealed days for feed readers. */
@ApiTags('Registry')
@Controller('api/registry')
export class DaysFeedController {
  constructor(
    private readonly reader: RegistryReader,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('days.atom')
  @Header('content-type', ATOM)
  @ApiOperation({
    summary: 'Follow sealed days in a feed reader',
    description: 'The newest 50 days of the hash chain as an Atom feed.',
  })
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ description: 'Atom feed.', schema: { type: 'string' } })
  async atom(): Promise<string> {
    return atomFeed(await this.feed());
  }

  @Get('days.feed.json')
  @ApiOperation({
    summary: 'Follow sealed days in a feed reader that takes JSON',
    description: 'The newest 50 days of the hash chain as JSON Feed 1.1.',
  })
  @ApiProduces('application/feed+json')
  @ApiOkResponse({ description: 'JSON Feed.', schema: { type: 'object' } })
  async jsonFeed(): Promise<Formatted> {
    return new Formatted(JSON_FEED, jsonFeed(await this.feed()));
  }

  private async feed(): Promise<NewsFeed> {
    const { text } = await this.reader.index();
    const { demo } = this.environment;
    const chain = JSON.parse(text) as SealedDay[];
    return daysFeed(chain, publicUrl(this.environment), nowMillis(this.clock), demo);
  }
}
