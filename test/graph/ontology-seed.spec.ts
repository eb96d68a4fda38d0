import type { OntologySeed } from '../../src/ontology/seed-check';
import { loadOntologySeed } from '../../src/ontology/seed-files.provider';
import { SeedService } from '../../src/ontology/seed.service';
import type { SeededEntity } from '../../src/ontology/entity';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

// A cold planner on a busy machine, not a measure of the queries.
jest.setTimeout(60_000);

const entity = (id: string, overrides: Partial<SeededEntity> = {}): SeededEntity => ({
  id,
  type: 'country',
  name: id.toUpperCase(),
  theater: null,
  description: 'A country.',
  wikidata_id: null,
  iso_code: null,
  capital: null,
  location: null,
  radius_km: null,
  symbol: null,
  since: null,
  until: null,
  ...overrides,
});

const seedOf = (
  entities: readonly SeededEntity[],
  relationships: OntologySeed['relationships'] = [],
  mergedEntities: OntologySeed['mergedEntities'] = [],
): OntologySeed => ({ entities, relationships, mergedEntities });

const relationship = (from: string, to: string, basis = 'So it is.') =>
  ({
    type: 'funds',
    from,
    to,
    basis,
    since: null,
    until: null,
    denied: false,
    source: 'A work',
    checked_at: 'unchecked',
  }) as const;

const nothing = { added: [], changed: [], removed: [], retired: [] };

