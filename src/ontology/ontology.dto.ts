import { ApiProperty } from '@nestjs/swagger';
import { PagingQuery } from '../common/paging.dto';
import {
  EnumParameter,
  InstantParameter,
  IntegerParameter,
  TextParameter,
} from '../common/query-parameter';
import { SOURCE_TYPES, type SourceType } from '../common/source-type';
import { formatMillis } from '../common/utc-time';
import { ENTITY_TYPES, type EntityType } from './entity';
import type {
  EntityCounted,
  EntityDetail,
  EntityNode,
  EntityRelationshipRow,
  LatestItem,
  Neighbourhood,
  Path,
  RelationshipRow,
} from './ontology.repository';
import {
  RELATIONSHIP_KINDS,
  RELATIONSHIP_TYPES,
  relationshipId,
  type RelationshipType,
} from './relationship';
import { THEATERS, type Theater } from './theater';

/** The fields of a response, all of which its `from` must give. */
type Complete<T> = { [K in keyof T]: T[K] };

const ENTITY_ID = {
  example: 'iran',
  maxLength: 100,
  pattern: /^[a-z0-9-]+$/,
  expected: 'must be the id of an entity: lower-case letters, digits and hyphens',
} as const;

const AS_OF = {
  description:
    'Answers as of this instant: items seen by then, and only relationships that held on that day (UTC).',
  example: '2026-05-07T12:00:00Z',
};

const SINCE = {
  type: String,
  nullable: true,
  description: 'Beginning, as precise as it is known: a year, a month or a day; null if unknown.',
  example: '2024-09',
} as const;

const UNTIL = {
  type: String,
  nullable: true,
  description: 'End, inclusive, as precise as it is known; null while it lasts.',
  example: null,
} as const;

export class ListEntitiesQuery extends PagingQuery {
  @EnumParameter(ENTITY_TYPES, { description: 'Kind of entity.', example: 'country' })
  type?: EntityType;

  @EnumParameter(THEATERS, { description: 'Theater of the entity.', example: 'red_sea' })
  theater?: Theater;

  @TextParameter({
    description:
      'Words that the id, name or aliases must hold, in any script; case and accents do not count.',
    example: 'hormuz',
    maxLength: 100,
  })
  q?: string;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GetEntityQuery {
  @InstantParameter(AS_OF)
  as_of?: number;
}

export class ListRelationshipsQuery extends PagingQuery {
  @EnumParameter(RELATIONSHIP_TYPES, { description: 'Type of relationship.', example: 'funds' })
  type?: RelationshipType;

  @TextParameter({ description: 'Id of the entity at either end.', ...ENTITY_ID })
  entity?: string;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GraphQuery {
  @TextParameter({ description: 'Id of the entity in the middle.', required: true, ...ENTITY_ID })
  entity!: string;

  @IntegerParameter({
    description: 'How many relationships away from it the graph reaches.',
    example: 2,
    minimum: 1,
    maximum: 3,
    default: 1,
  })
  depth: number = 1;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class PathsQuery {
  @TextParameter({
    description: 'Id of the entity at which the paths begin.',
    required: true,
    ...ENTITY_ID,
  })
  from!: string;

  @TextParameter({
    description: 'Id of the entity at which they end; another one.',
    required: true,
    ...ENTITY_ID,
    example: 'brent',
  })
  to!: string;

  @IntegerParameter({
    description: 'Most paths.',
    example: 10,
    minimum: 1,
    maximum: 50,
    default: 10,
  })
  limit: number = 10;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class LocationResponse {
  @ApiProperty({ description: 'Latitude, WGS 84 degrees north.', example: 35.69 })
  readonly lat!: number;

  @ApiProperty({ description: 'Longitude, WGS 84 degrees east.', example: 51.39 })
  readonly lon!: number;
}

/** A named thing of the ontology. */
export class EntityResponse {
  @ApiProperty({ description: 'Stable id, lower case; never given to another.', example: 'iran' })
  readonly id!: string;

  @ApiProperty({ enum: ENTITY_TYPES, description: 'Kind of entity.', example: 'country' })
  readonly type!: EntityType;

  @ApiProperty({ description: 'English name.', example: 'Iran' })
  readonly name!: string;

  @ApiProperty({
    type: [String],
    description: 'The ways in which it is written, in all languages, the name first.',
    example: ['Iran', 'Islamic Republic of Iran', 'ایران', 'איראן', 'Иран'],
  })
  readonly aliases!: readonly string[];

  @ApiProperty({
    enum: THEATERS,
    type: String,
    nullable: true,
    description: 'Region that it belongs to, or null.',
    example: 'iran',
  })
  readonly theater!: Theater | null;

  @ApiProperty({
    description: 'What it is, in one sentence.',
    example: 'Islamic republic on the northern shore of the Persian Gulf.',
  })
  readonly description!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Wikidata id.', example: 'Q794' })
  readonly wikidata_id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'ISO 3166-1 alpha-2 code, of countries.',
    example: 'IR',
  })
  readonly iso_code!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the capital, of countries.',
    example: 'Tehran',
  })
  readonly capital!: string | null;

