import { foldText } from '../resolver/folding/fold-text';
import type { ListedName } from '../resolver/knowledge/listed-names';
import type { MergedEntity } from './seed-check';
import type { SeededEntity } from './seeded-entity';

/** The seed as graph rows, for both sides of {@link file://./seed-diff.ts}. */
export interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Names in all languages, its English name first. */
  readonly aliases: readonly string[];
  /** Names, adjectives and seats of power, each as `<language> <kind> <text>`: {@link nameIn} parses them. */
  readonly names: readonly string[];
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
  /** Folded id, names and forms, one per line, searched by `?q=`. */
  readonly search: string;
}

export const nameIn = (stored: string): { readonly text: string; readonly lang: string; readonly kind: string } => {
  const [lang = '', kind = '', ...text] = stored.split(' ');
  return { text: text.join(' '), lang, kind };
};

export const entityRowOf = (entity: SeededEntity, listed: readonly ListedName[]): EntityRow => {
  const names = listed.filter(({ kind }) => kind !== 'form');
  const byItself = names.filter(({ kind }) => kind === 'name').map(({ text }) => text);
  const sought = listed.filter(({ kind }) => kind === 'name' || kind === 'form').map(({ text }) => text);
  const searched = new Set([entity.id, entity.name, ...sought].map(foldText));
  return {
    id: entity.id,
    type: entity.type,
    name: entity.name,
    aliases: distinct([entity.name, ...byItself]),
    names: names.map(({ text, lang, kind }) => `${lang} ${kind} ${text}`),
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

/** Distinct regardless of case and accents; the first spelling is kept. */
const distinct = (texts: readonly string[]): readonly string[] =>
  [...new Map(texts.toReversed().map((text) => [foldText(text), text])).values()].toReversed();

/** A merged id; `into` is the current entity. */
export interface MergedRow {
  readonly id: string;
  readonly into: string;
}

export const mergedRowOf = ({ id, mergedInto }: MergedEntity): MergedRow => ({ id, into: mergedInto });
