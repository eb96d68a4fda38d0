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

export interface Entity {
  /** Lower-case slug: letters, digits and hyphens. Never reused. */
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  /** All distinct names in all languages. */
  readonly aliases: readonly string[];
  readonly theater: Theater | null;
  readonly description: string | null;
  readonly wikidataId: string | null;
  /** ISO 3166-1 alpha-2, countries only. */
  readonly isoCode: string | null;
  /** WGS 84 degrees; places, and the capital of a country. */
  readonly location: { readonly lat: number; readonly lon: number } | null;
  /** Exchange symbol in Yahoo's spelling, instruments only. */
  readonly symbol: string | null;
}
