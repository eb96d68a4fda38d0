export default async function tearDown(): Promise<void> {
  const { stopTestNeo4j } = await import('./neo4j-process');
  await stopTestNeo4j();
}