describe('loading the ontology', () => {
  let test: TestGraph;
  let service: SeedService;

  beforeAll(async () => {
    test = await openTestGraph();
    service = new SeedService(test.graph, new SchemaService(test.graph));
  });

  beforeEach(() => test.wipe());

  afterAll(() => test.close());

  const load = (seed: OntologySeed, aliases: Record<string, string[]> = {}) =>
    service.loadOntology(
      seed,
      new Map(
        Object.entries(aliases).map(([id, texts]) => [
          id,
          texts.map((text) => ({ text, lang: 'en', kind: 'name' as const })),
        ]),
      ),
    );

  const stored = async (id: string): Promise<Record<string, unknown> | undefined> => {
    const rows = await test.graph.statement(`MATCH (e:Entity {id: '${id}'}) RETURN e`, 'READ');
    return rows[0]?.['e'] as Record<string, unknown> | undefined;
  };

  it('adds everything once and changes nothing the second time', async () => {
    const seed = loadOntologySeed();

    const first = await service.load();
    const second = await service.load();

    expect(first.entities.added).toHaveLength(seed.entities.length);
    expect(first.relationships.added).toHaveLength(seed.relationships.length);
    expect(first.mergedEntities.added).toHaveLength(seed.mergedEntities.length);
    expect(second).toEqual({
      entities: { ...nothing, unchanged: seed.entities.length },
      relationships: { ...nothing, unchanged: seed.relationships.length },
      mergedEntities: { ...nothing, unchanged: seed.mergedEntities.length },
      kept: [],
    });
  });

  it('writes aliases, a place as a point, and whole and decimal numbers alike', async () => {
    const place = { lat: 35, lon: 51.39 };

    await load(seedOf([entity('a', { location: place, radius_km: 20 })]), { a: ['A', 'Ah', 'ألف'] });
    const again = await load(seedOf([entity('a', { location: place, radius_km: 20 })]), {
      a: ['A', 'Ah', 'ألف'],
    });

    expect(await stored('a')).toMatchObject({
      aliases: ['A', 'Ah', 'ألف'],
      location: place,
      radius_km: 20,
    });
    expect(again.entities).toEqual({ ...nothing, unchanged: 1 });
  });

  it('reports changes and removes a property that is no longer stated', async () => {
    await load(seedOf([entity('a', { iso_code: 'AA' }), entity('b')], [relationship('a', 'b')]));

    const report = await load(seedOf([entity('a'), entity('b')], [relationship('a', 'b', 'For another reason.')]), {
      b: ['Bee'],
    });

    expect(report.entities).toEqual({ ...nothing, changed: ['a', 'b'], unchanged: 0 });
    expect(report.relationships).toEqual({ ...nothing, changed: ['a:funds:b'], unchanged: 0 });
    expect(await stored('a')).not.toHaveProperty('iso_code');
  });

  it('keeps and reports edits in the graph, until the files overwrite them', async () => {
    const seed = seedOf(
      [entity('a'), entity('b'), entity('c')],
      [relationship('a', 'b'), relationship('b', 'c'), relationship('c', 'a')],
    );
    await load(seed);
    await test.graph.statement("MATCH (:Entity {id: 'a'})-[r:FUNDS]->({id: 'b'}) SET r.until = '2026'");
    await test.graph.statement("MATCH (:Entity {id: 'b'})-[r:FUNDS]->({id: 'c'}) DELETE r");
    await test.graph.statement(
      "MATCH (a:Entity {id: 'a'}), (c:Entity {id: 'c'}) CREATE (a)-[:LOCATED_IN {basis: 'Seen.'}]->(c)",
    );
    const ids = ['a:funds:b', 'a:located_in:c', 'b:funds:c'];

    const kept = await load(seed);
    const again = await service.loadOntology(seed, new Map(), true);

    expect(kept.relationships).toEqual({ ...nothing, unchanged: 1 });
    expect(kept.kept).toEqual(ids);
    expect(again.relationships).toEqual({
      ...nothing,
      added: ['b:funds:c'],
      changed: ['a:funds:b'],
      removed: ['a:located_in:c'],
      unchanged: 1,
    });
    expect((await load(seed)).kept).toEqual([]);
  });

  it('keeps an entity that was edited or added in the graph, with its statements', async () => {
    const place = { lat: 35, lon: 51.39 };
    const seed = seedOf([entity('a', { location: place, iso_code: 'AA' }), entity('b')], [relationship('a', 'b')]);
    await load(seed, { a: ['A', 'Ah'] });
    await test.graph.statement("MATCH (a:Entity {id: 'a'}) SET a.description = 'An edit.'");
    await test.graph.statement(
      "MATCH (b:Entity {id: 'b'}) CREATE (:Entity {id: 'new', type: 'place', name: 'New'})-[:LOCATED_IN {basis: 'Seen.'}]->(b)",
    );

    const kept = await load(seed, { a: ['A', 'Ah'] });
    const edited = [await stored('a'), await stored('new')];
    const again = await service.loadOntology(
      seed,
      new Map([['a', ['A', 'Ah'].map((text) => ({ text, lang: 'en', kind: 'name' as const }))]]),
      true,
    );

    expect(kept.entities).toEqual({ ...nothing, unchanged: 1 });
    expect(kept.kept).toEqual(['a', 'new', 'new:located_in:b']);
    expect(edited).toMatchObject([{ description: 'An edit.' }, { name: 'New' }]);
    expect(again.entities).toEqual({ ...nothing, changed: ['a'], removed: ['new'], unchanged: 1 });
    expect(await stored('a')).toMatchObject({ description: 'A country.' });
    expect(await stored('new')).toBeUndefined();
  });

  it('restores an entity deleted in the graph with its relationships, and prefers a new file to an entity added there', async () => {
    const seed = seedOf([entity('a'), entity('b')], [relationship('a', 'b')]);
    await load(seed);
    await test.graph.statement("MATCH (b:Entity {id: 'b'}) DETACH DELETE b");
    await test.graph.statement("CREATE (:Entity {id: 'c', type: 'place', name: 'C'})");

    const report = await load(seedOf([entity('a'), entity('b'), entity('c')], [relationship('a', 'b')]));

    expect(report.entities).toEqual({ ...nothing, added: ['b'], changed: ['c'], unchanged: 1 });
    expect(report.relationships).toEqual({ ...nothing, added: ['a:funds:b'], unchanged: 0 });
    expect(report.kept).toEqual([]);
  });

  it('removes statements that are no longer in the files', async () => {
    const merged = [{ id: 'old', into: 'a' }];
    await load(seedOf([entity('a'), entity('b')], [relationship('a', 'b')], merged));

    const report = await load(seedOf([entity('a')]));

    expect(report.entities).toEqual({ ...nothing, removed: ['b'], unchanged: 1 });
    expect(report.relationships).toEqual({ ...nothing, removed: ['a:funds:b'], unchanged: 0 });
    expect(report.mergedEntities).toEqual({ ...nothing, removed: ['old'], unchanged: 0 });
    expect(await stored('b')).toBeUndefined();
  });

  it('retires an entity that items name, once, and takes it back', async () => {
    await load(seedOf([entity('a'), entity('b')], [relationship('a', 'b')]));
    await test.graph.statement(
      "MATCH (e:Entity {id: 'b'}) CREATE (:Item {id: 'i'})-[:TOUCHES {entity: 'b', at: 1, item: 'i'}]->(e)",
    );

    const gone = await load(seedOf([entity('a')]));
    const still = await load(seedOf([entity('a')]));
    const marked = await stored('b');
    const back = await load(seedOf([entity('a'), entity('b')]));

    expect(gone.entities).toEqual({ ...nothing, retired: ['b'], unchanged: 1 });
    expect(still.entities).toEqual({ ...nothing, unchanged: 1 });
    expect(marked).toMatchObject({ retired: true });
    expect(back.entities).toEqual({ ...nothing, added: ['b'], unchanged: 1 });
    expect(await stored('b')).not.toHaveProperty('retired');
    expect(await test.graph.statement('MATCH ()-[t:TOUCHES]->() RETURN count(t) AS n')).toEqual([{ n: 1 }]);
  });

  it('writes everything once when two processes load it at the same time', async () => {
    const seed = seedOf([entity('a'), entity('b')], [relationship('a', 'b')]);

    const reports = await Promise.all([load(seed), load(seed), load(seed)]);

    const added = reports.flatMap((report) => report.relationships.added);
    expect(added).toEqual(['a:funds:b']);
    expect(await test.graph.statement('MATCH ()-[r:FUNDS]->() RETURN count(r) AS n')).toEqual([{ n: 1 }]);
  });

  it('leaves the relationships of other modules alone', async () => {
    await load(seedOf([entity('a')]));
    await test.graph.statement("MATCH (e:Entity {id: 'a'}) CREATE (:Cluster {id: 'c'})-[:INCLUDES]->(e)");

    await load(seedOf([entity('a', { name: 'Alpha' })]));

    expect(await test.graph.statement('MATCH (:Cluster)-[r:INCLUDES]->() RETURN count(r) AS n')).toEqual([{ n: 1 }]);
  });
});
