/** Answers about entities: in the listing, and one entity in full. */
import type { Day, Instant, Integer } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { DAY_MS } from '../platform/common/durations';
import { type SourceType } from '../platform/common/source-type';
import type { InMillis, Stored } from '../platform/common/row-of';
import { formatMillis } from '../platform/common/utc-time';
import { type EntityType } from './entity';
import {
  RELATIONSHIP_KINDS,
  relationshipId,
  statementOf,
  type RelationshipType,
  type StoredStatement,
} from './relationship';
import { EntityNodeResponse, type StoredNode } from './relationship.dto';
import { nameIn } from './seed-rows';
import { type Theater } from './theater';

export class LocationResponse {
  /** Latitude, WGS 84 degrees north. @example 35.69 */
  readonly lat!: number;
  /** Longitude, WGS 84 degrees east. @example 51.39 */
  readonly lon!: number;
}

/** A named thing of the ontology. */
export class EntityResponse {
  /** Stable id, lower case; never reused. @example iran */
  readonly id!: string;
  /** Kind of entity. @example country */
  readonly type!: EntityType;
  /** English name. @example Iran */
  readonly name!: string;
  /**
   * Names that denote it without context, in all languages, the English name first.
   * @example ["Iran","Islamic Republic of Iran","ایران","איראן","Иран"]
   */
  readonly aliases!: readonly string[];
  /** Region that it belongs to, or null. @example iran */
  readonly theater!: Theater | null;
  /** Description in one sentence. @example "Islamic republic on the northern shore of the Persian Gulf." */
  readonly description!: string;
  /** Wikidata id. @example Q794 */
  readonly wikidata_id!: string | null;
  /** ISO 3166-1 alpha-2 code, of countries. @example IR */
  readonly iso_code!: string | null;
  /** Name of the capital, of countries. @example Tehran */
  readonly capital!: string | null;
  /** Location of a place, or of the capital of a country. */
  readonly location!: LocationResponse | null;
  /** Radius of a place, km; null for a point. */
  readonly radius_km!: number | null;
  /** Exchange symbol in Yahoo spelling, of instruments. */
  readonly symbol!: string | null;
  /** Beginning, as precise as it is known: a year, a month or a day; null if unknown. @example 2024-09 */
  readonly since!: string | null;
  /** End, inclusive, as precise as it is known; null while it lasts. */
  readonly until!: string | null;
  /** True if it was removed from the ontology but is still referred to. @example false */
  readonly retired!: boolean;
  /** Relationships with it at either end. @example 34 */
  readonly relationship_count!: number;
  /** Items of the last 24 hours that touch it. @example 212 */
  readonly item_count_24h!: number;

  static from({ entity, ...counts }: EntityCounted): EntityResponse {
    return responseOf(EntityResponse, { ...completed(entity), ...counts, retired: entity.retired ?? false });
  }
}

/** A relationship seen from one of its ends. */
export class EntityRelationshipResponse {
  /** Id of the relationship: from, type and to. @example iran:funds:hezbollah */
  readonly id!: string;
  /** Its type. @example funds */
  readonly type!: RelationshipType;
  /** From this entity, towards it, or both for a symmetric type. @example outgoing */
  readonly direction!: 'outgoing' | 'incoming' | 'both';
  /** Its text, read from this entity to the other one. @example funds */
  readonly reads!: string;
  /** The other entity. */
  readonly entity!: EntityNodeResponse;
  /** Why it is stated. @example "Money, arms and training since the movement was founded." */
  readonly basis!: string;
  /** Beginning, as precise as it is known: a year, a month or a day; null if unknown. @example 2024-09 */
  readonly since!: string | null;
  /** End, inclusive, as precise as it is known; null while it lasts. */
  readonly until!: string | null;
  /** Whether the accused denies it; null if the type is not an accusation. @example false */
  readonly denied!: boolean | null;
  /** Address or title of a source. @example "US Department of State, Country Reports on Terrorism" */
  readonly source!: string;
  /**
   * Last day for which the source confirms it (YYYY-MM-DD), or `unchecked`.
   * @example unchecked
   */
  readonly checked_at!: string;

