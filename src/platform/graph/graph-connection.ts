export interface GraphConnection {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  readonly browserUrl: string | null;
}

export const GRAPH_CONNECTION = Symbol('GraphConnection');