  @ApiProperty({
    type: LocationResponse,
    nullable: true,
    description: 'Where a place lies, or the capital of a country.',
  })
  readonly location!: LocationResponse | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'How far a place reaches from its location, km; null where it is a point.',
    example: null,
  })
  readonly radius_km!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Exchange symbol in Yahoo spelling, of instruments.',
    example: null,
  })
  readonly symbol!: string | null;

  @ApiProperty(SINCE)
  readonly since!: string | null;

  @ApiProperty(UNTIL)
  readonly until!: string | null;

  @ApiProperty({
    description: 'True when the ontology gave it up and old items still name it.',
    example: false,
  })
  readonly retired!: boolean;

  @ApiProperty({ description: 'Relationships with it at either end.', example: 34 })
  readonly relationship_count!: number;

  @ApiProperty({ description: 'Items of the last 24 hours that touch it.', example: 212 })
  readonly item_count_24h!: number;

  static from({ entity, ...counts }: EntityCounted): EntityResponse {
    return Object.assign(new EntityResponse(), {
      id: entity.id,
      type: entity.type,
      name: entity.name,
      aliases: entity.aliases,
      theater: entity.theater ?? null,
      description: entity.description,
      wikidata_id: entity.wikidata_id ?? null,
      iso_code: entity.iso_code ?? null,
      capital: entity.capital ?? null,
      location: entity.location ?? null,
      radius_km: entity.radius_km ?? null,
      symbol: entity.symbol ?? null,
      since: entity.since ?? null,
      until: entity.until ?? null,
      retired: entity.retired ?? false,
      relationship_count: counts.relationship_count,
      item_count_24h: counts.item_count_24h,
    } satisfies Complete<EntityResponse>);
  }
}

/** An entity as a node of a graph or a path. */
export class EntityNodeResponse {
  @ApiProperty({ description: 'Id of the entity.', example: 'hezbollah' })
  readonly id!: string;

  @ApiProperty({ enum: ENTITY_TYPES, description: 'Kind of entity.', example: 'militant_group' })
  readonly type!: EntityType;

  @ApiProperty({ description: 'English name.', example: 'Hezbollah' })
  readonly name!: string;

  @ApiProperty({
    enum: THEATERS,
    type: String,
    nullable: true,
    description: 'Region that it belongs to, or null.',
    example: 'lebanon',
  })
  readonly theater!: Theater | null;

  static from({ id, type, name, theater }: EntityNode): EntityNodeResponse {
    return Object.assign(new EntityNodeResponse(), {
      id,
      type,
      name,
      theater,
    } satisfies Complete<EntityNodeResponse>);
  }
}

/** A typed, directed statement between two entities. */
export class RelationshipResponse {
  @ApiProperty({
    description: 'What identifies it: from, type and to.',
    example: 'iran:funds:hezbollah',
  })
  readonly id!: string;

  @ApiProperty({ enum: RELATIONSHIP_TYPES, description: 'What it says.', example: 'funds' })
  readonly type!: RelationshipType;

  @ApiProperty({ description: 'Id of the entity that it begins at.', example: 'iran' })
  readonly from!: string;

  @ApiProperty({ description: 'Id of the entity that it points to.', example: 'hezbollah' })
  readonly to!: string;

  @ApiProperty({
    description: 'True where both directions say the same.',
    example: false,
  })
  readonly symmetric!: boolean;

  @ApiProperty({
    description: 'Why it is stated.',
    example: 'Money, arms and training since the movement was founded.',
  })
  readonly basis!: string;

  @ApiProperty(SINCE)
  readonly since!: string | null;

  @ApiProperty(UNTIL)
  readonly until!: string | null;

  static from(row: Omit<RelationshipRow, 'id'>): RelationshipResponse {
    return Object.assign(new RelationshipResponse(), {
      id: relationshipId(row),
      type: row.type,
      from: row.from,
      to: row.to,
      symmetric: RELATIONSHIP_KINDS[row.type].symmetric,
      basis: row.basis,
      since: row.since,
      until: row.until,
    } satisfies Complete<RelationshipResponse>);
  }
}

const DIRECTIONS = ['outgoing', 'incoming', 'both'] as const;

/** A relationship as it is seen from one of its ends. */
export class EntityRelationshipResponse {
  @ApiProperty({
    description: 'Id of the relationship: from, type and to.',
    example: 'iran:funds:hezbollah',
  })
  readonly id!: string;

  @ApiProperty({ enum: RELATIONSHIP_TYPES, description: 'What it says.', example: 'funds' })
  readonly type!: RelationshipType;

  @ApiProperty({
    enum: DIRECTIONS,
    description: 'From this entity, towards it, or both where both directions say the same.',
    example: 'outgoing',
  })
  readonly direction!: (typeof DIRECTIONS)[number];

  @ApiProperty({
    description: 'How it reads from this entity to the other one.',
    example: 'funds',
  })
  readonly reads!: string;

  @ApiProperty({ type: EntityNodeResponse, description: 'The other entity.' })
  readonly entity!: EntityNodeResponse;

