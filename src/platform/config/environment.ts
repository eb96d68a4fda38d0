/** All settings, validated once at startup. An error has the name but not the value, which may be a secret. */
import { closest, distance } from 'fastest-levenshtein';
import {
  decimal,
  flag,
  integer,
  listOf,
  oneOf,
  optional,
  optionalUrl,
  secret,
  text,
  url,
  type Variable,
} from './variable';

const web = ['http', 'https'] as const;
const bolt = ['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc'] as const;

export const VARIABLES = {
  host: text('HOST', '127.0.0.1').says('Address the HTTP server listens on.'),
  port: integer('PORT', 8080, 0, 65_535).says('Port the HTTP server listens on; 0 takes a free one.'),
  publicUrl: optionalUrl('PUBLIC_URL', web).says(
    'Address that readers use, in proofs and pages; by default the one listened on.',
  ),
  contact: optional('CONTACT').says(
    'E-mail or web address of the operator, on /about and in requests to upstreams (else the public URL).',
  ),
  publisher: text('PUBLISHER', 'Vedette').says('Who runs the deployment, on pages, track record and dataset.'),
  dataDir: text('DATA_DIR', '.vedette').says('Folder of all data, relative to the package.'),
  logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info').says(
    'Least severe log line that is written.',
  ),
  demo: flag('VEDETTE_DEMO', false).says('Serve the synthetic demo, as `--demo` does.'),

  neo4jUri: optionalUrl('NEO4J_URI', bolt).says('Neo4j server to use; unset, the embedded one is started.'),
  neo4jUsername: text('NEO4J_USERNAME', 'neo4j').says('User name at that server.'),
  neo4jPassword: secret('NEO4J_PASSWORD').says('Password at that server; the embedded one generates its own.'),
  neo4jDatabase: text('NEO4J_DATABASE', 'neo4j').says('Database name.'),
  neo4jHeapMb: integer('NEO4J_HEAP_MB', 512, 256, 65_536).says('Heap of the embedded Neo4j, in MiB.'),
  neo4jPageCacheMb: integer('NEO4J_PAGE_CACHE_MB', 512, 64, 65_536).says('Page cache of the embedded Neo4j, in MiB.'),
  redisUrl: optionalUrl('REDIS_URL', ['redis', 'rediss']).says(
    'Redis for limits and jobs of several instances; unset, the process keeps both.',
  ),

  trustedProxies: integer('TRUSTED_PROXIES', 0, 0, 10).says(
    'Number of your own proxies whose X-Forwarded-For is used; 0 uses the address of the socket.',
  ),
  anonymousPerHour: integer('LIMIT_ANONYMOUS', 60, 1, 1_000_000).says('Requests an hour for an address without a key.'),
  analystPerHour: integer('LIMIT_ANALYST', 1_200, 1, 10_000_000).says('Requests an hour for an analyst key.'),
  partnerPerHour: integer('LIMIT_PARTNER', 12_000, 1, 10_000_000).says('Requests an hour for a partner key.'),
  pagesPerMinute: integer('LIMIT_PAGES', 600, 1, 1_000_000).says(
    'Pages and documents a minute for an address without a key.',
  ),
  answerCacheSeconds: integer('ANSWER_CACHE_SECONDS', 30, 0, 600).says(
    'Seconds for which an answer that only changes with a tick is cached; 0 caches none.',
  ),

  polling: flag('POLLING', true).says('Poll upstreams on schedule; false serves only what is stored.'),
  pollIntervalSeconds: integer('POLL_INTERVAL_SECONDS', 600, 10, 86_400).says('Seconds between two ticks.'),
  tickBudgetSeconds: integer('TICK_BUDGET_SECONDS', 60, 2, 3_600).says(
    'Seconds after which a stage of a tick stops waiting for upstreams.',
  ),
  retentionDays: integer('RETENTION_DAYS', 90, 0, 36_500).says(
    'Days until items are removed, except those in a bundle or an alert; 0 keeps all.',
  ),

  upstreamReplayUrl: optionalUrl('UPSTREAM_REPLAY_URL', web).says(
    'Local server that answers in place of every upstream, at /<scheme>/<host>/<path>.',
  ),
  upstreamReplayPaced: flag('UPSTREAM_REPLAY_PACED', true).says(
    'Ask that server at the pace of the hosts that it stands for.',
  ),
  upstreamPrivateHosts: text('UPSTREAM_PRIVATE_HOSTS', '').says(
    'Comma-separated host:port that sources may name although they are private.',
  ),
  polymarketGammaUrl: url('POLYMARKET_GAMMA_URL', 'https://gamma-api.polymarket.com').says('Polymarket markets.'),
  polymarketDataUrl: url('POLYMARKET_DATA_URL', 'https://data-api.polymarket.com').says('Polymarket trades.'),
  polymarketClobUrl: url('POLYMARKET_CLOB_URL', 'https://clob.polymarket.com').says('Polymarket order books.'),
  kalshiUrl: url('KALSHI_URL', 'https://external-api.kalshi.com/trade-api/v2').says('Kalshi market data.'),
  metaculusUrl: url('METACULUS_URL', 'https://www.metaculus.com/api').says('Metaculus questions.'),
  metaculusToken: secret('METACULUS_TOKEN').says('Token for Metaculus; without it that source is off.'),
  metaculusPermitted: flag('METACULUS_PERMITTED', false).says(
    'Whether Metaculus has allowed you in writing to evaluate models on its data; without it that source is off.',
  ),
  manifoldUrl: url('MANIFOLD_URL', 'https://api.manifold.markets/v0').says('Manifold questions.'),
  usgsUrl: url('USGS_URL', 'https://earthquake.usgs.gov').says('USGS earthquake feeds.'),
  yahooChartUrl: url('YAHOO_CHART_URL', 'https://query1.finance.yahoo.com/v8/finance/chart').says(
    'Quotes of the instruments.',
  ),
  yahooFallbackUrl: url('YAHOO_FALLBACK_URL', 'https://query2.finance.yahoo.com/v8/finance/chart').says(
    'The same from another host, when the first does not answer.',
  ),
  cnbcQuoteUrl: url('CNBC_QUOTE_URL', 'https://quote.cnbc.com/quote-html-webservice/restQuote/symbolType/symbol').says(
    'Quotes of another publisher, when neither host of Yahoo answers.',
  ),
  cnbcBarsUrl: url('CNBC_BARS_URL', 'https://ts-api.cnbc.com/harmony/app/bars').says(
    'Daily prices of CNBC, once for an instrument without history.',
  ),
  finnhubUrl: url('FINNHUB_URL', 'https://finnhub.io/api/v1').says("Today's quotes of a third publisher."),
  finnhubToken: secret('FINNHUB_TOKEN').says('Token for Finnhub; without it that publisher is not asked.'),
  telegramUrl: url('TELEGRAM_URL', 'https://t.me').says('Telegram preview pages.'),
  xApiUrl: url('X_API_URL', 'https://api.x.com/2').says('X API.'),
  xBearerToken: secret('X_BEARER_TOKEN').says('Bearer token for the X API; without it and without a bridge X is off.'),
  xRssBridgeUrl: optionalUrl('X_RSS_BRIDGE_URL', web).says('RSS bridge that serves X accounts as /<account>/rss.'),
  whaleMinUsd: integer('WHALE_MIN_USD', 10_000, 100, 100_000_000).says(
    'Smallest trade, in USD, that counts as a whale trade.',
  ),

  confluenceWindowHours: integer('CONFLUENCE_WINDOW_HOURS', 24, 1, 720).says(
    'Hours of items that count toward confluence.',
  ),

  codeCommit: optional('CODE_COMMIT').says('Commit of the code, kept in every bundle; needed without a checkout.'),
  model: oneOf('MODEL', ['claude', 'gpt', 'gemini', 'off'], 'claude').says(
    'Provider whose predictions are recorded; schema 0.1.0 records claude only.',
  ),
  modelShadows: listOf('MODEL_SHADOWS', ['claude', 'gpt', 'gemini', 'compatible']).says(
    'Comma-separated providers that also answer the same input.',
  ),
  shadowCallsPerDay: integer('MODEL_SHADOW_CALLS_PER_DAY', 200, 0, 1_000_000).says(
    'Maximum calls to all MODEL_SHADOWS together a UTC day.',
  ),
  modelArms: listOf('MODEL_ARMS', ['B', 'C']).says(
    'Comma-separated arms (B, C) in which the recorded model also answers.',
  ),
  armCallsPerDay: integer('MODEL_ARM_CALLS_PER_DAY', 100, 0, 1_000_000).says('Maximum calls of each arm a UTC day.'),
  anthropicApiKey: secret('ANTHROPIC_API_KEY').says('Key for claude; without it the model is off.'),
  anthropicBaseUrl: optionalUrl('ANTHROPIC_BASE_URL', web).says('Other address for claude.'),
  anthropicModel: text('ANTHROPIC_MODEL', 'claude-sonnet-5-5').says('Model name sent to Anthropic.'),
  openaiApiKey: secret('OPENAI_API_KEY').says('Key for gpt, or for any OpenAI-compatible server.'),
  openaiBaseUrl: optionalUrl('OPENAI_BASE_URL', web).says('Address of an OpenAI-compatible server.'),
  openaiModel: text('OPENAI_MODEL', 'gpt-6.1-sol').says('Model name sent to OpenAI or that server.'),
  geminiApiKey: secret('GEMINI_API_KEY').says('Key for gemini.'),
  geminiBaseUrl: optionalUrl('GEMINI_BASE_URL', web).says('Other address for gemini.'),
  geminiModel: text('GEMINI_MODEL', 'gemini-3.8-flash').says('Model name sent to Google.'),
  compatibleApiKey: secret('COMPATIBLE_API_KEY').says('Key for a further OpenAI-compatible server.'),
  compatibleBaseUrl: optionalUrl('COMPATIBLE_BASE_URL', web).says(
    'Address of that server; without it the model `compatible` is off.',
  ),
  compatibleModel: text('COMPATIBLE_MODEL', 'default').says('Model name sent to that server.'),
  modelCallsPerDay: integer('MODEL_CALLS_PER_DAY', 200, 0, 1_000_000).says('Maximum calls to the model a UTC day.'),
  modelDailyUsd: decimal('MODEL_DAILY_USD', 5, 0, 1_000_000).says(
    'Maximum cost of models a UTC day, in US dollars; at most half of it for all but the recorded one.',
  ),
  xDailyUsd: decimal('X_DAILY_USD', 0.5, 0, 1_000_000).says('Maximum cost of X a UTC day, in US dollars.'),
  modelCallsPerTick: integer('MODEL_CALLS_PER_TICK', 10, 0, 10_000).says('Maximum calls to the model a tick.'),
  modelConcurrency: integer('MODEL_CONCURRENCY', 4, 1, 40).says(
    'Concurrent calls to the model; fewer if the provider limits tokens a minute.',
  ),
  judgeModel: optional('JUDGE_MODEL').says(
    'Who judges which reports are evidence: off, or claude, gpt, gemini or compatible, optionally with :<model>; by default a small model of MODEL, if its key is set.',
  ),
  modelDraws: integer('MODEL_DRAWS', 1, 1, 9).says(
    'Answers asked for each forecast, each a call; their median is recorded, all are kept.',
  ),
  modelMarketsPerCall: integer('MODEL_MARKETS_PER_CALL', 16, 1, 16).says(
    'Maximum markets of one event that one call asks about, if they are due; 1 asks about each alone.',
  ),
  modelTrainingCutoff: optional('MODEL_TRAINING_CUTOFF').says(
    'Training cut-off of the recorded model, kept in every bundle: 2026-01.',
  ),
  modelTimeoutSeconds: integer('MODEL_TIMEOUT_SECONDS', 90, 1, 900).says('Seconds to wait for one answer.'),
  modelMinScore: decimal('MODEL_MIN_SCORE', 0.4, 0, 1).says(
    'Confluence score from which a market is predicted on schedule.',
  ),
  modelRepeatHours: integer('MODEL_REPEAT_HOURS', 24, 1, 720).says(
    'Hours until a market without surge or price move is asked about again.',
  ),

  tradeMinConfidence: decimal('TRADE_MIN_CONFIDENCE', 0.74, 0, 1).says('Minimum confidence of a paper trade.'),
  tradeMinEdge: decimal('TRADE_MIN_EDGE', 0.05, 0, 1).says(
    'Minimum edge over the executable price, in addition to the spread.',
  ),
  tradeStakeUsd: integer('TRADE_STAKE_USD', 100, 1, 1_000_000).says('Stake of one paper trade, in USD.'),
  trackRecordDays: integer('TRACK_RECORD_DAYS', 90, 1, 3_650).says('Look-back of the track record, in days.'),

  registryOrigin: optional('REGISTRY_ORIGIN').says(
    'Name in signed checkpoints; by default host and path of the public URL.',
  ),
  registrySigningKey: secret('REGISTRY_SIGNING_KEY').says(
    'Ed25519 seed, 64 hex digits; unset, one is generated and kept in the data folder.',
  ),
  timestampAuthorities: text('TIMESTAMP_AUTHORITIES', '').says(
    'Comma-separated addresses of time-stamping authorities (RFC 3161).',
  ),
  timestampCaFile: optional('TIMESTAMP_CA_FILE').says(
    'Root certificates (PEM) to which a time stamp must lead; unset, this is not checked.',
  ),
  witnesses: text('WITNESSES', '').says(
    'Comma-separated witnesses, each its verifier key, a space and its submission prefix.',
  ),
  webArchiveUrl: url('WEB_ARCHIVE_URL', 'https://web.archive.org').says('Web archive that captures day-files.'),
  webArchiveAccessKey: secret('WEB_ARCHIVE_ACCESS_KEY').says(
    'Access key of the web archive; without it captures are off.',
  ),
  webArchiveSecretKey: secret('WEB_ARCHIVE_SECRET_KEY').says('Secret key of the web archive.'),

  webhookEndpoints: text('WEBHOOK_ENDPOINTS', '').says(
    'Endpoints that receive events, as a JSON array of {url, events, entities, theaters, markets, min_ratio, label}.',
  ),
  webhookSigningKey: secret('WEBHOOK_SIGNING_KEY').says(
    'Seed of the signatures of webhooks, 64 hex digits; unset, one is generated and kept in the data folder.',
  ),
} as const satisfies Record<string, Variable<unknown>>;

