/** Starts one real Neo4j for the whole run of the `graph` project. */
export default async function setUp(): Promise<void> {
  const { startTestNeo4j } = await import('./neo4j-process');
  await startTestNeo4j();
}
