/** Entities as they are answered: in the listing, and one with all that is known of it. */
import { ApiProperty } from '@nestjs/swagger';
import { DAY_MS } from '../platform/common/durations';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { formatMillis } from '../platform/common/utc-time';
import { ENTITY_TYPES, type EntityType } from './entity';
import type { EntityCounted, EntityDetail, EntityRelationshipRow, LatestItem } from './ontology.repository';
import { RELATIONSHIP_KINDS, RELATIONSHIP_TYPES, relationshipId, type RelationshipType } from './relationship';
import { CHECKED_AT, DENIED, EntityNodeResponse, SINCE, SOURCE, UNTIL, type Complete } from './relationship.dto';
import { THEATERS, type Theater } from './theater';

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

  @ApiProperty(DENIED)
  readonly denied!: boolean | null;

  @ApiProperty(SOURCE)
  readonly source!: string;

  @ApiProperty(CHECKED_AT)
  readonly checked_at!: string;

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
      denied: row.denied,
      source: row.source,
      checked_at: row.checked_at,
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

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Story that it reports; items with the same story are copies of one another.',
    example: 'st_4f1c',
  })
  readonly story!: string | null;

  static from(item: LatestItem): LatestItemResponse {
    return Object.assign(new LatestItemResponse(), {
      id: item.id,
      source_type: item.source_type,
      source: item.source,
      lang: item.lang,
      title: item.title,
      url: item.url,
      at: formatMillis(item.at),
      story: item.story ?? null,
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

  @ApiProperty({
    type: [String],
    description:
      'With `as_of`: ids of relationships that began or ended within that year, nobody knows on which day; not in force.',
    example: [],
  })
  readonly undecided!: readonly string[];

  static override from(detail: EntityDetail): EntityDetailResponse {
    return Object.assign(new EntityDetailResponse(), EntityResponse.from(detail), {
      relationships: detail.relationships.map((row) => EntityRelationshipResponse.from(row)),
      items: detail.items.map((item) => LatestItemResponse.from(item)),
      undecided: detail.undecided,
    });
  }
}

/** How much was said of an entity on one day. */
export class EntityDayResponse {
  @ApiProperty({ format: 'date', description: 'Day (UTC).', example: '2026-05-07' })
  readonly day!: string;

  @ApiProperty({ type: 'integer', description: 'Items that touch it.', example: 11 })
  readonly item_count!: number;

  /** @param day days since the Unix epoch */
  static from(day: number, count: number): EntityDayResponse {
    return Object.assign(new EntityDayResponse(), {
      day: formatMillis(day * DAY_MS).slice(0, 10),
      item_count: count,
    } satisfies Complete<EntityDayResponse>);
  }
}
