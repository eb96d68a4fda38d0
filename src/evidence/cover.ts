/**
 * Which entities stand for an entity: `natanz` for `iran`, as it lies there; `putin` for `russia`, as he leads it.
 *
 * An entity covers another along relationships that carry (seed/evidence/rule.json says which, how much and in which
 * direction). A path multiplies what its steps carry, and has at most two; up is from a part to what it belongs to.
 */
import { holdsOn, type Span } from '../ontology/partial-date';
import type { RelationshipType } from '../ontology/relationship';
import type { CoverSeed } from './evidence-seed';

export interface CoverStep extends Span {
  readonly type: RelationshipType;
  readonly from: string;
  readonly to: string;
}

/** One way in which an entity covers another: the product of its steps, nearest to the covering entity first. */
interface CoverPath {
  readonly factor: number;
  readonly steps: readonly CoverStep[];
}

/** By covering entity, strongest first. */
export type CoverMap = ReadonlyMap<string, readonly CoverPath[]>;

const STEPS_MAX = 2;
/** Less than this proves nothing. */
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
      // Seen from what is covered: a part covers its whole by `up`, the whole its part by `down`.
      this.addEdge(to, { other: from, factor: up, isUp: true, again, step });
      this.addEdge(from, { other: to, factor: down, isUp: false, again, step });
    }
  }

  /** An entity of very many relationships: the news of a day is full of it. */
  isHub(entity: string): boolean {
    return (this.degree.get(entity) ?? 0) >= this.hubRelationships;
  }

  /** What an entity belongs to, one step up. */
  wholesOf(entity: string): string[] {
    return (this.edges.get(entity) ?? []).filter(({ isUp }) => !isUp).map(({ other }) => other);
  }

  /** What stands for an entity by one step up: what lies in it, leads it, belongs to it. */
  partsOf(entity: string): string[] {
    return (this.edges.get(entity) ?? []).filter(({ isUp }) => isUp).map(({ other }) => other);
  }

  /** Every entity that covers this one, itself included. */
  coverOf(entity: string): CoverMap {
    const known = this.known.get(entity);
    if (known !== undefined) return known;
    const paths = new Map<string, CoverPath[]>([[entity, [{ factor: 1, steps: [] }]]]);
    this.walk(entity, { factor: 1, steps: [] }, null, paths);
    for (const found of paths.values()) found.sort((a, b) => b.factor - a.factor);
    this.known.set(entity, paths);
    return paths;
  }

  private walk(covered: string, path: CoverPath, before: Edge | null, paths: Map<string, CoverPath[]>): void {
    if (path.steps.length === STEPS_MAX) return;
    for (const edge of this.edges.get(covered) ?? []) {
      if (before !== null && !(edge.again && isStraight(before, edge))) continue;
      const factor = path.factor * edge.factor;
      if (factor < FACTOR_MIN || paths.get(edge.other)?.some(({ steps }) => steps.length === 0)) continue;
      const next = { factor, steps: [edge.step, ...path.steps] };
      paths.set(edge.other, [...(paths.get(edge.other) ?? []), next]);
      this.walk(edge.other, next, edge, paths);
    }
  }

  private addEdge(covered: string, edge: Edge): void {
    this.degree.set(covered, (this.degree.get(covered) ?? 0) + 1);
    if (edge.factor > 0) this.edges.set(covered, [...(this.edges.get(covered) ?? []), edge]);
  }
}

/** The strongest path in force on a UTC day `YYYY-MM-DD`, or null. */
export const pathInForce = (paths: readonly CoverPath[] | undefined, day: string): CoverPath | null =>
  paths?.find(({ steps }) => steps.every((step) => holdsOn(step, day))) ?? null;

/** Down to a place and up again would make two towns of one country each other's witnesses; a leader has all of it. */
const isStraight = (before: Edge, next: Edge): boolean =>
  before.isUp === next.isUp || (!before.isUp && before.step.type !== 'located_in');
