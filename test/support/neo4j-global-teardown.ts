import { stopTestNeo4js } from './neo4j-process';

export default stopTestNeo4js;
