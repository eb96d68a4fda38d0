import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { SourceHealthService, type CountedReading } from './source-health.service';
import { ListSourcesQuery, SourceResponse } from './sources.dto';

const LISTING = 'sources';

/** The sources and their health over HTTP; `lead-time` serves single sources. */
@ApiTags('Sources')
@Controller('v1/sources')
export class SourcesController {
  constructor(private readonly health: SourceHealthService) {}

  @CachedGet('', [SourceResponse], {
    summary: 'List polled sources',
    description:
      'Every source in the order of its id, with its state and the reason, last success, lag, items of the last 24 hours and next try.',
  })
  async list(@Query() query: ListSourcesQuery): Promise<Page<SourceResponse>> {
    const after = decodeCursor(LISTING, ['string'], query.cursor)?.[0] ?? '';
    const readings = await this.health.list();
    return Page.of(
      readings.filter((reading) => reading.source.id > after && matches(reading, query)),
      query.limit,
      ({ source }) => encodeCursor(LISTING, [source.id]),
      (reading) => SourceResponse.from(reading),
    );
  }
}

const matches = ({ source, health }: CountedReading, query: ListSourcesQuery): boolean =>
  (query.state === undefined || health.state === query.state) &&
  (query.source_type === undefined || source.sourceType === query.source_type) &&
  (query.category === undefined || source.category === query.category) &&
  (query.lang === undefined || source.lang === query.lang);
