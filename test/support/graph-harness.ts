import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { testConnection } from './neo4j-process';

export interface TestGraph {
  readonly graph: GraphService;
  readonly connection: GraphConnection;
  /** Removes every node and relationship; the schema stays. */
  wipe(): Promise<void>;
  /** Migrations and schema, as a start applies them. */
  schema(): Promise<void>;
  close(): Promise<void>;
}

/** The run's Neo4j, emptied, with the schema applied. One call a test file. */
export const openTestGraph = async (): Promise<TestGraph> => {
  const connection = testConnection();
  const graph = new GraphService(connection, new CypherCatalogue());
  const wipe = async (): Promise<void> => {
    await graph.statement('MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS');
  };
  const schema = (): Promise<void> => new SchemaService(graph).apply();
  await wipe();
  await schema();
  return { graph, connection, wipe, schema, close: () => graph.close() };
};
