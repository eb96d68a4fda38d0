import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { featureCollection, type Placed, type Position as Coordinates } from '../platform/formats/geojson';
import { Page } from '../platform/http/paging.dto';
import { notFound } from '../platform/http/problem';
import { OntologyRepository } from '../ontology/ontology.repository';
import { eventFilter, type Position } from './event-filter';
import { EventDetailResponse, EventResponse, GetEventQuery, ListEventsQuery } from './events.dto';
import { ItemRepository } from './item.repository';
import { pick } from '../platform/common/pick';

const LISTING = 'events';

@ApiTags('Event log')
@Controller('v1/ontology/events')
export class EventsController {
  constructor(
    private readonly items: ItemRepository,
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List linked items',
    description:
      'News, posts, financial moves, whale trades, forecaster questions, earthquakes and calendar events with the entities they touch, newest first. A page may be shorter than its limit when filters are combined; the Link header shows whether there are more.',
  })
  @ApiOkResponse({ type: [EventResponse] })
  async list(@Query() query: ListEventsQuery): Promise<Page<EventResponse>> {
    const entities = await Promise.all((query.entity ?? []).map((id) => this.ontology.currentId(id)));
    const { rows, next } = await this.items.list(
      eventFilter({
        entities,
        market: query.market,
        sourceType: query.source_type,
        ...pick(query, 'theater', 'category', 'lang', 'since', 'until'),
        asOf: this.past(query.as_of),
        q: query.q,
        from: positionIn(query.cursor),
      }),
      query.limit,
    );
    const page = new Page(
      rows.map((row) => EventResponse.from(row)),
      next === null ? null : encodeCursor(LISTING, [next.at, next.item]),
    );
    if (query.format !== 'geojson') return page;
    const places = await this.items.places(page.items.map(({ id }) => id));
    return page.as(featureCollection((event) => placeOf(event, places)));
  }

  @Get(':id')
  @ApiParam({
    name: 'id',
    description: 'Id of the item, as the event log lists it.',
    example: 'n-0f3c9a1b2c3d4e5f60718293',
  })
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get one item',
    description: 'With its entities, the other reports of its story and the replay bundles that contain it.',
  })
  @ApiOkResponse({ type: EventDetailResponse })
  async get(@Param('id') id: string, @Query() query: GetEventQuery): Promise<EventDetailResponse> {
    const row = await this.items.get(id, this.past(query.as_of) ?? nowMillis(this.clock));
    if (row === null) throw notFound('No item has this id at that instant.');
    return EventDetailResponse.from(row);
  }

  /** A future instant means the current log. */
  private past(asOf: number | undefined): number | undefined {
    return asOf !== undefined && asOf < nowMillis(this.clock) ? asOf : undefined;
  }
}

/** The location measured by its source, else the places named in it, without countries. */
const placeOf = (
  { id, attributes }: EventResponse,
  named: ReadonlyMap<string, readonly Coordinates[]>,
): Placed | null => {
  const { lat, lon } = attributes;
  if (typeof lat === 'number' && typeof lon === 'number') return { points: [{ lat, lon }], basis: 'measured' };
  const points = named.get(id) ?? [];
  return points.length === 0 ? null : { points, basis: 'named' };
};

const positionIn = (cursor: string | undefined): Position | null => {
  const values = decodeCursor(LISTING, ['integer', 'string'], cursor);
  return values === null ? null : { at: values[0], item: values[1] };
};
