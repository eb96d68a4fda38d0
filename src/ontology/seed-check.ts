import { ENTITY_TYPES, type EntityType, type SeededEntity } from './entity';
import { NAME_MEMBERS, idOf } from '../resolver/knowledge/entity-names';
import type { YamlText } from '../resolver/knowledge/yaml-text';
import type { SeedDefect, SeedText } from '../resolver/knowledge/seed-defect';
import { locateElements } from './located-json';
import { isPartialDate, isReversed } from './partial-date';
import {
  ACCUSATIONS,
  isRelationshipType,
  RELATIONSHIP_KINDS,
  RELATIONSHIP_TYPES,
  relationshipId,
  UNCHECKED,
  type Relationship,
  type RelationshipType,
} from './relationship';
import { Claims, SeedElement } from './seed-element';
import { isTheater, THEATERS } from './theater';

/**
 * Validates the ontology's seed before it is loaded: Neo4j Community cannot require properties, so they are required
 * here. Returns the seed, and every defect with file and line.
 */
export interface SeedTexts {
  /** `seed/entities/<type>/<id>.yaml`, one per entity. */
  readonly entities: readonly SeedText[];
  readonly relationships: SeedText;
  readonly mergedEntities: SeedText;
}

export interface MergedEntity {
  readonly id: string;
  readonly into: string;
}

export interface OntologySeed {
  readonly entities: readonly SeededEntity[];
  readonly relationships: readonly Relationship[];
  readonly mergedEntities: readonly MergedEntity[];
}

/** Defects in file order, and the seed, valid if there are none. @param entityFiles parsed files of seed/entities */
export const checkSeed = (
  texts: Pick<SeedTexts, 'relationships' | 'mergedEntities'>,
  entityFiles: readonly YamlText[],
): { readonly seed: OntologySeed; readonly defects: readonly SeedDefect[] } => {
  const defects: SeedDefect[] = [];
  const ids = new Claims('id');
  const names = new Claims('name');
  const wikidata = new Claims('wikidata_id');
  const isoCodes = new Claims('iso_code');
  const symbols = new Claims('symbol');
  const entities = entityFiles.flatMap((yaml) => {
    const { source, value, memberLines } = yaml;
    const type = source.file.split('/').at(-2) ?? '';
    if (!isEntityType(type)) {
      const message = `must lie in a folder of its type: ${ENTITY_TYPES.join(', ')}`;
      defects.push({ file: source.file, line: 1, message });
      return [];
    }
    const located = { value, line: 1, memberLines, repeated: [] };
    const element = new SeedElement(source.file, located, defects);
    element.only(['name', 'theater', 'description', 'wikidata_id', ...FIELDS[type], ...NAME_MEMBERS]);
    const entity = readEntity(idOf(source.file), type, element);
    element.demand(SLUG.test(entity.id), 'name', 'must be in a file named in lower case with hyphens');
    ids.claim(entity.id, element);
    // Real leaders may share a name, but here people search by name.
    names.claim(entity.name, element);
    wikidata.claim(entity.wikidata_id, element);
    isoCodes.claim(entity.iso_code, element);
    symbols.claim(entity.symbol, element);
    return [entity];
  });
  const known = new Map(entities.map((entity) => [entity.id, entity]));
  const mergedEntities = elementsOf(texts.mergedEntities, defects).map((element) => {
    element.only(['id', 'merged_into']);
    const merged = { id: element.slug('id'), into: element.slug('merged_into') };
    ids.claim(merged.id, element);
    element.demand(known.has(merged.into), 'merged_into', `names no entity: "${merged.into}"`);
    return merged;
  });
  const relationships = readRelationships(elementsOf(texts.relationships, defects), known);
  return { seed: { entities, relationships, mergedEntities }, defects };
};

/** Additional fields per type. */
const FIELDS: Readonly<Record<EntityType, readonly string[]>> = {
  country: ['iso_code', 'capital'],
  militant_group: ['since', 'until'],
  state_force: ['since', 'until'],
  organization: ['since', 'until'],
  leader: ['since', 'until'],
  place: ['location', 'radius_km'],
  instrument: ['symbol'],
};

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const isEntityType = (type: string): type is EntityType => (ENTITY_TYPES as readonly string[]).includes(type);

const readEntity = (id: string, type: EntityType, element: SeedElement): SeededEntity => {
  const theater = element.optionalText('theater');
  const known = theater !== null && isTheater(theater) ? theater : null;
  element.demand(theater === known, 'theater', `must be null or one of ${THEATERS.join(', ')}, not "${theater ?? ''}"`);
  return {
    id,
    type,
    name: element.text('name'),
    theater: known,
    description: element.text('description'),
    wikidata_id: element.matching('wikidata_id', /^Q[1-9]\d{0,9}$/, 'such as Q794', false),
    iso_code: element.matching('iso_code', /^[A-Z]{2}$/, 'two capital letters', type === 'country'),
    capital: type === 'country' ? element.member('capital').text('name') : null,
    location: readLocation(type, element),
    radius_km: element.optionalNumber('radius_km', 1, 3000),
    symbol: element.matching('symbol', /^[A-Z0-9^][A-Z0-9.^=-]*$/, 'in Yahoo spelling', false),
    ...readSpan(element),
  };
};

