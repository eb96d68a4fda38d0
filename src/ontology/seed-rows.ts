import { foldText } from '../resolver/folding/fold-text';
import type { MergedEntity } from './seed-check';
import type { SeededEntity } from './seeded-entity';

/**
 * The seed as the graph holds it. Both sides of the comparison in {@link file://./seed-diff.ts} have
 * these shapes, so a row that was written and read back is the row that the seed gives.
 */
export interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly theater: string | null;
  readonly description: string;
  readonly wikidata_id: string | null;
  readonly iso_code: string | null;
  readonly capital: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly radius_km: number | null;
  readonly symbol: string | null;
  readonly since: string | null;
  readonly until: string | null;
  /** Folded id, name and aliases, a line each: what `?q=` looks into. */
  readonly search: string;
}

export const entityRowOf = (entity: SeededEntity, aliases: readonly string[]): EntityRow => {
  const written = [...new Set([entity.name, ...aliases])];
  const searched = new Set([entity.id, ...written].map(foldText));
  return {
    id: entity.id,
    type: entity.type,
    name: entity.name,
    aliases: written,
    theater: entity.theater,
    description: entity.description,
    wikidata_id: entity.wikidataId,
    iso_code: entity.isoCode,
    capital: entity.capital,
    location: entity.location,
    radius_km: entity.radiusKm,
    symbol: entity.symbol,
    since: entity.since,
    until: entity.until,
    search: [...searched].join('\n'),
  };
};

/** A merged id: `into` is the entity that goes on. */
export interface MergedRow {
  readonly id: string;
  readonly into: string;
}

export const mergedRowOf = ({ id, mergedInto }: MergedEntity): MergedRow => ({
  id,
  into: mergedInto,
});
