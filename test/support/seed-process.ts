/** A process that prepares a database as every start does: migrations, schema, ontology. It begins at a line on its stdin. */
import { once } from 'node:events';
import { SeedService } from '../../src/ontology/seed.service';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';

const run = async (): Promise<void> => {
  const [connection = ''] = process.argv.slice(2);
  const graph = new GraphService(JSON.parse(connection) as GraphConnection, new CypherCatalogue());
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  await new SeedService(graph, new SchemaService(graph)).load();
  await graph.close();
  process.exit(0);
};

run().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`);
  process.exit(1);
});