/** The location of a country is that of its capital. */
const readLocation = (type: EntityType, element: SeedElement): SeededEntity['location'] => {
  if (type !== 'country' && type !== 'place') return null;
  const point = element.member(type === 'country' ? 'capital' : 'location');
  point.only(type === 'country' ? ['name', 'lat', 'lon'] : ['lat', 'lon']);
  return { lat: point.number('lat', -90, 90), lon: point.number('lon', -180, 180) };
};

const readSpan = (element: SeedElement): { since: string | null; until: string | null } => {
  const read = (field: 'since' | 'until'): string | null => {
    const text = element.optionalText(field);
    const sound = text === null || isPartialDate(text);
    element.demand(sound, field, 'must be a real YYYY, YYYY-MM or YYYY-MM-DD');
    return sound ? text : null;
  };
  const span = { since: read('since'), until: read('until') };
  element.demand(!isReversed(span), 'until', 'lies before since');
  return span;
};

const readRelationships = (
  elements: readonly SeedElement[],
  entities: ReadonlyMap<string, SeededEntity>,
): Relationship[] => {
  const stated = new Claims('relationship');
  return elements.flatMap((element) => {
    element.only(['type', 'from', 'to', 'basis', 'denied', 'since', 'until', 'source', 'checked_at']);
    const type = element.text('type');
    const ends = { from: element.text('from'), to: element.text('to') };
    const rest = { basis: element.text('basis'), ...readSpan(element), ...readCheck(element) };
    if (!isRelationshipType(type)) {
      const expected = `must be one of ${RELATIONSHIP_TYPES.join(', ')}, not "${type}"`;
      element.demand(false, 'type', expected);
      return [];
    }
    const kind = RELATIONSHIP_KINDS[type];
    for (const end of ['from', 'to'] as const) {
      const found = entities.get(ends[end])?.type;
      element.demand(found !== undefined, end, `names no entity: "${ends[end]}"`);
      if (found !== undefined)
        element.demand(
          kind[end].includes(found),
          end,
          `of ${type} must be a ${kind[end].join(' or ')}, and "${ends[end]}" is a ${found}`,
        );
    }
    element.demand(ends.from !== ends.to, 'to', 'is the same entity as from');
    for (const end of ['from', 'to'] as const) {
      const over = endOf(entities.get(ends[end]), type);
      element.demand(rest.until !== null || over === null, 'until', `is missing: "${ends[end]}" ended ${over ?? ''}`);
    }
    const denied = readDenial(type, rest.basis, element);
    const relationship = { type, ...ends, ...rest, denied };
    const [first, second] = kind.symmetric ? [ends.from, ends.to].sort() : [ends.from, ends.to];
    stated.claim(relationshipId({ type, from: first ?? '', to: second ?? '' }), element, 'from');
    return [relationship];
  });
};

/** When an entity's statements ended: for a group, force or body all of them, for a leader those of the office. */
const endOf = (entity: SeededEntity | undefined, type: RelationshipType): string | null => {
  if (entity === undefined || entity.type === 'country' || entity.type === 'place') return null;
  return entity.type !== 'leader' || type === 'leads' || type === 'member_of' ? entity.until : null;
};

const readCheck = (element: SeedElement): Pick<Relationship, 'source' | 'checked_at'> => {
  const checkedAt = element.text('checked_at');
  const isDay = checkedAt.length === '2026-11-26'.length && isPartialDate(checkedAt);
  element.demand(isDay || checkedAt === UNCHECKED, 'checked_at', `must be a real YYYY-MM-DD or "${UNCHECKED}"`);
  return { source: element.text('source'), checked_at: checkedAt };
};

/** An accusation states whether it is denied, also in its text. */
const readDenial = (type: RelationshipType, basis: string, element: SeedElement): boolean | null => {
  const denied = element.optionalFlag('denied');
  const accuses = ACCUSATIONS.has(type);
  element.demand(!accuses || denied !== null, 'denied', `must be true or false: ${type} accuses`);
  element.demand(accuses || denied === null, 'denied', `is for ${[...ACCUSATIONS].join(' and ')}`);
  const isSaid = /\bden(?:y|ie[sd])\b/i.test(basis);
  element.demand(!accuses || denied === null || denied === isSaid, 'basis', 'must say that it is denied where it is');
  return denied;
};

const elementsOf = ({ file, text }: SeedText, defects: SeedDefect[]): SeedElement[] => {
  const located = locateElements(text);
  if (located.kind === 'array') return located.elements.map((element) => new SeedElement(file, element, defects));
  defects.push({ file, line: located.line, message: located.reason });
  return [];
};
