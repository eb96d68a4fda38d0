/** Each tool is one endpoint with a task-oriented name; input and output come from the OpenAPI document. */
import * as twins from './text-twins';

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** When to use it; precedes the endpoint's own description. */
  readonly use: string;
  /** Smaller default of the limit, because results consume a model's context. */
  readonly limit?: number;
  /** Path of the HTML page or null; with a trailing question mark it takes the same filters. */
  readonly page: string | null;
  readonly twin: (data: unknown) => string;
}

export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'digest',
    title: 'What is going on now',
    path: '/v1/ontology/digest',
    use: 'Start here for an overview: volumes, alerts, changes, markets, calendar.',
    page: '/',
    twin: twins.digest,
  },
  {
    name: 'search_events',
    title: 'Search the event log',
    path: '/v1/ontology/events',
    use: 'Find reports, posts, price moves and earthquakes by entity, market, words or time.',
    limit: 10,
    page: '/log?',
    twin: twins.events,
  },
  {
    name: 'resolve_text',
    title: 'Find the entities in a text',
    path: '/v1/ontology/resolve',
    use: 'Turn names into entity ids, which the other tools take.',
    page: null,
    twin: twins.resolution,
  },
  {
    name: 'entity',
    title: 'One entity',
    path: '/v1/ontology/entities/{id}',
    use: 'Who or what an entity is, how it is related to others, and its newest items.',
    page: '/entities/{id}',
    twin: twins.entity,
  },
  {
    name: 'path',
    title: 'How two entities are connected',
    path: '/v1/ontology/paths',
    use: 'The shortest chains of relationships between two entities.',
    limit: 3,
    page: '/ontology',
    twin: twins.paths,
  },
  {
    name: 'find_markets',
    title: 'Find prediction markets',
    path: '/v1/markets',
    use: 'Tracked markets with exchange and ticker, which the market tools take.',
    limit: 10,
    page: '/markets?',
    twin: twins.markets,
  },
  {
    name: 'market',
    title: 'One market',
    path: '/v1/markets/{exchange}/{ticker}',
    use: 'Price, rules, deadline, corroboration and the latest forecast of one market.',
    page: '/markets/{exchange}/{ticker}',
    twin: twins.market,
  },
  {
    name: 'market_evidence',
    title: 'The evidence on a market',
    path: '/v1/ontology/confluence/{exchange}/{ticker}',
    use: 'Which kinds of source touch a market, with the items themselves.',
    page: '/markets/{exchange}/{ticker}',
    twin: twins.evidence,
  },
  {
    name: 'market_moves',
    title: 'The moves of a market',
    path: '/v1/markets/{exchange}/{ticker}/moves',
    use: 'When the price moved by five points or more, and which sources had spoken before.',
    limit: 10,
    page: '/markets/{exchange}/{ticker}',
    twin: twins.moves,
  },
  {
    name: 'alerts',
    title: 'Surge alerts',
    path: '/v1/ontology/alerts',
    use: 'Where the volume of reports stands far above its baseline.',
    limit: 5,
    page: '/alerts',
    twin: twins.alerts,
  },
  {
    name: 'predictions',
    title: 'Forecasts of the model',
    path: '/v1/predictions',
    use: 'What the model forecast, when, why it was asked, and where the proof is.',
    limit: 10,
    page: '/receipts',
    twin: twins.predictions,
  },
  {
    name: 'receipt',
    title: 'The receipt of a paper trade',
    path: '/api/receipt/{trade_id}.json',
    use: 'One trade from forecast to settlement, with its proof.',
    page: '/receipts/{trade_id}',
    twin: twins.receipt,
  },
  {
    name: 'verify_inclusion',
    title: 'Check that a record is in the log',
    path: '/api/registry/proof/{sha256}.json',
    use: 'Fetches the inclusion proof of a record (bundle_sha256 of a receipt, record.sha256 of a prediction) and computes it.',
    page: null,
    twin: twins.inclusion,
  },
  {
    name: 'track_record',
    title: 'How good the forecasts are',
    path: '/api/track-record.json',
    use: 'The scores with their uncertainty, and what they do not show.',
    page: '/receipts',
    twin: twins.trackRecord,
  },
  {
    name: 'sources',
    title: 'The sources and their state',
    path: '/v1/sources',
    use: 'Which sources are polled, and which of them are silent, stale or down.',
    limit: 20,
    page: '/sources',
    twin: twins.sources,
  },
];
