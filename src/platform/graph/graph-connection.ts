/** Address and credentials of Neo4j: an external server, or the running embedded one. */
export interface GraphConnection {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Address of Neo4j Browser, if known. */
  readonly browserUrl: string | null;
}

/** Nest token of the {@link GraphConnection}. */
export const GRAPH_CONNECTION = Symbol('GraphConnection');
