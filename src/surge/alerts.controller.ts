import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedGet, CachedUntilTick } from '../platform/http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { ItemRepository } from '../event-log/item.repository';
import { featureCollection } from '../platform/formats/geojson';
import { JSON_FEED, STIX } from '../platform/formats/media-types';
import { atomFeed, jsonFeed, type NewsFeed } from '../platform/formats/news-feed';
import { alertBundle } from '../ontology/stix';
import { AtomFeed, JsonFeed } from '../platform/formats/feed.decorator';
import { Formatted } from '../platform/http/formatted';
import { Page } from '../platform/http/paging.dto';
import { notFound } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { AlertDetailResponse } from './alert-detail.dto';
import { AlertRepository, type AlertPosition } from './alert.repository';
import { OntologyRepository } from '../ontology/ontology.repository';
import { alertSaying, alertsFeed, centerOf, placeOfAlert } from './alert-forms';
import { AlertResponse, GetAlertQuery, AlertFeedQuery, ListAlertsQuery } from './alerts.dto';

const LISTING = 'alerts';
const FEED = ['surge alerts', 'The newest 50 alerts'] as const;
const FEED_ENTRIES = 50;
/** Maximum entities in the STIX form of an alert. */
const STIX_ENTITIES = 20;

@ApiTags('Alerts')
@Controller('v1/ontology')
export class AlertsController {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly items: ItemRepository,
    private readonly ontology: OntologyRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @CachedGet('alerts', [AlertResponse], {
    summary: 'List surge alerts',
    description:
      'One alert per episode in which the volume of a cluster of entities reached three times its baseline within five minutes; newest first.',
  })
  async list(@Query() query: ListAlertsQuery): Promise<Page<AlertResponse>> {
    const rows = await this.alerts.list(
      { cluster: query.cluster ?? null, active: query.active ?? null, from: positionIn(query.cursor) },
      query.limit + 1,
    );
    const page = Page.of(
      rows,
      query.limit,
      ({ alert }) => encodeCursor(LISTING, [alert.opened_at, alert.id]),
      (row) => AlertResponse.from(row),
    );
    return query.format === 'geojson' ? this.onMap(page) : page;
  }

  private async onMap(page: Page<AlertResponse>): Promise<Page<AlertResponse>> {
    const centers = page.items.map(({ cluster }) => centerOf(cluster)).filter((id) => id !== null);
    const [named, entities] = await Promise.all([
      this.items.places(page.items.flatMap(({ items }) => items.map(({ id }) => id))),
      this.ontology.cards([...new Set(centers)]),
    ]);
    const located = new Map(entities.flatMap(({ id, location }) => (location === undefined ? [] : [[id, location]])));
    return page.as(featureCollection((alert) => placeOfAlert(alert, named, located)));
  }

  @CachedGet('alerts/:id', AlertDetailResponse, {
    summary: 'Get one surge alert',
    description:
      'The whole episode: its items in order and by minute, their publishers, the markets that they are evidence for with their price before and after, and the forecasts that it caused.',
  })
  @ApiParam({ name: 'id', description: 'Id of the alert, as listed.', example: 'd91e585a4f39e6978ca1' })
  async get(@Param('id') id: string, @Query() query: GetAlertQuery): Promise<AlertDetailResponse | Formatted> {
    const row = await this.alerts.get(id);
    if (row === null) throw notFound('No alert has this id.');
    if (query.format !== 'stix') return AlertDetailResponse.whole(row);
    const about = await this.ontology.cards(await this.alerts.entities(id, STIX_ENTITIES));
    const base = publicUrl(this.environment);
    const stamp = { now: nowMillis(this.clock), base, synthetic: this.environment.demo };
    return new Formatted(STIX, alertBundle(alertSaying(row, about, base), stamp));
  }

  @Get('alerts.atom')
  @CachedUntilTick()
  @AtomFeed(...FEED)
  async feed(@Query() { cluster }: AlertFeedQuery): Promise<string> {
    return atomFeed(await this.newest(cluster));
  }

  @Get('alerts.feed.json')
  @CachedUntilTick()
  @JsonFeed(...FEED)
  async jsonFeed(@Query() { cluster }: AlertFeedQuery): Promise<Formatted> {
    return new Formatted(JSON_FEED, jsonFeed(await this.newest(cluster)));
  }

  private async newest(cluster: string | undefined): Promise<NewsFeed> {
    const rows = await this.alerts.list({ cluster: cluster ?? null, active: null, from: null }, FEED_ENTRIES);
    const { demo } = this.environment;
    return alertsFeed(rows, {
      base: publicUrl(this.environment),
      cluster: cluster ?? null,
      now: nowMillis(this.clock),
      synthetic: demo,
    });
  }
}

const positionIn = (cursor: string | undefined): AlertPosition | null => {
  const values = decodeCursor(LISTING, ['integer', 'string'], cursor);
  return values === null ? null : { at: values[0], id: values[1] };
};
