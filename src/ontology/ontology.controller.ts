import { Controller, Inject, Param, Query, Req, Res, Get } from '@nestjs/common';
import { ApiParam, ApiResponse, ApiTags, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CachedGet } from '../platform/http/caching.decorator';
import { DAY_MS } from '../platform/common/durations';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { featureCollection } from '../platform/formats/geojson';
import { STIX } from '../platform/formats/media-types';
import { statementOf } from './relationship';
import { neighbourhoodBundle } from './stix';
import { Formatted } from '../platform/http/formatted';
import { Page } from '../platform/http/paging.dto';
import { badParameter } from '../platform/http/problem';
import { momentOf } from './moment';
import { noEntity } from './no-entity';
import { EntityDayResponse, EntityDetailResponse, EntityResponse, type EntityDetail } from './entity.dto';
import {
  GetEntityDaysQuery,
  GetEntityQuery,
  ListEntitiesQuery,
  ListRelationshipsQuery,
  GraphQuery,
  PathsQuery,
} from './ontology-query.dto';
import { OntologyRepository } from './ontology.repository';
import { RelationshipResponse, GraphResponse, PathResponse } from './relationship.dto';
import { AliasResolver } from '../resolver/alias-resolver';
import { ResolutionResponse, ResolveQuery } from './resolve.dto';
import { ALIAS_RESOLVER } from './resolver.provider';

const ENTITIES = 'entities';
const RELATIONSHIPS = 'relationships';
const PATH = 'v1/ontology/entities';

@ApiTags('Ontology')
@Controller(PATH)
export class EntitiesController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @CachedGet('', [EntityResponse], {
    summary: 'List entities',
    description:
      'Countries, militant groups, leaders, places, instruments, state forces and organizations in the order of their ' +
      'ids, each with all its aliases.',
  })
  async list(@Query() query: ListEntitiesQuery): Promise<Page<EntityResponse>> {
    const rows = await this.ontology.listEntities(
      { type: query.type ?? null, theater: query.theater ?? null, q: query.q ?? null },
      momentOf(query.as_of, nowMillis(this.clock)),
      decodeCursor(ENTITIES, ['string'], query.cursor)?.[0] ?? '',
      query.limit + 1,
    );
    const page = Page.of(
      rows,
      query.limit,
      (last) => encodeCursor(ENTITIES, [last.entity.id]),
      (row) => EntityResponse.from(row),
    );
    if (query.format !== 'geojson') return page;
    return page.as(
      featureCollection(({ location }) => (location === null ? null : { points: [location], basis: 'entity' })),
    );
  }

  @CachedGet(':id', EntityDetailResponse, {
    summary: 'Get one entity',
    description: 'With its relationships in both directions and the newest items that touch it.',
  })
  @ApiParam({ name: 'id', description: 'Id of the entity.', example: 'iran' })
  @ApiResponse({ status: 308, description: 'The id was merged into another, whose address is in Location.' })
  async get(
    @Param('id') id: string,
    @Query() query: GetEntityQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EntityDetailResponse | Formatted | undefined> {
    const found = await this.ontology.findEntity(id, momentOf(query.as_of, nowMillis(this.clock)));
    switch (found.kind) {
      case 'entity':
        if (query.format === 'stix') return this.bundle(found.detail, query.as_of);
        return EntityDetailResponse.from(found.detail);
      case 'merged': {
        const mark = request.url.indexOf('?');
        const search = mark < 0 ? '' : request.url.slice(mark);
        reply.status(308).header('location', `/${PATH}/${found.into}${search}`);
        return undefined;
      }
      case 'unknown':
        throw noEntity(id);
    }
  }

  @CachedGet(':id/days', [EntityDayResponse], {
    summary: 'Get the volume of an entity by day',
    description: 'Items that touch the entity on each day (UTC) by event time, oldest day first, without a gap.',
  })
  @ApiParam({ name: 'id', description: 'Id of the entity.', example: 'iran' })
  async days(@Param('id') id: string, @Query() query: GetEntityDaysQuery): Promise<EntityDayResponse[]> {
    const current = await this.ontology.currentId(id);
    const today = Math.floor(nowMillis(this.clock) / DAY_MS);
    const counts = await this.ontology.countDays(current, today, query.days);
    return counts.map((count, index) => EntityDayResponse.from(today - counts.length + 1 + index, count));
  }

  /** The entity, its related entities and their relationships as STIX. */
  private async bundle({ entity }: EntityDetail, asOf: number | undefined): Promise<Formatted> {
    if (entity.type === 'instrument') throw badParameter('format', 'stix has no object for an instrument');
    const moment = momentOf(asOf, nowMillis(this.clock));
    const { nodes, edges } = await this.ontology.neighbourhood(entity.id, 1, moment.day);
    const entities = await this.ontology.cards(nodes.map(({ id }) => id));
    const stamp = { now: moment.at, base: publicUrl(this.environment), synthetic: this.environment.demo };
    return new Formatted(STIX, neighbourhoodBundle(entity.id, entities, edges.map(statementOf), stamp));
  }
}

