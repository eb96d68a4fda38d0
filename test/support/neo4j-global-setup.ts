import { startTestNeo4js } from './neo4j-process';

/** Starts a real Neo4j for every worker of the `graph` project. */
export default startTestNeo4js;
