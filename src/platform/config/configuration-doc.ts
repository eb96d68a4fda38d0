/** `docs/configuration.md`, generated from the settings; a test compares the two. */
import type { Variable } from './variable';

const HEAD = `# Configuration

This page tells an operator which settings there are, with their defaults.

Every setting is an environment variable, read and checked once at the start. A bad value stops the start and is named;
its value is never printed. An empty value counts as unset. \`npm run docs:configuration\` writes this page from
\`src/platform/config/environment.ts\`.
`;

/** Headings by the first variable of each part, in order of declaration. */
const PARTS: Readonly<Record<string, string>> = {
  HOST: 'Service',
  NEO4J_URI: 'Database',
  REDIS_URL: 'Callers and limits',
  POLLING: 'Polling and retention',
  UPSTREAM_REPLAY_URL: 'Upstreams',
  WHALE_MIN_USD: 'Evidence',
  MODEL: 'Models and their budgets',
  MODEL_MIN_SCORE: 'Forecasts and paper trades',
  REGISTRY_ORIGIN: 'Log and outside clocks',
  WEBHOOK_ENDPOINTS: 'Webhooks',
};

const TOOLS: Readonly<Record<string, string>> = {
  VEDETTE_API_KEY: 'Key that commands send to the deployment that they read.',
  XDG_STATE_HOME: 'Folder in which `vedette verify` remembers the logs that it saw; `~/.local/state` by default.',
  JAVA_HOME: 'Java 17 or 21 to use in place of the one on the path.',
  JAVA_ARCHIVE_URL: 'Where the set-up fetches the Java runtime, in place of the public archive.',
  MAVEN_REPOSITORY_URL: 'Where the set-up fetches the jars of Neo4j, in place of the public repository.',
  MAVEN_ARGS: 'Arguments of Maven, of which the set-up reads the settings file (`--settings`) for a mirror.',
  MAVEN_HOME: 'Installation of Maven, whose settings the set-up reads for a mirror; `M2_HOME` likewise.',
  M2_HOME: 'See `MAVEN_HOME`.',
  NODE_ENV: '`development` reads a changed query at the next request.',
  UV_THREADPOOL_SIZE: 'Threads of Node for files and hashes; 32 by default.',
  VEDETTE_TEST_SEED: 'Seed of all randomness in a run of the tests.',
  VEDETTE_CAPTURES: 'Folder of recorded payloads for `npm run test:captures`.',
  UPDATE_FIXTURES: '`1` lets a test write its expected file anew.',
  CHROMIUM_PATH: 'Browser of `npm run screenshots`.',
  SCHEMATHESIS_PATH: 'Program of `npm run conformance`.',
};

const tableHead = (columns: readonly string[]): string =>
  `\n| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}\n`;

export const configurationDoc = (variables: Readonly<Record<string, Variable<unknown>>>): string =>
  HEAD +
  Object.values(variables)
    .map(({ name, defaultText, sentence, secret }) => {
      const part = PARTS[name];
      const heading = part === undefined ? '' : `\n## ${part}\n${tableHead(['variable', 'default', 'what it does'])}`;
      return `${heading}| \`${name}\` | \`${defaultText}\` | ${sentence}${secret ? ' Secret.' : ''} |\n`;
    })
    .join('') +
  `\n## For commands, set-up and tests\n${tableHead(['variable', 'what it does'])}` +
  Object.entries(TOOLS)
    .map(([name, sentence]) => `| \`${name}\` | ${sentence} |\n`)
    .join('');
