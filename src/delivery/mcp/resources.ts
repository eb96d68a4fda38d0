/** Readable resources: each is the response of one endpoint. */
export interface ResourceSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** RFC 6570 template with one variable per pair of braces; without any, a single resource. */
  readonly uri: string;
  /** Path of the endpoint, with the same variables. */
  readonly path: string;
}

export const RESOURCES: readonly ResourceSpec[] = [
  {
    name: 'digest',
    title: 'The digest',
    description: 'The present on one page.',
    uri: 'vedette://digest',
    path: '/v1/ontology/digest',
  },
  {
    name: 'track-record',
    title: 'The track record',
    description: 'The scores of the forecasts with their uncertainty.',
    uri: 'vedette://track-record',
    path: '/api/track-record.json',
  },
  {
    name: 'bundle',
    title: 'A replay bundle',
    description: 'The frozen input of a forecast with its answer and hash.',
    uri: 'vedette://bundle/{id}',
    path: '/api/replay-bundle/{id}',
  },
  {
    name: 'receipt',
    title: 'A receipt',
    description: 'One paper trade whole, with its proof.',
    uri: 'vedette://receipt/{trade_id}',
    path: '/api/receipt/{trade_id}.json',
  },
  {
    name: 'entity',
    title: 'An entity',
    description: 'An entity with its relationships and newest items.',
    uri: 'vedette://entity/{id}',
    path: '/v1/ontology/entities/{id}',
  },
  {
    name: 'market',
    title: 'A market',
    description: 'A tracked prediction market.',
    uri: 'vedette://market/{exchange}/{ticker}',
    path: '/v1/markets/{exchange}/{ticker}',
  },
  {
    name: 'event',
    title: 'An item of the event log',
    description: 'One item with its entities and source.',
    uri: 'vedette://event/{id}',
    path: '/v1/ontology/events/{id}',
  },
  {
    name: 'alert',
    title: 'A surge alert',
    description: 'One alert with its evidence.',
    uri: 'vedette://alert/{id}',
    path: '/v1/ontology/alerts/{id}',
  },
  {
    name: 'day',
    title: 'A day-file',
    description: 'The records of one UTC day.',
    uri: 'vedette://day/{date}',
    path: '/api/registry/{date}.json',
  },
];
