/** Answers about relationships: lists, neighbourhoods, paths. */
import { responseOf } from '../platform/http/response-of';
import { type EntityType } from './entity';
import {
  RELATIONSHIP_KINDS,
  relationshipId,
  statementOf,
  type RelationshipType,
  type StoredStatement,
} from './relationship';
import { type Theater } from './theater';

/** An entity as a node of a graph or a path. */
export class EntityNodeResponse {
  /** Id of the entity. @example hezbollah */
  readonly id!: string;
  /** Kind of entity. @example militant_group */
  readonly type!: EntityType;
  /** English name. @example Hezbollah */
  readonly name!: string;
  /** Region that it belongs to, or null. @example lebanon */
  readonly theater!: Theater | null;

  static from(node: StoredNode): EntityNodeResponse {
    return responseOf(EntityNodeResponse, { ...node, name: node.name ?? node.id });
  }
}

/** As stored: one that was added in the graph may have no name. */
export type StoredNode = Omit<EntityNodeResponse, 'name' | 'theater'> & {
  readonly name?: string | null;
  readonly theater?: Theater | null;
};

/** A typed, directed statement between two entities. */
export class RelationshipResponse {
  /** Its id: from, type and to. @example iran:funds:hezbollah */
  readonly id!: string;
  /** Its type. @example funds */
  readonly type!: RelationshipType;
  /** Id of its first entity. @example iran */
  readonly from!: string;
  /** Id of its second entity. @example hezbollah */
  readonly to!: string;
  /** True for a symmetric type. @example false */
  readonly symmetric!: boolean;
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

  static from(row: StoredStatement): RelationshipResponse {
    const { symmetric } = RELATIONSHIP_KINDS[row.type];
    return responseOf(RelationshipResponse, { ...statementOf(row), id: relationshipId(row), symmetric });
  }
}

/** The neighbourhood of an entity. */
export class GraphResponse {
  /** Id of the central entity. @example iran */
  readonly entity!: string;
  /** Maximum distance in relationships. @example 1 */
  readonly depth!: number;
  /** Entities, by id; at most 300. */
  readonly nodes!: readonly EntityNodeResponse[];
  /** Every relationship among these entities, by id; at most 1,000. */
  readonly edges!: readonly RelationshipResponse[];
  /** Whether something was left out because of these limits. @example false */
  readonly truncated!: boolean;

  static from(entity: string, depth: number, around: Neighbourhood): GraphResponse {
    return responseOf(GraphResponse, {
      ...around,
      entity,
      depth,
      nodes: around.nodes.map((node) => EntityNodeResponse.from(node)),
      edges: around.edges.map((edge) => RelationshipResponse.from(edge)),
    });
  }
}

/** One path from an entity to another. */
export class PathResponse {
  /** Number of relationships. @example 2 */
  readonly length!: number;
  /** The entities on the path, both ends included. */
  readonly nodes!: readonly EntityNodeResponse[];
  /** The relationships on the path, each in its own direction. */
  readonly relationships!: readonly RelationshipResponse[];

  static from(path: Path): PathResponse {
    return responseOf(PathResponse, {
      length: path.relationships.length,
      nodes: path.nodes.map((node) => EntityNodeResponse.from(node)),
      relationships: path.relationships.map((row) => RelationshipResponse.from(row)),
    });
  }
}

export type RelationshipRow = StoredStatement & { readonly id: string };

export interface Neighbourhood {
  readonly nodes: readonly StoredNode[];
  readonly edges: readonly RelationshipRow[];
  /** Whether parts were omitted because of size limits. */
  readonly truncated: boolean;
}

export interface Path {
  readonly nodes: readonly StoredNode[];
  readonly relationships: readonly StoredStatement[];
}
