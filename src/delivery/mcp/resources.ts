export interface ResourceSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
}

export const RESOURCES: readonly ResourceSpec[] = [
  {
    name: 'digest',
    title: 'The digest',
    description: 'The present on one page.',
    path: '/v1/ontology/digest',
  },
  {
    name: 'track-record',
    title: 'The track record',
    description: 'The scores of the forecasts with their uncertainty.',
    path: '/api/track-record.json',
  },
  {
    name: 'bundle',
    title: 'A replay bundle',
    description: 'The frozen input of a forecast with its answer and hash.',
    path: '/api/replay-bundle/{id}',
  },
  {
    name: 'receipt',
    title: 'A receipt',
    description: 'One paper trade whole, with its proof.',
    path: '/api/receipt/{trade_id}.json',
  },
  {
    name: 'entity',
    title: 'An entity',
    description: 'An entity with its relationships and newest items.',
    path: '/v1/ontology/entities/{id}',
  },
  {
    name: 'market',
    title: 'A market',
    description: 'A tracked prediction market.',
    path: '/v1/markets/{exchange}/{ticker}',
  },
  {
    name: 'event',
    title: 'An item of the event log',
    description: 'One item with its entities and source.',
    path: '/v1/ontology/events/{id}',
  },
  {
    name: 'alert',
    title: 'A surge alert',
    description: 'One alert with its evidence.',
    path: '/v1/ontology/alerts/{id}',
  },
  {
    name: 'day',
    title: 'A day-file',
    description: 'The records of one UTC day.',
    path: '/api/registry/{date}.json',
  },
];

/** RFC 6570 template with the variables of the endpoint; without any, a single resource: `vedette://bundle/{id}`. */
export const uriOf = ({ name, path }: ResourceSpec): string =>
  [`vedette://${name}`, ...(path.match(/\{\w+\}/g) ?? [])].join('/');
