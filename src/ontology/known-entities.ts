import { ENTITY_TYPES, type EntityType, type SeededEntity } from './entity';
import { loadOntologySeed } from './seed-files.provider';
import { isTheater, type Theater } from './theater';

/** Properties of an entity other than its names and relationships. */
export type KnownEntity = Pick<
  SeededEntity,
  'id' | 'name' | 'theater' | 'description' | 'location' | 'radius_km' | 'since'
> & {
  /** Null for an entity that was added without a known one. */
  readonly type: EntityType | null;
};

/** As stored: users may enter anything in Neo4j Browser. */
export interface EntityInGraph {
  readonly id: unknown;
  readonly aliases: unknown;
  readonly [property: string]: unknown;
}

/** The entities in use: those of the files, until the graph has others. */
export class KnownEntities {
  private digest = '';

  private constructor(private current: readonly KnownEntity[]) {}

  static ofFiles(): KnownEntities {
    return new KnownEntities(loadOntologySeed().entities);
  }

  get all(): readonly KnownEntity[] {
    return this.current;
  }

  /** Uses these from now on. */
  take(rows: readonly EntityInGraph[]): void {
    const read = rows.flatMap((row) => readEntity(row) ?? []);
    const digest = JSON.stringify(read);
    if (digest === this.digest || read.length === 0) return;
    this.digest = digest;
    this.current = read;
  }

  /** Data derived from the entities, and derived again when they have changed. */
  derive<T>(make: (entities: readonly KnownEntity[]) => T): () => T {
    let from: readonly KnownEntity[] | null = null;
    let made: T;
    return () => {
      if (from !== this.current) made = make((from = this.current));
      return made;
    };
  }
}

let loaded: KnownEntities | null = null;

/** One per process, as the resolver. */
export const loadKnownEntities = (): KnownEntities => (loaded ??= KnownEntities.ofFiles());

/** Without entities that lie in none. */
export const theatersOf = (entities: readonly KnownEntity[]): ReadonlyMap<string, Theater> =>
  new Map(entities.flatMap(({ id, theater }): [string, Theater][] => (theater === null ? [] : [[id, theater]])));

const readEntity = ({ id, type, theater, location, ...row }: EntityInGraph): KnownEntity | null => {
  const name = textOf(row['name']);
  if (typeof id !== 'string' || name === null) return null;
  const radius = row['radius_km'];
  return {
    id,
    name,
    type: ENTITY_TYPES.find((known) => known === type) ?? null,
    theater: typeof theater === 'string' && isTheater(theater) ? theater : null,
    description: textOf(row['description']) ?? '',
    location: isLocation(location) ? location : null,
    radius_km: typeof radius === 'number' && radius >= 0 ? radius : null,
    since: textOf(row['since']),
  };
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isLocation = (value: unknown): value is NonNullable<KnownEntity['location']> =>
  typeof value === 'object' &&
  value !== null &&
  'lat' in value &&
  'lon' in value &&
  Number.isFinite(value.lat) &&
  Number.isFinite(value.lon);
