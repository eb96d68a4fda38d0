/** Loopback only; no telemetry; a checkpoint every minute, so that a killed database recovers in seconds. */
import { classArchiveArguments } from './class-archive.store';

export interface EmbeddedLayout {
  readonly libDir: string;
  readonly homeDir: string;
  readonly boltPort: number;
  readonly httpPort: number;
  readonly heapMb: number;
  readonly pageCacheMb: number;
  /** Stop in two seconds instead of twelve, using internal settings: for the demo and tests. */
  readonly quickStop?: boolean;
  readonly readOnly?: boolean;
  /** Only Java's fast compiler and serial collector: the defaults occupy a core for the first minutes. */
  readonly quickStart?: boolean;
  /** Address of the guide and style for Browser; without it, Browser shows its own. */
  readonly pages?: string | null;
}

export const BROWSER_GUIDE_PATH = '/neo4j/guide.html';
export const BROWSER_STYLE_PATH = '/neo4j/style.grass';

/** Browser loads from this host and runs this command; it supports only the old name of the first setting. */
const browserSettings = (pages: string): string[] => [
  `browser.remote_content_hostname_whitelist=${new URL(pages).hostname}`,
  `browser.post_connect_cmd=clear; style ${pages}${BROWSER_STYLE_PATH}; guide ${pages}${BROWSER_GUIDE_PATH}`,
];

export const neo4jConf = (layout: EmbeddedLayout): string => {
  const lines = [
    'server.default_listen_address=127.0.0.1',
    `server.bolt.listen_address=127.0.0.1:${layout.boltPort}`,
    `server.bolt.advertised_address=127.0.0.1:${layout.boltPort}`,
    `server.http.listen_address=127.0.0.1:${layout.httpPort}`,
    `server.http.advertised_address=127.0.0.1:${layout.httpPort}`,
    'server.https.enabled=false',
    `server.memory.pagecache.size=${layout.pageCacheMb}m`,
    'db.checkpoint.interval.time=1m',
    'db.tx_log.rotation.retention_policy=256M size',
    'db.transaction.timeout=60s',
    'dbms.cypher.hints_error=true',
    // Plans stay valid for longer than the default of ten seconds, and planning costs more than most queries.
    `dbms.cypher.min_replan_interval=${layout.quickStart === true ? '10m' : '60s'}`,
    // Otherwise a query is replanned for each order of magnitude of its list and text lengths, and each combination;
    // our queries name their index, so plans do not depend on lengths.
    'internal.cypher.use_parameter_size=false',
    // Resample an index after half of it has changed, not after a twentieth.
    'db.index_sampling.update_percentage=50',
    'dbms.security.allow_csv_import_from_file_urls=false',
    'internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0',
    'dbms.security.auth_minimum_password_length=12',
    'server.http_enabled_modules=BROWSER',
    'dbms.usage_report.enabled=false',
    'client.allow_telemetry=false',
  ];
  if (layout.pages !== undefined && layout.pages !== null) lines.push(...browserSettings(layout.pages));
  if (layout.readOnly === true) lines.push('server.databases.default_to_read_only=true');
  if (layout.quickStop === true)
    lines.push(
      'internal.dbms.bolt.netty_server_shutdown_quiet_period=0',
      'internal.dbms.bolt.netty_server_shutdown_timeout=1',
      'internal.server.bolt.thread_pool_shutdown_wait_time=1s',
    );
  return `${lines.join('\n')}\n`;
};

const OPENED = ['java.base/java.nio', 'java.base/java.io', 'java.base/sun.nio.ch', 'java.base/java.util.concurrent'];

export const serverArguments = (layout: EmbeddedLayout): string[] => [
  `-Xms${Math.min(layout.heapMb, 256)}m`,
  `-Xmx${layout.heapMb}m`,
  '-XX:+ExitOnOutOfMemoryError',
  // The default collector runs concurrently, which few cores cannot afford. Half of the heap is for the young
  // generation, because a batch of items is garbage a second later. With the first compiler alone, the code cache would
  // be 48 MB, which the planner fills; evicted code is interpreted.
  ...(layout.quickStart === true
    ? ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m', '-XX:+UseSerialGC']
    : ['-XX:+UseParallelGC', '-XX:NewRatio=1']),
  ...classArchiveArguments(layout),
  ...OPENED.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
  '-cp',
  `${layout.libDir}/*`,
  'org.neo4j.server.CommunityEntryPoint',
  `--home-dir=${layout.homeDir}`,
  `--config-dir=${layout.homeDir}/conf`,
];

/** Arguments of `java` to run `neo4j-admin` on a stopped server. */
export const adminArguments = (libDir: string, heapMb: number, command: readonly string[]): string[] => [
  `-Xmx${heapMb}m`,
  ...OPENED.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
  '-cp',
  `${libDir}/*`,
  'org.neo4j.cli.AdminTool',
  ...command,
];