  @ApiProperty({
    description: 'Why it is stated.',
    example: 'Money, arms and training since the movement was founded.',
  })
  readonly basis!: string;

  @ApiProperty(SINCE)
  readonly since!: string | null;

  @ApiProperty(UNTIL)
  readonly until!: string | null;

  static from(row: EntityRelationshipRow): EntityRelationshipResponse {
    const { verb, reverse, symmetric } = RELATIONSHIP_KINDS[row.type];
    const outgoing = row.to === row.other.id;
    return Object.assign(new EntityRelationshipResponse(), {
      id: relationshipId(row),
      type: row.type,
      direction: symmetric ? 'both' : outgoing ? 'outgoing' : 'incoming',
      reads: outgoing ? verb : reverse,
      entity: EntityNodeResponse.from(row.other),
      basis: row.basis,
      since: row.since,
      until: row.until,
    } satisfies Complete<EntityRelationshipResponse>);
  }
}

/** An item that touches an entity, in short. */
export class LatestItemResponse {
  @ApiProperty({
    description: 'Id of the item, as in /v1/ontology/events/{id}.',
    example: 'c0ffee0123456789',
  })
  readonly id!: string;

  @ApiProperty({ enum: SOURCE_TYPES, description: 'Kind of evidence.', example: 'news' })
  readonly source_type!: SourceType;

  @ApiProperty({ description: 'Id of the source that delivered it.', example: 'tehran-times' })
  readonly source!: string;

  @ApiProperty({ type: String, nullable: true, description: 'ISO 639-1 code.', example: 'en' })
  readonly lang!: string | null;

  @ApiProperty({ description: 'Headline.', example: 'Talks resume in Muscat' })
  readonly title!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where to read it.',
    example: 'https://example.org/a',
  })
  readonly url!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'Event time.',
    example: '2026-05-07T11:58:00.000000Z',
  })
  readonly at!: string;

  static from(item: LatestItem): LatestItemResponse {
    return Object.assign(new LatestItemResponse(), {
      id: item.id,
      source_type: item.source_type,
      source: item.source,
      lang: item.lang,
      title: item.title,
      url: item.url,
      at: formatMillis(item.at),
    } satisfies Complete<LatestItemResponse>);
  }
}

/** One entity with what is stated and was lately said of it. */
export class EntityDetailResponse extends EntityResponse {
  @ApiProperty({
    type: [EntityRelationshipResponse],
    description: 'Relationships with it at either end, by type.',
  })
  readonly relationships!: readonly EntityRelationshipResponse[];

  @ApiProperty({
    type: [LatestItemResponse],
    description: 'The newest items that touch it, at most 20; the event log has them all.',
  })
  readonly items!: readonly LatestItemResponse[];

  static override from(detail: EntityDetail): EntityDetailResponse {
    return Object.assign(new EntityDetailResponse(), EntityResponse.from(detail), {
      relationships: detail.relationships.map((row) => EntityRelationshipResponse.from(row)),
      items: detail.items.map((item) => LatestItemResponse.from(item)),
    });
  }
}

/** A part of the ontology to draw. */
export class GraphResponse {
  @ApiProperty({ description: 'Id of the entity in the middle.', example: 'iran' })
  readonly entity!: string;

  @ApiProperty({ description: 'How many relationships away it reaches.', example: 1 })
  readonly depth!: number;

  @ApiProperty({ type: [EntityNodeResponse], description: 'Entities, by id; at most 300.' })
  readonly nodes!: readonly EntityNodeResponse[];

  @ApiProperty({
    type: [RelationshipResponse],
    description: 'Every relationship among these entities, by id; at most 1,000.',
  })
  readonly edges!: readonly RelationshipResponse[];

  @ApiProperty({ description: 'Whether something was left out at these limits.', example: false })
  readonly truncated!: boolean;

  static from(entity: string, depth: number, around: Neighbourhood): GraphResponse {
    return Object.assign(new GraphResponse(), {
      entity,
      depth,
      nodes: around.nodes.map((node) => EntityNodeResponse.from(node)),
      edges: around.edges.map((edge) => RelationshipResponse.from(edge)),
      truncated: around.truncated,
    } satisfies Complete<GraphResponse>);
  }
}

/** One way from an entity to another. */
export class PathResponse {
  @ApiProperty({ description: 'How many relationships it takes.', example: 2 })
  readonly length!: number;

  @ApiProperty({
    type: [EntityNodeResponse],
    description: 'The entities on the way, both ends included.',
  })
  readonly nodes!: readonly EntityNodeResponse[];

  @ApiProperty({
    type: [RelationshipResponse],
    description: 'The relationships on the way, each in its own direction.',
  })
  readonly relationships!: readonly RelationshipResponse[];

  static from(path: Path): PathResponse {
    return Object.assign(new PathResponse(), {
      length: path.relationships.length,
      nodes: path.nodes.map((node) => EntityNodeResponse.from(node)),
      relationships: path.relationships.map((row) => RelationshipResponse.from(row)),
    } satisfies Complete<PathResponse>);
  }
}
