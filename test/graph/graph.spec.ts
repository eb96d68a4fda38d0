import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import { GraphService } from '../../src/platform/graph/graph.service';
import { testConnection } from '../support/neo4j-process';

const FILES = {
  'probe/create': `// Creates a probe, for a test.
// mode:    write
// param:   $props MAP its properties
// returns: probe MAP the probe
CREATE (p:Probe) SET p = $props RETURN p AS probe;`,
  'probe/list': `// Probes, newest first.
// mode:    read
// param:   $limit INTEGER most rows
// returns: probe MAP the probe
MATCH (p:Probe) RETURN p {.*} AS probe ORDER BY p.at DESC LIMIT $limit;`,
  'probe/slow': `// Counts for hours.
// mode:    read
// returns: n INTEGER
UNWIND range(1, 1000000000000) AS i RETURN count(i) AS n;`,
};

describe('GraphService', () => {
  let folder: string;
  let graph: GraphService;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vedette-cypher-'));
    mkdirSync(join(folder, 'probe'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, `${name}.cypher`), text);
    graph = new GraphService(testConnection(), new CypherCatalogue(folder));
    await graph.statement('MATCH (p:Probe) DETACH DELETE p');
  });

  afterAll(async () => {
    await graph.close();
    rmSync(folder, { recursive: true });
  });

  it('sends whole numbers as integers and returns them as numbers', async () => {
    const at = 1_790_000_000_123;
    await graph.write('probe/create', { props: { at, share: 0.5, name: 'x', tags: ['a'] } });

    const rows = await graph.read<{ probe: unknown }>('probe/list', { limit: 1 });

    expect(rows).toEqual([{ probe: { at, share: 0.5, name: 'x', tags: ['a'] } }]);
    const [stored] = await graph.statement('MATCH (p:Probe) RETURN valueType(p.at) AS type', 'READ');
    expect(stored?.['type']).toMatch(/^INTEGER/);
  });

  it('refuses to call a writing query in a read, and a query that is not there', async () => {
    await expect(graph.read('probe/create', { props: {} })).rejects.toThrow('writes and was called to read');
    await expect(graph.read('probe/none')).rejects.toThrow('No query cypher/probe/none.cypher');
  });

  it('names the query that took too long', async () => {
    const hasty = new GraphService(testConnection(), new CypherCatalogue(folder), { readTimeoutMs: 300 });

    await expect(hasty.read('probe/slow')).rejects.toThrow(/^cypher\/probe\/slow\.cypher: /);
    await hasty.close();
  });

  it('refuses missing, unknown and mistyped parameters before anything is sent', async () => {
    await expect(graph.read('probe/list')).rejects.toThrow('$limit is missing');
    await expect(graph.read('probe/list', { limit: 1, size: 2 })).rejects.toThrow('$size is not declared');
    await expect(graph.read('probe/list', { limit: 1.5 })).rejects.toThrow('$limit is not INTEGER');
    await expect(graph.read('probe/list', { limit: null })).rejects.toThrow('$limit is null');
  });

  it('has one word for a state of the graph, and another after a write of anybody', async () => {
    const other = new GraphService(testConnection(), new CypherCatalogue(folder));
    const first = await graph.state();
    const still = await other.state();
    await other.write('probe/create', { props: { name: 'elsewhere' } });
    await other.close();

    expect(first).not.toBe('');
    expect(still).toBe(first);
    expect(await graph.state()).not.toBe(first);
  });

  it('makes a transaction atomic: a failed one leaves nothing', async () => {
    await expect(
      graph.writeTransaction(async (transaction) => {
        await transaction.run('probe/create', { props: { name: 'half' } });
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');

    const rows = await graph.read<{ probe: { name: string } }>('probe/list', { limit: 100 });
    expect(rows.map((row) => row.probe.name)).not.toContain('half');
  });
});
