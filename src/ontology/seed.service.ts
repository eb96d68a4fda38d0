import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../platform/common/sha256';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import { SchemaService } from '../platform/graph/schema.service';
import { listedNames, type ListedName } from '../resolver/knowledge/listed-names';
import { graphTypeOf, relationshipId, type Relationship } from './relationship';
import { readAliasSeed } from './resolver.provider';
import type { MergedEntity, OntologySeed } from './seed-check';
import { diffSeed, type SeedDiff } from './seed-diff';
import { loadOntologySeed } from './seed-files.provider';
import { entityRowOf, type EntityRow } from './seed-rows';

export interface SeedCounts {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** No longer in the seed, but named by items: kept and marked. Entities only. */
  readonly retired: readonly string[];
  readonly unchanged: number;
}

interface SeedReport {
  readonly entities: SeedCounts;
  readonly relationships: SeedCounts;
  readonly mergedEntities: SeedCounts;
  /** Ids of entities and relationships edited in the graph that differ from the files. */
  readonly kept: readonly string[];
}

/** A stored relationship, with the digest of its seed; null if the seed did not write it. */
interface StoredRelationship {
  readonly relationship: Relationship;
  readonly seeded: string | null;
}

/** Content of the last seed; null if loaded by an older release. */
interface SeedLock {
  readonly stated: readonly string[] | null;
  /** Its entities, each as `<id> <digest>`. */
  readonly entities: readonly string[] | null;
}

interface StoredEntity {
  readonly entity: EntityRow;
  readonly retired: boolean;
}

type NamesById = ReadonlyMap<string, readonly ListedName[]>;

/** Loads `cypher/schema` and `seed/` into the graph: differences only, one transaction, safe at every start. */
@Injectable()
export class SeedService {
  constructor(
    private readonly graph: GraphService,
    private readonly schema: SchemaService,
  ) {}

  /**
   * Applies the schema, then loads the shipped ontology.
   *
   * @param overwrite whether the files replace edits in the graph
   */
  async load(overwrite = false): Promise<SeedReport> {
    await this.schema.apply();
    return this.loadOntology(loadOntologySeed(), listedNames(readAliasSeed()), overwrite);
  }

  /**
   * Loads one ontology; entities of files that are gone are removed, or retired if something names them. What was edited
   * in the graph is kept.
   */
  async loadOntology(seed: OntologySeed, names: NamesById, overwrite = false): Promise<SeedReport> {
    const entities = seed.entities.map((entity) => entityRowOf(entity, names.get(entity.id) ?? []));
    return this.graph.writeTransaction(async (transaction) => {
      const [lock] = await transaction.run<SeedLock>('ontology/lock-seed', {
        stated: seed.relationships.map(relationshipId),
        entities: entities.map((entity) => `${entity.id} ${digestOfEntity(entity)}`),
      });
      const before = overwrite ? null : (lock ?? null);
      const stored = await transaction.run<StoredEntity>('ontology/stored-entities');
      const { diff: saved, kept: keptEntities } = await saveEntities(
        transaction,
        entities,
        stored,
        before?.entities ?? null,
      );
      const ids = new Set(stored.map(({ entity }) => entity.id));
      // A relationship is missing with an entity that was deleted; both are loaded again.
      const stated = before?.stated?.filter((id) => endsOf(id).every((end) => ids.has(end))) ?? null;
      const { diff: relationships, kept } = await saveRelationships(transaction, seed.relationships, stated);
      // After the relationships, so that those of removed entities are counted.
      const retired = await dropEntities(transaction, saved.removed);
      return {
        entities: withRetired(countsOf(saved, idOf), retired),
        relationships: countsOf(relationships, relationshipId),
        mergedEntities: countsOf(await saveMerged(transaction, seed.mergedEntities), idOf),
        kept: [...keptEntities, ...kept],
      };
    });
  }
}

/** @param before entities of the last seed; null if the files replace edits in the graph */
const saveEntities = async (
  transaction: GraphTransaction,
  wanted: readonly EntityRow[],
  stored: readonly StoredEntity[],
  before: readonly string[] | null,
): Promise<{ readonly diff: SeedDiff<EntityRow>; readonly kept: readonly string[] }> => {
  const retired = new Set(stored.filter((row) => row.retired).map((row) => row.entity.id));
  // A retired entity that returns is new to the seed; one that stays retired is unchanged.
  const known = stored.map((row) => row.entity).filter(({ id }) => !retired.has(id));
  const edited = before === null ? new Set<string>() : editedEntities(known, wanted, before);
  const isOfSeed = ({ id }: EntityRow): boolean => !edited.has(id);
  const diff = diffSeed(wanted.filter(isOfSeed), known.filter(isOfSeed), idOf);
  await inBatches([...diff.added, ...diff.changed], async (rows) => {
    const entities = rows.map(({ id, location, ...properties }) => ({ id, location, properties }));
    await transaction.run('ontology/upsert-entities', { entities });
  });
  const differing = diffSeed(wanted, known, idOf);
  const differ = [...differing.changed, ...differing.removed].map(idOf);
  return { diff, kept: differ.filter((id) => edited.has(id)).sort() };
};