  static from(row: EntityRelationshipRow): EntityRelationshipResponse {
    const { verb, reverse, symmetric } = RELATIONSHIP_KINDS[row.type];
    const outgoing = row.to === row.other.id;
    return responseOf(EntityRelationshipResponse, {
      ...statementOf(row),
      id: relationshipId(row),
      direction: symmetric ? 'both' : outgoing ? 'outgoing' : 'incoming',
      reads: outgoing ? verb : reverse,
      entity: EntityNodeResponse.from(row.other),
    });
  }
}

/** An item that touches an entity, in short. */
export class LatestItemResponse {
  /** Id of the item, as in /v1/ontology/events/{id}. @example c0ffee0123456789 */
  readonly id!: string;
  /** Kind of evidence. @example news */
  readonly source_type!: SourceType;
  /** Id of the source that delivered it. @example tehran-times */
  readonly source!: string;
  /** ISO 639-1 code. @example en */
  readonly lang!: string | null;
  /** Headline. @example "Talks resume in Muscat" */
  readonly title!: string;
  /** Address of the original. @example https://example.org/a */
  readonly url!: string | null;
  /** Event time. @example 2026-05-07T11:58:00.000000Z */
  readonly at!: Instant;
  /** Story that it reports; items with the same story are copies of one another. @example st_4f1c */
  readonly story!: string | null;

  static from(item: LatestItem): LatestItemResponse {
    return responseOf(LatestItemResponse, { ...item, at: formatMillis(item.at) });
  }
}

/** One name of an entity. */
export class EntityNameResponse {
  /** The name in its base form. @example Иран */
  readonly text!: string;
  /** ISO 639-1 code. @example ru */
  readonly lang!: string;
  /** `name`, `demonym` (an adjective or inhabitant) or `metonym` (a seat of power). @example name */
  readonly kind!: 'name' | 'demonym' | 'metonym';
}

/** One entity with its relationships and newest items. */
export class EntityDetailResponse extends EntityResponse {
  /** Its names by language. */
  readonly names!: readonly EntityNameResponse[];
  /** Relationships with it at either end, by type. */
  readonly relationships!: readonly EntityRelationshipResponse[];
  /** The newest items that touch it, at most 20; the event log has them all. */
  readonly items!: readonly LatestItemResponse[];
  /**
   * With `as_of`: ids of relationships that began or ended in that year on an unknown day; they count as not in force.
   * @example []
   */
  readonly undecided!: readonly string[];

  static override from(detail: EntityDetail): EntityDetailResponse {
    return Object.assign(new EntityDetailResponse(), EntityResponse.from(detail), {
      names: (detail.entity.names ?? []).map((name) => Object.assign(new EntityNameResponse(), nameIn(name))),
      relationships: detail.relationships.map((row) => EntityRelationshipResponse.from(row)),
      items: detail.items.map((item) => LatestItemResponse.from(item)),
      undecided: detail.undecided,
    });
  }
}

/** Volume of an entity on one day. */
export class EntityDayResponse {
  /** Day (UTC). @example 2026-05-07 */
  readonly day!: Day;
  /** Items that touch it. @example 11 */
  readonly item_count!: Integer;

  /** @param day days since the Unix epoch */
  static from(day: number, count: number): EntityDayResponse {
    return responseOf(EntityDayResponse, { day: formatMillis(day * DAY_MS).slice(0, 10), item_count: count });
  }
}

/** A stored entity; members that do not apply to its type are absent. */
export interface StoredEntity extends Stored<
  Omit<EntityResponse, 'retired' | 'relationship_count' | 'item_count_24h'>
> {
  /** Absent for an entity added in the graph. */
  readonly names?: readonly string[];
  readonly retired?: boolean;
}

/** Only the id of an entity that was added in the graph is certain. */
export const completed = (entity: StoredEntity): StoredEntity => ({ ...bare(entity.id), ...entity });

const bare = (id: string): Pick<StoredEntity, 'name' | 'aliases' | 'description'> => ({
  name: id,
  aliases: [],
  description: '',
});

export interface EntityCounted extends Pick<EntityResponse, 'relationship_count' | 'item_count_24h'> {
  readonly entity: StoredEntity;
}

export type EntityRelationshipRow = StoredStatement & { readonly other: StoredNode };

export type LatestItem = InMillis<LatestItemResponse, 'at'>;

export interface EntityDetail extends EntityCounted {
  readonly relationships: readonly EntityRelationshipRow[];
  readonly items: readonly LatestItem[];
  /** Ids of statements that began or ended in the day's year, at an unknown date. */
  readonly undecided: readonly string[];
}