export type Environment = {
  readonly [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never;
};

export const ENVIRONMENT = Symbol('Environment');

export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Bad settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Empty text counts as unset. @throws EnvironmentError with every invalid variable, never its value */
export const readEnvironment = (source: Readonly<Record<string, string | undefined>>): Environment => {
  const problems: string[] = [];
  const values = Object.entries(VARIABLES).map(([key, variable]: [string, Variable<unknown>]) => {
    const given = source[variable.name];
    if (given === undefined || given === '') return [key, variable.fallback];
    try {
      return [key, variable.read(given)];
    } catch (error) {
      problems.push(`${variable.name} ${(error as Error).message}`);
      return [key, variable.fallback];
    }
  });
  if (problems.length > 0) throw new EnvironmentError(problems);
  return Object.fromEntries(values) as Environment;
};

const MISSPELT_MIN = 7;
const MISSPELT_LETTERS = 2;

/** Warnings on unknown names within two letters of a setting, which would be ignored silently. */
export const misspeltSettings = (given: readonly string[]): string[] => {
  const names = Object.values(VARIABLES).map(({ name }) => name);
  return given.flatMap((name) => {
    if (name.length < MISSPELT_MIN || names.includes(name)) return [];
    const meant = closest(name, names);
    return distance(name, meant) > MISSPELT_LETTERS
      ? []
      : [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
};

export const secretsOf = (environment: Environment): string[] =>
  Object.entries(VARIABLES).flatMap(([name, variable]: [string, Variable<unknown>]) => {
    const value = environment[name as keyof Environment];
    return variable.secret && typeof value === 'string' ? [value] : [];
  });
