import type { Entity } from './entity';

/** An entity as its seed file states it: all but its aliases, which have files of their own. */
export interface SeededEntity extends Omit<Entity, 'aliases'> {
  readonly description: string;
  /** Name of the capital, countries only; `location` is where it lies. */
  readonly capital: string | null;
  /** How far a place reaches from its location, km; null where it is a point on the map. */
  readonly radiusKm: number | null;
  /** Partial date: since when the office is held or the group exists, or null. */
  readonly since: string | null;
  /** Partial date: until when, or null while it lasts. */
  readonly until: string | null;
}
