/**
 * Exports parts of the graph as STIX 2.1 bundles (OASIS) for threat-intelligence platforms. Armed groups are threat
 * actors. States are identities with a separate location, never threat actors; leaders are identities, places are
 * locations. STIX has no object for prices, which are omitted. Pure.
 *
 * Ids are version 5 UUIDs of an object's identity, so that they are equal in every bundle of every deployment;
 * `modified` is the day of the response, so that one day has one version.
 */
import { createHash } from 'node:crypto';
import type { EntityType } from './entity';

type StixObject = Readonly<Record<string, unknown>> & { readonly id: string };

export interface StixBundle {
  readonly type: 'bundle';
  readonly id: string;
  readonly objects: readonly StixObject[];
}

export interface StixEntity {
  readonly id: string;
  readonly type: EntityType;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly wikidata_id?: string;
  readonly iso_code?: string;
  /** WGS 84 degrees. */
  readonly location?: { readonly lat: number; readonly lon: number };
  readonly radius_km?: number;
}

export interface StixStatement {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly basis: string;
  /** Partial dates. */
  readonly since: string | null;
  readonly until: string | null;
}

interface StixStamp {
  /** UTC ms of the response. */
  readonly now: number;
  readonly base: string;
  readonly synthetic: boolean;
}

/** Namespace of our ids (a permanent random UUID). STIX reserves its own for observables. */
const NAMESPACE = '7e0f4c1e-5a4b-4c43-9d5e-2f8a1b6d9c30';
/** The ontology has no creation time of entities; this is before all of them. */
const CREATED = '2026-05-01T00:00:00.000Z';

