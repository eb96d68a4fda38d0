import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../platform/common/durations';
import { GraphService } from '../platform/graph/graph.service';
import { ENTITY_TYPES, type EntityType } from './entity';
import {
  completed,
  type EntityCounted,
  type EntityDetail,
  type EntityRelationshipRow,
  type LatestItem,
  type StoredEntity,
} from './entity.dto';
import { foldText } from '../resolver/folding/fold-text';
import type { Moment } from './moment';
import { noEntity } from './no-entity';
import type { RelationshipType } from './relationship';
import type { EntityNodeResponse, Neighbourhood, Path, RelationshipRow } from './relationship.dto';
import type { Theater } from './theater';

/** Result of an id lookup: an entity, the id that replaced it, or unknown. */
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

const LATEST_ITEMS = 20;
const NODES_MAX = 300;
const EDGES_MAX = 1_000;

@Injectable()
export class OntologyRepository {
  constructor(private readonly graph: GraphService) {}

  /** Entities in id order, after `after`. */
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

  /** Entities of a known type by id, in id order; unknown ids are omitted. */
  async cards(ids: readonly string[]): Promise<StoredEntity[]> {
    const rows = await this.graph.read<{ entity: StoredEntity }>('ontology/list-cards', { ids });
    return rows.map(({ entity }) => completed(entity)).filter(({ type }) => ENTITY_TYPES.includes(type));
  }

  /**
   * The current id of an entity: its own, or that of the one it was merged into.
   *
   * @throws ProblemException `not-found` for an unknown id
   */
  async currentId(id: string): Promise<string> {
    const [row] = await this.graph.read<{ id: string }>('ontology/current-id', { id });
    if (row === undefined) throw noEntity(id);
    return row.id;
  }

  /** Items of an entity on each of `days` days up to `to` (days since the Unix epoch), oldest first. */
  async countDays(entity: string, to: number, days: number): Promise<number[]> {
    const from = to - days + 1;
    const rows = await this.graph.read<{ day: number; n: number }>('ontology/count-days', { entity, from, to });
    const counts = new Array<number>(days).fill(0);
    for (const { day, n } of rows) counts[day - from] = n;
    return counts;
  }

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

  /** Ids of statements with unknown validity on a day, because only the year of a bound is known. */
  async undecided(type: RelationshipType | null, entity: string | null, day: string): Promise<string[]> {
    const rows = await this.graph.read<{ id: string }>('ontology/undecided-relationships', { type, entity, day });
    return rows.map(({ id }) => id);
  }

  /** Entities within `depth` relationships of one, and all relationships among them. */
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
      const nodes = await transaction.run<{ node: EntityNodeResponse }>('ontology/graph-nodes', { ids: known });
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

  /** All shortest paths between two different entities, at most `limit`. */
  async shortestPaths(from: string, to: string, day: string | null, limit: number): Promise<Path[]> {
    return this.graph.read<Path>('ontology/shortest-paths', { from, to, day, limit });
  }
}

const countedIn = ({ at, day }: Moment) => ({ day, since: at - DAY_MS, as_of: at });
