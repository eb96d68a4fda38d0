import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DigestResponse } from '../../digest/digest.dto';
import { DigestService } from '../../digest/digest.service';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { DAY_MS, MINUTE_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor';
import { ProblemException, notFound } from '../../platform/http/problem';
import { eventFilter } from '../../event-log/event-filter';
import { EventDetailResponse, EventResponse, ListEventsQuery } from '../../event-log/events.dto';
import { ItemRepository } from '../../event-log/item.repository';
import type { PredictionRow } from '../../forecasting/predictions.dto';
import { PredictionsRepository } from '../../forecasting/predictions.repository';
import { SourceCatalogue } from '../../ingestion/source-catalogue.service';
import { EntityDetailResponse, EntityResponse } from '../../ontology/entity.dto';
import { momentOf } from '../../ontology/moment';
import { noEntity } from '../../ontology/no-entity';
import { GraphQuery } from '../../ontology/ontology-query.dto';
import { OntologyRepository } from '../../ontology/ontology.repository';
import { GraphResponse, PathResponse } from '../../ontology/relationship.dto';
import { allOf } from './all-of';
import { entityPage } from './entity-page';
import { itemPage } from './item-page';
import { CALLS_SHOWN, logPage } from './log-page';
import { NAMED_DAYS, NAMED_SHOWN, ontologyPage } from './ontology-page';
import { fieldErrors, readPageQuery } from './page-query';
import { PageRoute } from './page-route.decorator';
import type { Names } from './site';
import { SiteService } from './site.service';
import { GraphPagesRepository } from './graph-pages.repository';
import { pick } from '../../platform/common/pick';

const ENTITIES_MAX = 1_000;
const LANGUAGE_ITEMS_MAX = 500;
const PATHS_MAX = 10;
const HOURS_SHOWN = 48;

const STEADY_MS = 10 * MINUTE_MS;
const YEAR_DAYS = 364;
const FIRST_ENTITY = 'iran';

@ApiExcludeController()
@Controller()
export class GraphPagesController {
  constructor(
    private readonly digests: DigestService,
    private readonly items: ItemRepository,
    private readonly ontology: OntologyRepository,
    private readonly pages: GraphPagesRepository,
    private readonly predictions: PredictionsRepository,
    private readonly site: SiteService,
    private readonly catalogue: SourceCatalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute('log', { asks: true })
  async log(
    @Query() typed: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const site = await this.site.read();
    const given = idsOfNames(typed, site.names.entities);
    const { query, errors } = readForm(given);
    const ids = await this.currentIds(query.entity ?? []);
    if (ids === null) errors.set('entity', 'is not a place or actor that we track');
    if (errors.size > 0) void reply.status(400);
    const now = nowMillis(this.clock);
    const steady = Math.ceil(now / STEADY_MS) * STEADY_MS;
    const [digest, counts, page] = await Promise.all([
      this.digests.get(),
      this.pages.hoursOf(steady, HOURS_SHOWN),
      errors.size > 0 ? { items: [], next: null } : this.itemsOf(query, ids ?? [], now),
    ]);
    return logPage({
      site,
      given,
      query,
      errors,
      ...page,
      calls: await this.callsBeside(query, page),
      hours: { counts, now: steady },
      volumes: DigestResponse.from(digest),
    });
  }

  private async callsBeside(
    { entity, source_type, theater, category, lang, q, as_of, until, cursor }: ListEventsQuery,
    { items, next }: { readonly items: readonly EventResponse[]; readonly next: string | null },
  ): Promise<PredictionRow[]> {
    const chosen = [entity, source_type, theater, category, lang, q, as_of];
    const [newest, oldest] = [items[0], items.at(-1)];
    if (chosen.some((value) => value !== undefined) || newest === undefined) return [];
    const below = cursor === undefined ? (until === undefined ? null : formatMillis(until)) : newest.at;
    return this.predictions.list(
      {
        ...{ exchange: null, ticker: null, trigger: null, alert: null },
        since: next === null ? null : (oldest?.at ?? null),
        before: below === null ? null : { madeAt: below, id: '' },
      },
      CALLS_SHOWN + 1,
    );
  }

  /** Current ids, or null if one of them never existed. */
  private async currentIds(ids: readonly string[]): Promise<string[] | null> {
    try {
      return await Promise.all(ids.map((id) => this.ontology.currentId(id)));
    } catch (error) {
      if (error instanceof ProblemException && error.type === 'not-found') return null;
      throw error;
    }
  }

  private async itemsOf(
    query: ListEventsQuery,
    entities: readonly string[],
    now: number,
  ): Promise<{ items: EventResponse[]; next: string | null }> {
    const position = decodeCursor('events', ['integer', 'string'], query.cursor);
    const asOf = query.as_of;
    const { rows, next } = await this.items.list(
      eventFilter({
        entities,
        sourceType: query.source_type,
        ...pick(query, 'theater', 'category', 'lang', 'since', 'until', 'q'),
        asOf: asOf !== undefined && asOf < now ? asOf : undefined,
        from: position === null ? null : { at: position[0], item: position[1] },
      }),
      query.limit,
    );
    return {
      items: rows.map((row) => EventResponse.from(row)),
      next: next === null ? null : encodeCursor('events', [next.at, next.item]),
    };
  }

  @PageRoute('log/:id')
  async item(@Param('id') id: string): Promise<string> {
    const row = await this.items.get(id, nowMillis(this.clock));
    if (row === null) throw notFound('No item has this id.');
    const item = EventDetailResponse.from(row);
    const sisters = this.catalogue.sources.filter(
      ({ id: other, family }) => family === item.family && other !== item.source,
    );
    const [site, forecasts] = await Promise.all([this.site.read(), this.pages.forecastsFrom(id)]);
    return itemPage({ site, item, sisters: sisters.map((source) => source.id), forecasts });
  }

  @PageRoute('entities/:id')
  async entity(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const found = await this.ontology.findEntity(id, this.moment());
    if (found.kind === 'unknown') throw noEntity(id);
    if (found.kind === 'merged') {
      void reply.status(308).header('location', `/entities/${found.into}`);
      return '';
    }
    const now = nowMillis(this.clock);
    const { id: current } = found.detail.entity;
    return entityPage(
      await allOf({
        site: this.site.read(),
        entity: EntityDetailResponse.from(found.detail),
        markets: this.pages.marketsAbout(current),
        days: this.ontology.countDays(current, Math.floor(now / DAY_MS), YEAR_DAYS),
        languages: this.pages.languagesOf(current, now, LANGUAGE_ITEMS_MAX),
        now,
        browser: this.site.inBrowser('around-an-entity', { entity: current }),
      }),
    );
  }

  @PageRoute('ontology', { asks: true })
  async explore(@Query() given: Readonly<Record<string, unknown>>): Promise<string> {
    const digest = await this.digests.get();
    const { places, movers, top_entities: named } = DigestResponse.from(digest);
    const shown = await allOf({
      site: this.site.read(),
      entities: this.allEntities(),
      quakes: this.pages.quakes(digest.computedAt),
      places,
      movers,
      named,
      days: this.pages.entityDays(
        named.slice(0, NAMED_SHOWN).map(({ id }) => id),
        Math.floor(digest.computedAt / DAY_MS),
        NAMED_DAYS,
      ),
    });
    const { entities } = shown;
    const chosen = idsOfNames(filled(given), entities);
    const start = entities.find(({ id }) => id === FIRST_ENTITY) ?? entities[0];
    if (start === undefined) return ontologyPage({ ...shown, graph: null, asked: false, paths: null });
    const query = readPageQuery(GraphQuery, { entity: start.id, ...chosen });
    const entity = await this.ontology.currentId(query.entity);
    const around = await this.ontology.neighbourhood(entity, query.depth, null);
    return ontologyPage({
      ...shown,
      graph: GraphResponse.from(entity, query.depth, around),
      asked: chosen['entity'] !== undefined,
      paths: await this.pathsTo(entity, chosen['to']),
    });
  }

  private async pathsTo(from: string, wanted: unknown): Promise<{ to: string; found: PathResponse[] } | null> {
    if (typeof wanted !== 'string' || wanted.trim() === '') return null;
    const to = await this.ontology.currentId(wanted);
    if (to === from) return null;
    const found = await this.ontology.shortestPaths(from, to, null, PATHS_MAX);
    return { to, found: found.map((path) => PathResponse.from(path)) };
  }

  private async allEntities(): Promise<EntityResponse[]> {
    const all = { type: null, theater: null, q: null };
    const rows = await this.ontology.listEntities(all, this.moment(), '', ENTITIES_MAX);
    return rows.map((row) => EntityResponse.from(row));
  }

  private moment() {
    return momentOf(undefined, nowMillis(this.clock));
  }
}

const readForm = (
  given: Readonly<Record<string, unknown>>,
): { query: ListEventsQuery; errors: Map<string, string> } => {
  try {
    return { query: readPageQuery(ListEventsQuery, given), errors: new Map() };
  } catch (error) {
    const errors = fieldErrors(error);
    if (errors === null) throw error;
    return { query: readPageQuery(ListEventsQuery, {}), errors: new Map(errors) };
  }
};

const idsOfNames = (given: Readonly<Record<string, unknown>>, entities: Names['entities']): Record<string, unknown> => {
  const ids = new Map(entities.map(({ id, name }) => [name.toLowerCase(), id]));
  const idOf = (value: unknown): unknown =>
    typeof value === 'string' ? (ids.get(value.trim().toLowerCase()) ?? value) : value;
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      if (field !== 'entity' && field !== 'to') return [field, value];
      return [field, Array.isArray(value) ? value.map(idOf) : idOf(value)];
    }),
  );
};

const filled = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
