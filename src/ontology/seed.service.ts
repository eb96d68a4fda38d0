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
  /** Ids of relationships edited in the graph that differ from the files. */
  readonly kept: readonly string[];
}

/** A stored relationship, with the digest of its seed; null if the seed did not write it. */
interface StoredRelationship {
  readonly relationship: Relationship;
  readonly seeded: string | null;
}

interface SeedLock {
  /** Ids in the last seed; null if loaded by an older release. */
  readonly stated: readonly string[] | null;
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
   * @param overwrite whether the files replace relationships edited in the graph
   */
  async load(overwrite = false): Promise<SeedReport> {
    await this.schema.apply();
    return this.loadOntology(loadOntologySeed(), listedNames(readAliasSeed()), overwrite);
  }

  /** Loads one ontology; other entities are removed, or retired if items name them. Edited relationships are kept. */
  async loadOntology(seed: OntologySeed, names: NamesById, overwrite = false): Promise<SeedReport> {
    const entities = seed.entities.map((entity) => entityRowOf(entity, names.get(entity.id) ?? []));
    return this.graph.writeTransaction(async (transaction) => {
      const [lock] = await transaction.run<SeedLock>('ontology/lock-seed', {
        stated: seed.relationships.map(relationshipId),
      });
      const saved = await saveEntities(transaction, entities);
      const before = overwrite ? null : (lock?.stated ?? null);
      const { diff: relationships, kept } = await saveRelationships(transaction, seed.relationships, before);
      // After the relationships, so that those of removed entities are counted.
      const retired = await dropEntities(transaction, saved.removed);
      return {
        entities: withRetired(countsOf(saved, idOf), retired),
        relationships: countsOf(relationships, relationshipId),
        mergedEntities: countsOf(await saveMerged(transaction, seed.mergedEntities), idOf),
        kept,
      };
    });
  }
}

const saveEntities = async (
  transaction: GraphTransaction,
  wanted: readonly EntityRow[],
): Promise<SeedDiff<EntityRow>> => {
  const stored = await transaction.run<StoredEntity>('ontology/stored-entities');
  const retired = new Set(stored.filter((row) => row.retired).map((row) => row.entity.id));
  // A retired entity that returns is new to the seed; one that stays retired is unchanged.
  const known = stored.map((row) => row.entity).filter(({ id }) => !retired.has(id));
  const diff = diffSeed(wanted, known, idOf);
  await inBatches([...diff.added, ...diff.changed], async (rows) => {
    const entities = rows.map(({ id, location, ...properties }) => ({ id, location, properties }));
    await transaction.run('ontology/upsert-entities', { entities });
  });
  return diff;
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