@ApiTags('Ontology')
@Controller('v1/ontology/relationships')
export class RelationshipsController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @CachedGet('', [RelationshipResponse], {
    summary: 'List relationships',
    description:
      'Typed, directed statements between entities in the order of their ids, each with its basis and source. ' +
      'Those that ended are listed with their `until`, unless `as_of` asks for one day: then the header ' +
      '`vedette-undecided` names the statements that began or ended within that year, nobody knows on which day; ' +
      'they count as not in force.',
  })
  async list(
    @Query() query: ListRelationshipsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<RelationshipResponse>> {
    const after = decodeCursor(RELATIONSHIPS, ['string'], query.cursor)?.[0] ?? '';
    const type = query.type ?? null;
    const entity = query.entity === undefined ? null : await this.ontology.currentId(query.entity);
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const rows = await this.ontology.listRelationships(type, entity, day, after, query.limit + 1);
    const undecided = day === null ? [] : await this.ontology.undecided(type, entity, day);
    if (undecided.length > 0 && day !== null)
      reply.header('vedette-undecided', `${undecided.join(', ')}; unknown within ${day.slice(0, 4)}`);
    return Page.of(
      rows,
      query.limit,
      (last) => encodeCursor(RELATIONSHIPS, [last.id]),
      (row) => RelationshipResponse.from(row),
    );
  }
}

/** The neighbourhood of an entity, and paths between two. */
@ApiTags('Ontology')
@Controller('v1/ontology')
export class GraphController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @CachedGet('graph', GraphResponse, {
    summary: 'Get the graph around an entity',
    description: 'Entities within `depth` relationships, and every relationship among them.',
  })
  async graph(@Query() query: GraphQuery): Promise<GraphResponse> {
    const entity = await this.ontology.currentId(query.entity);
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const around = await this.ontology.neighbourhood(entity, query.depth, day);
    return GraphResponse.from(entity, query.depth, around);
  }

  @CachedGet('paths', [PathResponse], {
    summary: 'List the shortest paths between two entities',
    description:
      'Along at most six relationships of any type, in either direction; all paths have the same length. Empty if nothing connects the two.',
  })
  async paths(@Query() query: PathsQuery): Promise<PathResponse[]> {
    const from = await this.ontology.currentId(query.from);
    const to = await this.ontology.currentId(query.to);
    if (from === to) throw badParameter('to', 'must be another entity than from');
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const paths = await this.ontology.shortestPaths(from, to, day, query.limit);
    return paths.map((path) => PathResponse.from(path));
  }
}

@ApiTags('Ontology')
@Controller('v1/ontology/resolve')
export class ResolveController {
  constructor(@Inject(ALIAS_RESOLVER) private readonly resolver: AliasResolver) {}

  @Get()
  @ApiOperation({
    summary: 'Find the entities that a text names',
    description:
      'Every alias found, with its position and rule, and every refused one, with the reason. The same text always gives the same answer.',
  })
  @ApiOkResponse({ type: ResolutionResponse })
  resolve(@Query() query: ResolveQuery): ResolutionResponse {
    return ResolutionResponse.from(this.resolver.resolve(query.text, query.lang ?? null));
  }
}
