import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../platform/common/durations';
import type { SourceType } from '../platform/common/source-type';
import { GraphService } from '../platform/graph/graph.service';
import type { EntityType } from './entity';
import { foldText } from '../resolver/folding/fold-text';
import type { Moment } from './moment';
import { noEntity } from './no-entity';
import type { Relationship, RelationshipType } from './relationship';
import type { Theater } from './theater';

/** An entity as stored; what does not apply to its type is absent. */
export interface StoredEntity {
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Absent where somebody stated the entity in the graph. */
  readonly names?: readonly string[];
  readonly theater?: Theater;
  readonly description: string;
  readonly wikidata_id?: string;
  readonly iso_code?: string;
  readonly capital?: string;
  readonly location?: { readonly lat: number; readonly lon: number };
  readonly radius_km?: number;
  readonly symbol?: string;
  readonly since?: string;
  readonly until?: string;
  readonly retired?: boolean;
}

export interface EntityCounted {
  readonly entity: StoredEntity;
  readonly relationship_count: number;
  readonly item_count_24h: number;
}

/** An entity as far as a drawing needs it. */
interface EntityNode {
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly theater: Theater | null;
}

export interface RelationshipRow extends Relationship {
  readonly id: string;
}

export interface EntityRelationshipRow extends Relationship {
  readonly other: EntityNode;
}

/** An item as far as the page of an entity shows it. */
export interface LatestItem {
  readonly id: string;
  readonly source_type: SourceType;
  readonly source: string;
  readonly lang: string | null;
  readonly title: string;
  readonly url: string | null;
  /** UTC ms. */
  readonly at: number;
  readonly story: string | null;
}

export interface EntityDetail extends EntityCounted {
  readonly relationships: readonly EntityRelationshipRow[];
  readonly items: readonly LatestItem[];
  /** Ids of statements that began or ended within the year of the day, nobody knows when. */
  readonly undecided: readonly string[];
}

/** Where an id leads: to an entity, to the id that replaced it, or nowhere. */
type FoundEntity =
  | { readonly kind: 'entity'; readonly detail: EntityDetail }
  | { readonly kind: 'merged'; readonly into: string }
  | { readonly kind: 'unknown' };

interface EntityFilter {
  readonly type: EntityType | null;
  readonly theater: Theater | null;
  /** Words of any script; all must occur in the id, name or aliases. */
  readonly q: string | null;
}

export interface Neighbourhood {
  readonly nodes: readonly EntityNode[];
  readonly edges: readonly RelationshipRow[];
  /** Whether something was left out because there is too much to draw. */
  readonly truncated: boolean;
}

export interface Path {
  readonly nodes: readonly EntityNode[];
  readonly relationships: readonly Relationship[];
}

const LATEST_ITEMS = 20;
const NODES_MAX = 300;
const EDGES_MAX = 1_000;

/** What the API asks of the ontology in the graph. */
@Injectable()
export class OntologyRepository {
  constructor(private readonly graph: GraphService) {}

  /** Entities in id order, behind `after`. */
  async listEntities(
    { type, theater, q }: EntityFilter,
    moment: Moment,
    after: string,
    limit: number,
  ): Promise<EntityCounted[]> {
    const words = foldText(q ?? '')
      .split(' ')
      .filter((word) => word !== '');
    const parameters = { type, theater, words, after, limit, ...countedIn(moment) };
    return this.graph.read<EntityCounted>('ontology/list-entities', parameters);
  }

