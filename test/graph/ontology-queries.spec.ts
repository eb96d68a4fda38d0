import { packagePath } from '../../src/platform/common/package-root';
import { readdirSync, readFileSync } from 'node:fs';
import { graphTypeOf, RELATIONSHIP_TYPES } from '../../src/ontology/relationship';
import { OntologyRepository } from '../../src/ontology/ontology.repository';
import { SeedService } from '../../src/ontology/seed.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';

// A cold planner on a busy machine, not a measure of the queries.
jest.setTimeout(60_000);

const NOW = Date.parse('2026-10-01T12:00:00Z');
const now = { at: NOW, day: null };
const on = (day: string) => ({ at: Date.parse(`${day}T12:00:00Z`), day });

interface PlanStep {
  readonly operatorType: string;
  readonly children: readonly PlanStep[];
}

const operatorsOf = (step: PlanStep): string[] => [
  step.operatorType.replace(/@.*$/, ''),
  ...step.children.flatMap(operatorsOf),
];

const names = readdirSync(packagePath('cypher', 'ontology')).map((file) => `ontology/${file.replace('.cypher', '')}`);

describe('the queries of the ontology', () => {
  let test: TestGraph;
  let ontology: OntologyRepository;

  beforeAll(async () => {
    test = await openTestGraph();
    // Plans and index samples of the store that another suite filled would be used here.
    await test.graph.statement('CALL db.prepareForReplanning()');
    ontology = new OntologyRepository(test.graph);
  });

  afterAll(() => test.close());

  describe('on an empty store', () => {
    it.each(['ontology/latest-items', 'ontology/list-entities'])(
      '%s walks its index in order instead of sorting',
      async (name) => {
        const { plan } = await test.graph.explain(name);

        const beforeLimit = operatorsOf(plan as PlanStep);
        expect(beforeLimit.filter((operator) => /^(Sort|Top)$/.test(operator))).toHaveLength(
          name === 'ontology/latest-items' ? 1 : 0,
        );
      },
    );

    it('name every type of relationship', () => {
      for (const name of names) {
        const text = readFileSync(packagePath('cypher', `${name}.cypher`), 'utf8');
        if (!text.includes('HOSTILE_TO')) continue;
        const listed = /:(HOSTILE_TO[A-Z_|]+)/.exec(text)?.[1]?.split('|');
        expect([name, listed]).toEqual([name, RELATIONSHIP_TYPES.map(graphTypeOf)]);
      }
    });
  });

  describe('on the seed', () => {
    beforeAll(async () => {
      await new SeedService(test.graph, new SchemaService(test.graph)).load();
      // Two items on Iran: one of the last day, seen an hour late, and one of the week before.
      const items = [
        { id: 'late', at: NOW - 7_200_000, seen: NOW - 3_600_000 },
        { id: 'old', at: NOW - 7 * 86_400_000, seen: NOW - 7 * 86_400_000 },
      ];
      for (const { id, at, seen } of items)
        await test.graph.statement(
          `MATCH (e:Entity {id: 'iran'}) CREATE (:Item {id: '${id}', title: 'T ${id}', at: ${at},
             source: 's', source_type: 'news', first_seen_at: ${seen}})
             -[:TOUCHES {entity: 'iran', source_type: 'news', at: ${at}, item: '${id}', seen_at: ${seen}}]->(e)`,
        );
    });

    const list = (
      filter: Partial<Parameters<OntologyRepository['listEntities']>[0]>,
      limit = 500,
      after = '',
      moment: Parameters<OntologyRepository['listEntities']>[1] = now,
    ) => ontology.listEntities({ type: null, theater: null, q: null, ...filter }, moment, after, limit);

    it('lists entities in id order, page after page', async () => {
      const all = (await list({})).map(({ entity }) => entity.id);
      const first = await list({}, 10);
      const second = await list({}, 10, first.at(-1)?.entity.id);

      expect(all).toEqual([...all].sort());
      expect([...first, ...second].map(({ entity }) => entity.id)).toEqual(all.slice(0, 20));
    });

    it('filters by type, theater and words', async () => {
      const places = await list({ type: 'place', theater: 'iran' });
      const hormuz = await list({ q: 'HORMUZ  strait' });

      expect(places.length).toBeGreaterThan(5);
      expect(places.every(({ entity }) => entity.type === 'place')).toBe(true);
      expect(places.every(({ entity }) => entity.theater === 'iran')).toBe(true);
      expect(hormuz.map(({ entity }) => entity.id)).toEqual(['strait-of-hormuz']);
    });

    it('counts the items of a day and the relationships at either end', async () => {
      const [iran] = await list({ q: 'iran', type: 'country' });
      const found = await ontology.findEntity('iran', now);

      expect(iran?.item_count_24h).toBe(1);
      expect(found.kind === 'entity' && found.detail.relationships.length).toBe(iran?.relationship_count);
      expect(found.kind === 'entity' && found.detail.items.map(({ id }) => id)).toEqual(['late', 'old']);
    });

    it('excludes relationships not seen yet at an instant', async () => {
      const earlier = { at: NOW - 5_400_000, day: '2026-10-01' };

      const [iran] = await list({ q: 'iran', type: 'country' }, 1, '', earlier);
      const found = await ontology.findEntity('iran', earlier);

      expect(iran?.item_count_24h).toBe(0);
      expect(found.kind === 'entity' && found.detail.items.map(({ id }) => id)).toEqual(['old']);
    });

    it('states the relationships of a day and not earlier or later ones', async () => {
      const leaders = async (day: string | null) =>
        (await ontology.listRelationships('leads', 'syria', day, '', 50)).map(({ from }) => from);

      expect(await leaders(null)).toEqual(['al-sharaa', 'assad']);
      expect(await leaders('2024-12-08')).toEqual(['assad']);
      expect(await leaders('2025-06-01')).toEqual(['al-sharaa']);
      expect((await ontology.findEntity('assad', on('2025-06-01'))).kind).toBe('entity');
    });

    it('marks relationships that began or ended on an unknown day of the year as undecided', async () => {
      const led = async (day: string): Promise<string[]> =>
        (await ontology.listRelationships('leads', 'united-kingdom', day, '', 50)).map(({ from }) => from);

      expect(await led('2025-06-01')).toEqual(['starmer']);
      expect(await led('2026-03-01')).toEqual([]);
      expect(await ontology.undecided('leads', 'united-kingdom', '2026-03-01')).toEqual([
        'starmer:leads:united-kingdom',
      ]);
      expect(await ontology.undecided('leads', 'united-kingdom', '2025-06-01')).toEqual([]);
    });

    it('resolves a merged id', async () => {
      expect(await ontology.findEntity('kiev', now)).toEqual({ kind: 'merged', into: 'kyiv' });
      expect(await ontology.findEntity('atlantis', now)).toEqual({ kind: 'unknown' });
      expect(await ontology.currentId('kiev')).toBe('kyiv');
      await expect(ontology.currentId('atlantis')).rejects.toThrow('No entity has the id');
    });

    it('draws a neighbourhood that is closed and grows with its depth', async () => {
      const near = await ontology.neighbourhood('natanz', 1, null);
      const far = await ontology.neighbourhood('natanz', 2, null);
      const whole = await ontology.neighbourhood('united-states', 3, null);

      expect(near.nodes.map(({ id }) => id)).toEqual(['iran', 'natanz']);
      expect(near.edges.map(({ id }) => id)).toEqual(['natanz:located_in:iran']);
      const ids = new Set(far.nodes.map(({ id }) => id));
      expect(ids.size).toBeGreaterThan(20);
      expect(far.edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
      expect(whole.nodes.length).toBeLessThanOrEqual(300);
      expect(whole.edges.length).toBeLessThanOrEqual(1000);
    });

    it('finds every shortest path, and none that breaks on the day', async () => {
      const paths = await ontology.shortestPaths('brent', 'houthis', null, 50);
      const before = await ontology.shortestPaths('mojtaba-khamenei', 'iran', '2025-01-01', 50);

      expect(paths.length).toBeGreaterThan(1);
      for (const { nodes, relationships } of paths) {
        expect(relationships).toHaveLength(2);
        expect(nodes.map(({ id }) => id)[0]).toBe('brent');
        expect(nodes.map(({ id }) => id).at(-1)).toBe('houthis');
      }
      expect(before).toEqual([]);
      expect(await ontology.shortestPaths('grossi', 'iran', null, 50)).toEqual([]);
    });
  });
});
