import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { publicUrl } from '../platform/config/public-url';
import { JSON_FEED } from '../platform/formats/media-types';
import { atomFeed, jsonFeed, type NewsFeed } from '../platform/formats/news-feed';
import { AtomFeed, JsonFeed } from '../platform/formats/feed.decorator';
import { Formatted } from '../platform/http/formatted';
import { daysFeed, type SealedDay } from './days-feed';
import { RegistryReader } from './registry-reader.service';

const FEED = ['sealed days', 'The newest 50 days of the hash chain'] as const;

@ApiTags('Registry')
@Controller('api/registry')
export class DaysFeedController {
  constructor(
    private readonly reader: RegistryReader,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('days.atom')
  @AtomFeed(...FEED)
  async atom(): Promise<string> {
    return atomFeed(await this.feed());
  }

  @Get('days.feed.json')
  @JsonFeed(...FEED)
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