  /** One entity with what is stated and was lately said of it. */
  async findEntity(id: string, moment: Moment): Promise<FoundEntity> {
    return this.graph.readTransaction(async (transaction): Promise<FoundEntity> => {
      const [row] = await transaction.run<
        Omit<EntityCounted, 'entity'> & { entity: StoredEntity | null; merged_into: string | null }
      >('ontology/get-entity', { id, ...countedIn(moment) });
      if (row === undefined) return { kind: 'unknown' };
      if (row.entity === null)
        return row.merged_into === null ? { kind: 'unknown' } : { kind: 'merged', into: row.merged_into };
      const relationships = await transaction.run<EntityRelationshipRow>('ontology/entity-relationships', {
        id,
        day: moment.day,
      });
      const items = await transaction.run<{ item: LatestItem }>('ontology/latest-items', {
        id,
        as_of: moment.at,
        limit: LATEST_ITEMS,
      });
      const undecided =
        moment.day === null
          ? []
          : await transaction.run<{ id: string }>('ontology/undecided-relationships', {
              type: null,
              entity: id,
              day: moment.day,
            });
      const { entity, relationship_count, item_count_24h } = row;
      return {
        kind: 'entity',
        detail: {
          entity,
          relationship_count,
          item_count_24h,
          relationships,
          items: items.map(({ item }) => item),
          undecided: undecided.map((one) => one.id),
        },
      };
    });
  }

  /** Entities by their ids, in id order; unknown ids are left out. */
  async cards(ids: readonly string[]): Promise<StoredEntity[]> {
    const rows = await this.graph.read<{ entity: StoredEntity }>('ontology/list-cards', { ids });
    return rows.map(({ entity }) => entity);
  }

  /**
   * The id under which an entity is known now: its own, or that of the one it was merged into.
   *
   * @throws ProblemException `not-found` for an id that never was one
   */
  async currentId(id: string): Promise<string> {
    const [row] = await this.graph.read<{ id: string }>('ontology/current-id', { id });
    if (row === undefined) throw noEntity(id);
    return row.id;
  }

  /** Items that touch an entity on each of `days` days up to `to` (days since the Unix epoch), oldest first. */
  async countDays(entity: string, to: number, days: number): Promise<number[]> {
    const from = to - days + 1;
    const rows = await this.graph.read<{ day: number; n: number }>('ontology/count-days', { entity, from, to });
    const counts = new Array<number>(days).fill(0);
    for (const { day, n } of rows) counts[day - from] = n;
    return counts;
  }

  /** Relationships in the order of their ids, behind `after`. */
  async listRelationships(
    type: RelationshipType | null,
    entity: string | null,
    day: string | null,
    after: string,
    limit: number,
  ): Promise<RelationshipRow[]> {
    const parameters = { type, entity, day, after, limit };
    return this.graph.read<RelationshipRow>('ontology/list-relationships', parameters);
  }

  /** Ids of statements of which nobody knows whether they held on a day, as only the year of a bound is known. */
  async undecided(type: RelationshipType | null, entity: string | null, day: string): Promise<string[]> {
    const rows = await this.graph.read<{ id: string }>('ontology/undecided-relationships', { type, entity, day });
    return rows.map(({ id }) => id);
  }

  /** What lies within `depth` relationships of an entity, and every relationship among it. */
  async neighbourhood(id: string, depth: number, day: string | null): Promise<Neighbourhood> {
    return this.graph.readTransaction(async (transaction) => {
      const known = [id];
      let frontier = [id];
      let truncated = false;
      for (let step = 0; step < depth && frontier.length > 0 && !truncated; step++) {
        const room = NODES_MAX - known.length;
        const rows = await transaction.run<{ id: string }>('ontology/neighbours', {
          ids: frontier,
          known,
          day,
          limit: room + 1,
        });
        truncated = rows.length > room;
        frontier = rows.slice(0, room).map((row) => row.id);
        known.push(...frontier);
      }
      const nodes = await transaction.run<{ node: EntityNode }>('ontology/graph-nodes', { ids: known });
      const edges = await transaction.run<RelationshipRow>('ontology/graph-edges', {
        ids: known,
        day,
        limit: EDGES_MAX + 1,
      });
      return {
        nodes: nodes.map(({ node }) => node),
        edges: edges.slice(0, EDGES_MAX),
        truncated: truncated || edges.length > EDGES_MAX,
      };
    });
  }

  /** Every shortest way between two different entities, at most `limit`. */
  async shortestPaths(from: string, to: string, day: string | null, limit: number): Promise<Path[]> {
    return this.graph.read<Path>('ontology/shortest-paths', { from, to, day, limit });
  }
}

const countedIn = ({ at, day }: Moment) => ({ day, since: at - DAY_MS, as_of: at });
