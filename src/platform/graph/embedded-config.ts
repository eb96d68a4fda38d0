/**
 * How the embedded Neo4j is started: the text of its neo4j.conf and the arguments of its Java process.
 * Bolt and the Browser on loopback only; nothing phones home; checkpoints every minute, so that a
 * database which was killed is back in seconds.
 */
import { classArchiveArguments } from './class-archive.store';

export interface EmbeddedLayout {
  /** Folder with the server's jars. */
  readonly libDir: string;
  /** Folder of this instance: conf, data, logs. */
  readonly homeDir: string;
  readonly boltPort: number;
  readonly httpPort: number;
  readonly heapMb: number;
  readonly pageCacheMb: number;
  /** Stop in two seconds instead of twelve, through internal settings: the demo and tests. */
  readonly quickStop?: boolean;
  readonly readOnly?: boolean;
  /**
   * For a server that shall be there soon and has little to do: Java's quick compiler and its simple
   * collector only, where the others are busy on a core of their own for the first minutes, and plans that
   * outlive those minutes, in which a store grows fast.
   */
  readonly quickStart?: boolean;
  /** Where Browser finds the guide and the style of this deployment; without it, Browser shows its own. */
  readonly pages?: string | null;
}

/** What the service answers to Browser, below the address of its pages. */
export const BROWSER_GUIDE_PATH = '/neo4j/guide.html';
export const BROWSER_STYLE_PATH = '/neo4j/style.grass';

/** Browser loads from these hosts, and does this when it has connected. It reads the old name of the first setting only. */
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
    // Plans are good for longer than the ten seconds of the default, and cost more than most queries.
    `dbms.cypher.min_replan_interval=${layout.quickStart === true ? '10m' : '60s'}`,
    // Else a query is planned anew for each order of magnitude of the lengths of its lists and texts, and again
    // for each combination of them; ours name the index that they use, so that no plan hangs on a length.
    'internal.cypher.use_parameter_size=false',
    // An index is read through for the planner when half of it is new, not each time that a twentieth is.
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

/** Arguments of `java` that run the server itself. */
export const serverArguments = (layout: EmbeddedLayout): string[] => [
  `-Xms${Math.min(layout.heapMb, 256)}m`,
  `-Xmx${layout.heapMb}m`,
  '-XX:+ExitOnOutOfMemoryError',
  // The default collector works beside the threads that it is to serve, which few cores have no room for.
  // Half of the heap is for what is young: a batch of items is garbage a second later.
  // The first compiler alone would keep its code in 48 MB, which the planner fills: what falls out is interpreted.
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

/** Arguments of `java` that run `neo4j-admin` on a stopped server. */
export const adminArguments = (libDir: string, heapMb: number, command: readonly string[]): string[] => [
  `-Xmx${heapMb}m`,
  ...OPENED.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
  '-cp',
  `${libDir}/*`,
  'org.neo4j.cli.AdminTool',
  ...command,
];
