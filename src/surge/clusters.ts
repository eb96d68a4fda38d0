/**
 * Which entities are counted together. Two kinds of cluster, both decided by the ontology alone, so
 * that the same ontology always has the same clusters:
 *
 * - `theater:<theater>`: the entities of one theater;
 * - `around:<entity>`: a busy entity, one with many relationships, and what stands for it: who leads it or belongs to
 *   it, who operates in it, what lies in it. Not its neighbours, friends and enemies: what is said of them is about them.
 *
 * An entity belongs to several clusters; one burst raises one alert (burst.ts).
 */
import { sha256Hex } from '../platform/common/sha256';

/** An entity with the entities it is related to, in either direction, and those of them that stand for it. */
export interface ClusterMember {
  readonly id: string;
  readonly theater: string | null;
  readonly neighbours: readonly string[];
  readonly parts: readonly string[];
}

export interface Cluster {
  readonly id: string;
  /** Ids of its entities, sorted. */
  readonly entities: readonly string[];
  /** Digest of the entities: tells whether a stored cluster is still the same. */
  readonly digest: string;
}

/** Relationships that make an entity busy, and most clusters around busy entities. */
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
