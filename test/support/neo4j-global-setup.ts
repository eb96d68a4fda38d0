import { startTestNeo4j } from './neo4j-process';

/** Starts one real Neo4j for the whole run of the `graph` project. */
export default startTestNeo4j;