/** RFC 9562, 5.5. */
export const uuid5 = (name: string): string => {
  const bytes = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const idOf = (type: string, name: string): string => `${type}--${uuid5(`${type}:${name}`)}`;

/** The STIX id of an entity's main object, or null without one. */
const entityRef = ({ id, type }: Pick<StixEntity, 'id' | 'type'>): string | null => {
  const stixType = {
    country: 'identity',
    militant_group: 'threat-actor',
    state_force: 'identity',
    organization: 'identity',
    leader: 'identity',
    place: 'location',
    instrument: null,
  }[type];
  return stixType === null ? null : idOf(stixType, id);
};

const producer = ({ synthetic }: StixStamp): StixObject => ({
  type: 'identity',
  spec_version: '2.1',
  id: PRODUCER,
  created: CREATED,
  modified: CREATED,
  name: synthetic ? 'Vedette (synthetic demo)' : 'Vedette',
  identity_class: 'system',
});

const PRODUCER = idOf('identity', 'vedette');

const stamped = (
  type: string,
  name: string,
  stamp: StixStamp,
  properties: Readonly<Record<string, unknown>>,
): StixObject => ({
  type,
  spec_version: '2.1',
  id: idOf(type, name),
  created_by_ref: PRODUCER,
  created: CREATED,
  modified: `${new Date(stamp.now).toISOString().slice(0, 10)}T00:00:00.000Z`,
  lang: 'en',
  ...(stamp.synthetic ? { labels: ['synthetic'] } : {}),
  ...properties,
});

/** The STIX objects of an entity; a state has two, the first of which is the actor. */
const entityObjects = (entity: StixEntity, stamp: StixStamp): StixObject[] => {
  const { id, name, description } = entity;
  const said = { name, description, external_references: referencesOf(entity, stamp) };
  switch (entity.type) {
    case 'militant_group': {
      const aliases = entity.aliases.filter((alias) => alias !== name);
      const others = aliases.length === 0 ? {} : { aliases };
      return [stamped('threat-actor', id, stamp, { ...said, ...others, threat_actor_types: ['unknown'] })];
    }
    case 'state_force':
    case 'organization':
      return [stamped('identity', id, stamp, { ...said, identity_class: 'organization' })];
    case 'leader':
      return [stamped('identity', id, stamp, { ...said, identity_class: 'individual' })];
    case 'place':
      return [location(entity, said, stamp)];
    case 'country': {
      const state = stamped('identity', id, stamp, {
        ...said,
        identity_class: 'organization',
        sectors: ['government-national'],
      });
      if (entity.iso_code === undefined && entity.location === undefined) return [state];
      const land = location(entity, said, stamp);
      return [state, land, relate(`${id}:located-at`, 'located-at', state.id, land.id, stamp, {})];
    }
    case 'instrument':
      return [];
  }
};

const location = (
  { id, type, name, description, iso_code, location: at, radius_km }: StixEntity,
  said: object,
  stamp: StixStamp,
): StixObject =>
  stamped('location', id, stamp, {
    ...said,
    // misp-stix keeps no name of a location.
    ...(type === 'place' ? { description: `${name}: ${description}` } : {}),
    ...(iso_code === undefined ? {} : { country: iso_code }),
    // A country's coordinates are its capital's, so they are omitted.
    ...(at === undefined || (type === 'country' && iso_code !== undefined)
      ? {}
      : { latitude: at.lat, longitude: at.lon, ...(radius_km === undefined ? {} : { precision: radius_km * 1_000 }) }),
  });

interface StixReference {
  readonly source_name: string;
  readonly external_id?: string;
  readonly description?: string;
  readonly url?: string;
}

/** MISP keeps the text of a report only: a line for each of its references. */
const citedIn = (references: readonly StixReference[], subject = ''): string[] =>
  references.map((one) =>
    ['-', subject, one.source_name, one.external_id, one.description, one.url].filter(Boolean).join(' '),
  );

const referencesOf = ({ id, wikidata_id }: StixEntity, { base }: StixStamp): StixReference[] => [
  { source_name: 'vedette', external_id: id, url: `${base}/entities/${encodeURIComponent(id)}` },
  ...(wikidata_id === undefined
    ? []
    : [{ source_name: 'wikidata', external_id: wikidata_id, url: `https://www.wikidata.org/wiki/${wikidata_id}` }]),
];

const relate = (
  name: string,
  type: string,
  from: string,
  to: string,
  stamp: StixStamp,
  properties: object,
): StixObject =>
  stamped('relationship', name, stamp, { relationship_type: type, source_ref: from, target_ref: to, ...properties });

/** Types with a STIX relationship; the others are `related-to` with their own name as a label. */
const SAID_BY_STIX: Readonly<Record<string, string>> = { operates_in: 'located-at' };

/** A statement between two entities of the bundle, or null if one of them has no object. */
const statementObject = (
  statement: StixStatement,
  entities: ReadonlyMap<string, StixEntity>,
  stamp: StixStamp,
): StixObject | null => {
  const [from, to] = [entities.get(statement.from), entities.get(statement.to)];
  if (from === undefined || to === undefined) return null;
  const source = entityRef(from);
  const type = SAID_BY_STIX[statement.type] ?? 'related-to';
  const target = type === 'located-at' ? landRef(to) : entityRef(to);
  if (source === null || target === null) return null;
  const start = statement.since === null ? null : beginning(statement.since);
  const stop = statement.until === null ? null : ending(statement.until);
  return relate(statement.id, type, source, target, stamp, {
    description: sentenceOf(statement, from, to),
    labels: [statement.type.replaceAll('_', '-'), ...(stamp.synthetic ? ['synthetic'] : [])],
    ...(start === null ? {} : { start_time: start }),
    ...(stop === null || (start !== null && stop <= start) ? {} : { stop_time: stop }),
  });
};

const sentenceOf = ({ type, basis }: StixStatement, from: StixEntity, to: StixEntity): string =>
  `${from.name} ${type.replaceAll('_', ' ')} ${to.name}: ${basis}`;

/** The location object of a place, or of a state with territory. */
const landRef = (entity: StixEntity): string | null => {
  if (entity.type === 'place') return entityRef(entity);
  const hasLand = entity.iso_code !== undefined || entity.location !== undefined;
  return entity.type === 'country' && hasLand ? idOf('location', entity.id) : null;
};

const beginning = (partial: string): string => `${partial}${'2000-01-01'.slice(partial.length)}T00:00:00.000Z`;

/** The instant after the last day of a partial date. */
const ending = (partial: string): string => {
  const [year = 0, month = 12, day] = partial.split('-').map(Number);
  const next = day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
  return new Date(next).toISOString();
};

/** A bundle. @param subject its identity, such as `entity:iran` */
export const bundleOf = (subject: string, objects: readonly StixObject[], stamp: StixStamp): StixBundle => {
  const once = new Map<string, StixObject>([[PRODUCER, producer(stamp)]]);
  for (const object of objects) if (!once.has(object.id)) once.set(object.id, object);
  const day = new Date(stamp.now).toISOString().slice(0, 10);
  return { type: 'bundle', id: idOf('bundle', `${subject}:${day}`), objects: [...once.values()] };
};

export const neighbourhoodBundle = (
  center: string,
  entities: readonly StixEntity[],
  statements: readonly StixStatement[],
  stamp: StixStamp,
): StixBundle => {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const objects = [
    ...entities.flatMap((entity) => entityObjects(entity, stamp)),
    ...statements.map((statement) => statementObject(statement, byId, stamp)).filter((object) => object !== null),
  ];
  const said = statements.flatMap((statement) => {
    const [from, to] = [byId.get(statement.from), byId.get(statement.to)];
    if (from === undefined || to === undefined) return [];
    const since = statement.since === null ? '' : ` Since ${statement.since}.`;
    const until = statement.until === null ? '' : ` Until ${statement.until}.`;
    return [`- ${sentenceOf(statement, from, to)}${since}${until}`];
  });
  const cited = entities.flatMap((entity) => citedIn(referencesOf(entity, stamp), `${entity.name}:`));
  const report = stamped('report', `neighbourhood:${center}`, stamp, {
    name: `${byId.get(center)?.name ?? center} and its neighbours`,
    description: [...said, ...cited].join('\n'),
    published: `${new Date(stamp.now).toISOString().slice(0, 10)}T00:00:00.000Z`,
    object_refs: objects.length === 0 ? [PRODUCER] : objects.map(({ id }) => id),
  });
  return bundleOf(`entity:${center}`, [...objects, report], stamp);
};

/** A statement about entities, with references. Instants are UTC ms. */
export interface StixSaying {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly created: number;
  readonly modified: number;
  /** 0 to 100, or null if not stated. */
  readonly confidence: number | null;
  readonly references: readonly StixReference[];
  readonly about: readonly StixEntity[];
}

/** An alert: a grouping of the entities of its items. */
export const alertBundle = (saying: StixSaying, stamp: StixStamp): StixBundle =>
  sayingBundle('grouping', 'alert', saying, stamp, {
    name: saying.title,
    context: 'unspecified',
  });

/**
 * A forecast: a report on the entities of its market, since MISP and OpenCTI import reports completely, but not notes.
 */
export const forecastBundle = (saying: StixSaying, stamp: StixStamp): StixBundle =>
  sayingBundle('report', 'forecast', saying, stamp, {
    name: saying.title,
    published: new Date(saying.created).toISOString(),
  });

const sayingBundle = (
  type: 'grouping' | 'report',
  kind: string,
  saying: StixSaying,
  stamp: StixStamp,
  words: Readonly<Record<string, unknown>>,
): StixBundle => {
  const objects = saying.about.flatMap((entity) => entityObjects(entity, stamp));
  const refs = saying.about.map(entityRef).filter((ref) => ref !== null);
  const name = `${kind}:${saying.id}`;
  const said = stamped(type, name, stamp, {
    ...words,
    description: [saying.text, '', ...citedIn(saying.references)].join('\n'),
    created: new Date(saying.created).toISOString(),
    modified: new Date(Math.max(saying.created, saying.modified)).toISOString(),
    ...(saying.confidence === null ? {} : { confidence: saying.confidence }),
    external_references: saying.references,
    // At least one reference is required; the default is the producer.
    object_refs: refs.length === 0 ? [PRODUCER] : refs,
  });
  return bundleOf(name, [...objects, said], stamp);
};
