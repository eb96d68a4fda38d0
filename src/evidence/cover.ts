/**
 * Entities that cover an entity: `natanz` covers `iran`, as it lies there; `putin` covers `russia`, as he leads it.
 *
 * An entity covers another along relationships listed in seed/evidence/rule.json with factor and direction. A path has
 * at most two steps, and its factor is their product; up is from a part to its whole.
 */
import { addTo, once } from '../platform/common/group-by';
import { holdsOn, type Span } from '../ontology/partial-date';
import type { RelationshipType } from '../ontology/relationship';
import type { CoverSeed } from './evidence-seed';

export interface CoverStep extends Span {
  readonly type: RelationshipType;
  readonly from: string;
  readonly to: string;
}

/** One path from a covering entity: the product of its steps, nearest to the covering entity first. */
interface CoverPath {
  readonly factor: number;
  readonly steps: readonly CoverStep[];
}

/** By covering entity, strongest first. */
export type CoverMap = ReadonlyMap<string, readonly CoverPath[]>;

const STEPS_MAX = 2;
/** Weaker paths are ignored. */
const FACTOR_MIN = 0.3;

interface Edge {
  readonly other: string;
  readonly factor: number;
  readonly isUp: boolean;
  readonly again: boolean;
  readonly step: CoverStep;
}

export class CoverGraph {
  private readonly edges = new Map<string, Edge[]>();
  private readonly degree = new Map<string, number>();
  private readonly known = new Map<string, CoverMap>();

  constructor(
    relationships: readonly CoverStep[],
    carries: Readonly<Record<RelationshipType, CoverSeed>>,
    private readonly hubRelationships: number,
  ) {
    for (const { type, from, to, since, until } of relationships) {
      const { up, down, again } = carries[type];
      const step = { type, from, to, since, until };
      // Seen from the covered entity: a part covers its whole by `up`, the whole its part by `down`.
      this.addEdge(to, { other: from, factor: up, isUp: true, again, step });
      this.addEdge(from, { other: to, factor: down, isUp: false, again, step });
    }
  }

  /** An entity with very many relationships, which occurs in most news. */
  isHub(entity: string): boolean {
    return (this.degree.get(entity) ?? 0) >= this.hubRelationships;
  }

  /** Wholes of an entity, one step up. */
  wholesOf(entity: string): string[] {
    return (this.edges.get(entity) ?? []).filter(({ isUp }) => !isUp).map(({ other }) => other);
  }

  /** Parts of an entity, one step down: places in it, its leaders, its members. */
  partsOf(entity: string): string[] {
    return (this.edges.get(entity) ?? []).filter(({ isUp }) => isUp).map(({ other }) => other);
  }

  /** Every entity that covers this one, including itself. */
  coverOf(entity: string): CoverMap {
    return once(this.known, entity, () => {
      const paths = new Map<string, CoverPath[]>([[entity, [{ factor: 1, steps: [] }]]]);
      this.walk(entity, { factor: 1, steps: [] }, null, paths);
      for (const found of paths.values()) found.sort((a, b) => b.factor - a.factor);
      return paths;
    });
  }

  private walk(covered: string, path: CoverPath, before: Edge | null, paths: Map<string, CoverPath[]>): void {
    if (path.steps.length === STEPS_MAX) return;
    for (const edge of this.edges.get(covered) ?? []) {
      if (before !== null && !(edge.again && isStraight(before, edge))) continue;
      const factor = path.factor * edge.factor;
      if (factor < FACTOR_MIN || paths.get(edge.other)?.some(({ steps }) => steps.length === 0)) continue;
      const next = { factor, steps: [edge.step, ...path.steps] };
      addTo(paths, edge.other, next);
      this.walk(edge.other, next, edge, paths);
    }
  }

  private addEdge(covered: string, edge: Edge): void {
    this.degree.set(covered, (this.degree.get(covered) ?? 0) + 1);
    if (edge.factor > 0) addTo(this.edges, covered, edge);
  }
}

/** The strongest path in force on a UTC day `YYYY-MM-DD`, or null. */
export const pathInForce = (paths: readonly CoverPath[] | undefined, day: string): CoverPath | null =>
  paths?.find(({ steps }) => steps.every((step) => holdsOn(step, day))) ?? null;

/**
 * A path down to a place and up again would make two towns of one country cover each other; for a leader it is valid.
 */
const isStraight = (before: Edge, next: Edge): boolean =>
  before.isUp === next.isUp || (!before.isUp && before.step.type !== 'located_in');
