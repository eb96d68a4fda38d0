import { stopTestNeo4j } from './neo4j-process';

export default stopTestNeo4j;
