import type { Theater } from './theater';

export const ENTITY_TYPES = [
  'country',
  'militant_group',
  'leader',
  'place',
  'instrument',
  'state_force',
  'organization',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

/** An entity of its seed file, without other names. */
export interface SeededEntity {
  /** Lower-case slug: letters, digits and hyphens. Never reused. */
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly theater: Theater | null;
  readonly description: string;
  readonly wikidata_id: string | null;
  /** ISO 3166-1 alpha-2, countries only. */
  readonly iso_code: string | null;
  readonly capital: string | null;
  /** WGS 84 degrees; places, and the capital of a country. */
  readonly location: { readonly lat: number; readonly lon: number } | null;
  /** Extent of a place around its location, km; null for a point. */
  readonly radius_km: number | null;
  /** Exchange symbol in Yahoo's spelling, instruments only. */
  readonly symbol: string | null;
  /** Partial date: start of the office or group, or null. */
  readonly since: string | null;
  /** Partial date of the end, or null. */
  readonly until: string | null;
}
