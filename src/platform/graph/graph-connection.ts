export interface GraphConnection {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Address of Neo4j Browser, if known. */
  readonly browserUrl: string | null;
}

export const GRAPH_CONNECTION = Symbol('GraphConnection');
