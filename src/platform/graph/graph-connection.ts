/** Where Neo4j is and how to enter: an external server, or the embedded one once it runs. */
export interface GraphConnection {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Address of Neo4j Browser, where known. */
  readonly browserUrl: string | null;
}

/** Nest token of the {@link GraphConnection}. */
export const GRAPH_CONNECTION = Symbol('GraphConnection');
