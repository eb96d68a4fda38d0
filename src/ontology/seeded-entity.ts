import type { Entity } from './entity';

/** An entity of its seed file, without aliases. */
export interface SeededEntity extends Omit<Entity, 'aliases'> {
  readonly description: string;
  /** Name of the capital, countries only; `location` is its location. */
  readonly capital: string | null;
  /** Extent of a place around its location, km; null for a point. */
  readonly radiusKm: number | null;
  /** Partial date: start of the office or group, or null. */
  readonly since: string | null;
  /** Partial date of the end, or null. */
  readonly until: string | null;
}