/** Ids changed or added in the graph since the last seed. */
const editedEntities = (
  known: readonly EntityRow[],
  wanted: readonly EntityRow[],
  before: readonly string[],
): ReadonlySet<string> => {
  const digests = new Map(before.map((line) => line.split(' ') as [string, string]));
  const inFiles = new Set(wanted.map(idOf));
  const isEdited = (row: EntityRow): boolean => {
    const digest = digests.get(row.id);
    return digest === undefined ? !inFiles.has(row.id) : digest !== digestOfEntity(row);
  };
  return new Set(known.filter(isEdited).map(idOf));
};

/** Of all properties, in the order of their names. */
const digestOfEntity = (row: EntityRow): string => {
  const properties = Object.entries(row).sort(([left], [right]) => (left < right ? -1 : 1));
  return sha256Hex(JSON.stringify(properties)).slice(0, 16);
};

const endsOf = (id: string): readonly [string, string] => {
  const [from = '', , to = ''] = id.split(':');
  return [from, to];
};

/** Returns the ids that had to be kept. */
const dropEntities = async (transaction: GraphTransaction, removed: readonly EntityRow[]): Promise<string[]> => {
  if (removed.length === 0) return [];
  const rows = await transaction.run<{ id: string }>('ontology/retire-entities', { ids: removed.map(idOf) });
  const retired = rows.map(idOf);
  const gone = removed.map(idOf).filter((id) => !retired.includes(id));
  await transaction.run('ontology/remove-entities', { ids: gone });
  return retired;
};

/** @param before ids in the last seed; null if the files replace edits in the graph */
const saveRelationships = async (
  transaction: GraphTransaction,
  wanted: readonly Relationship[],
  before: readonly string[] | null,
): Promise<{ readonly diff: SeedDiff<Relationship>; readonly kept: readonly string[] }> => {
  const stored = await transaction.run<StoredRelationship>('ontology/stored-relationships');
  const edited = before === null ? new Set<string>() : editedIds(stored, before);
  const isOfSeed = (row: Relationship): boolean => !edited.has(relationshipId(row));
  const inGraph = stored.map(({ relationship }) => relationship);
  const diff = diffSeed(wanted.filter(isOfSeed), inGraph.filter(isOfSeed), relationshipId);
  const toGraph = (rows: readonly Relationship[]) => ({
    relationships: rows.map((row) => ({ ...row, graph_type: graphTypeOf(row.type), seeded: digestOf(row) })),
  });
  if (diff.removed.length > 0) await transaction.run('ontology/remove-relationships', toGraph(diff.removed));
  if (diff.changed.length > 0) await transaction.run('ontology/change-relationships', toGraph(diff.changed));
  await inBatches(diff.added, (rows) => transaction.run('ontology/create-relationships', toGraph(rows)));
  const differing = diffSeed(wanted, inGraph, relationshipId);
  const differ = [...differing.added, ...differing.changed, ...differing.removed].map(relationshipId);
  return { diff, kept: differ.filter((id) => edited.has(id)).sort() };
};

/** Ids changed, added or removed in the graph since the last seed. */
const editedIds = (stored: readonly StoredRelationship[], before: readonly string[]): ReadonlySet<string> => {
  const there = new Set(stored.map(({ relationship }) => relationshipId(relationship)));
  return new Set([
    ...stored
      .filter(({ relationship, seeded }) => seeded !== digestOf(relationship))
      .map(({ relationship }) => relationshipId(relationship)),
    ...before.filter((id) => !there.has(id)),
  ]);
};

const digestOf = (row: Relationship): string => {
  const { basis, since, until, denied, source, checked_at } = row;
  const said = [basis, since, until, denied, source, checked_at].map((value) => value ?? null);
  return sha256Hex(JSON.stringify([relationshipId(row), ...said])).slice(0, 16);
};

const saveMerged = async (
  transaction: GraphTransaction,
  wanted: readonly MergedEntity[],
): Promise<SeedDiff<MergedEntity>> => {
  const stored = await transaction.run<{ merged: MergedEntity }>('ontology/stored-merged-entities');
  const diff = diffSeed(
    wanted,
    stored.map((row) => row.merged),
    idOf,
  );
  const changed = [...diff.added, ...diff.changed];
  if (changed.length > 0) await transaction.run('ontology/upsert-merged-entities', { merged: changed });
  if (diff.removed.length > 0)
    await transaction.run('ontology/remove-merged-entities', { ids: diff.removed.map(idOf) });
  return diff;
};

const BATCH = 500;

const inBatches = async <T>(rows: readonly T[], write: (batch: readonly T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH) await write(rows.slice(from, from + BATCH));
};

const idOf = ({ id }: { readonly id: string }): string => id;

const countsOf = <T>(diff: SeedDiff<T>, keyOf: (row: T) => string): SeedCounts => ({
  added: diff.added.map(keyOf),
  changed: diff.changed.map(keyOf),
  removed: diff.removed.map(keyOf),
  retired: [],
  unchanged: diff.unchanged,
});

const withRetired = (counts: SeedCounts, retired: readonly string[]): SeedCounts => ({
  ...counts,
  removed: counts.removed.filter((id) => !retired.includes(id)),
  retired,
});
