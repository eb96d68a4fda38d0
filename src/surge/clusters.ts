/**
 * Clusters of entities that are counted together, derived from the ontology alone:
 *
 * - `theater:<theater>`: the entities of one theater;
 * - `around:<entity>`: a busy entity with many relationships, and its parts: leaders, members, forces operating
 *   in it, places in it. Not its neighbours, allies and enemies, whose items are about themselves.
 *
 * An entity belongs to several clusters; one burst raises one alert (burst.ts).
 */
import { sha256Hex } from '../platform/common/sha256';

/** An entity with its related entities in either direction, and its parts among them. */
export interface ClusterMember {
  readonly id: string;
  readonly theater: string | null;
  readonly neighbours: readonly string[];
  readonly parts: readonly string[];
}

export interface Cluster {
  readonly id: string;
  readonly entities: readonly string[];
  /** Digest of the entities, to detect changes. */
  readonly digest: string;
}

/** Minimum relationships of a busy entity, and maximum clusters around busy entities. */
const BUSY_NEIGHBOURS_MIN = 6;
const BUSY_CLUSTERS_MAX = 12;

/** The clusters of an ontology, in id order. */
export const clustersOf = (members: readonly ClusterMember[]): Cluster[] => {
  const clusters = new Map<string, Set<string>>();
  for (const { id, theater } of members) {
    if (theater === null) continue;
    const key = `theater:${theater}`;
    clusters.set(key, (clusters.get(key) ?? new Set()).add(id));
  }
  const busiest = members
    .filter(({ neighbours }) => neighbours.length >= BUSY_NEIGHBOURS_MIN)
    .sort((a, b) => b.neighbours.length - a.neighbours.length || (a.id < b.id ? -1 : 1))
    .slice(0, BUSY_CLUSTERS_MAX);
  for (const { id, parts } of busiest) clusters.set(`around:${id}`, new Set([id, ...parts]));
  return [...clusters]
    .map(([id, entities]) => toCluster(id, [...entities].sort()))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

const toCluster = (id: string, entities: readonly string[]): Cluster => ({
  id,
  entities,
  digest: sha256Hex(entities.join('\n')).slice(0, 16),
});
