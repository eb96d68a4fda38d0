// Writes docs/configuration.md from the built settings and docs/upstreams.md from the ledger: `npm run
// docs:configuration`. `--check` compares them with the sources, writes nothing, and fails if one is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './setup.mjs';

const CONFIGURATION_HEAD = `# Configuration

This page tells an operator which settings there are, with their defaults.

Every setting is an environment variable, read at the start. The start stops at a bad value, and names the setting but
never prints the value. An empty value counts as unset. \`npm run docs:configuration\` writes this page from
\`src/platform/config/environment.ts\`.
`;

/** Headings by the first variable of each part, in order of declaration. */
const PARTS = {
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

const TOOLS = {
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

const tableHead = (columns) => `\n| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}\n`;

const configurationDoc = (variables) =>
  CONFIGURATION_HEAD +
  Object.values(variables)
    .map(({ name, defaultText, sentence, secret }) => {
      const part = PARTS[name];
      const heading = part === undefined ? '' : `\n## ${part}\n${tableHead(['variable', 'default', 'what it does'])}`;
      return `${heading}| \`${name}\` | ${['unset', 'empty'].includes(defaultText) ? '' : code(defaultText)} | ${sentence}${secret ? ' Secret.' : ''} |\n`;
    })
    .join('') +
  `\n## For commands, set-up and tests\n${tableHead(['variable', 'what it does'])}` +
  Object.entries(TOOLS)
    .map(([name, sentence]) => `| \`${name}\` | ${sentence} |\n`)
    .join('');

const UPSTREAMS_HEAD = `# Upstreams

This page tells operators and developers whom Vedette asks for what, within which limits and terms.

\`npm run docs:configuration\` writes it from \`seed/upstreams\`, which also has the source of each fact with the month
in which it was looked up, parameters, headers and the members read; tests compare every request with it. Base addresses
are [settings](configuration.md). A start warns of addresses and models that end within 30 days, and of facts older than
120 days. A call without a limit has that of the call above it. Addresses named by the operator are not listed.
`;

const upstreamsDoc = (upstreams) => {
  const sorted = [...upstreams].sort((a, b) => (a.name < b.name ? -1 : 1));
  return (
    UPSTREAMS_HEAD +
    sorted
      .filter(({ calls }) => calls !== undefined)
      .map(sectionOf)
      .join('') +
    modelsOf(sorted)
  );
};

const sectionOf = ({ name, purpose, terms, price, calls, retired = [] }) =>
  [
    `\n## ${name}\n\n${purpose}.`,
    ...(terms === undefined ? [] : [` ${terms}`]),
    ...(price === undefined ? [] : [` Price: ${price}.`]),
    '\n\n',
    ...calls.map((call, at) => {
      const limits = limitsOf(call);
      const stated = limits === limitsOf(calls[at - 1]) ? '' : `; ${limits}`;
      return `- ${call.purpose}: ${code(`${call.method} ${call.address}`)}${stated}\n`;
    }),
    ...retired.map(
      ({ method, address, since }) =>
        `- No longer asked, without answers since ${since}: ${code(`${method} ${address}`)}\n`,
    ),
  ].join('');

const modelsOf = (upstreams) =>
  `\n## Models\n\nPrices are USD a million tokens.\n${tableHead(MODEL_COLUMNS)}` +
  upstreams
    .flatMap(({ name, models = [] }) =>
      models.flatMap((model) => model.prices.map((cost) => modelRow(name, model, cost))),
    )
    .join('');

const MODEL_COLUMNS = ['provider', 'model', 'ends', 'tokens written', 'from', 'in', 'out', 'cache read', 'cache write'];

const modelRow = (
  provider,
  { id, retires, replaced_by, max_output_tokens },
  { from, input, output, cache_read, cache_write },
) => {
  const ends = `${retires ?? '–'}${replaced_by === undefined ? '' : `, then ${code(replaced_by)}`}`;
  const cells = [provider, code(id), ends, max_output_tokens, from, input, output, cache_read, cache_write];
  return `| ${cells.join(' | ')} |\n`;
};

const limitsOf = ({ limits, span, agent, usd, retires } = {}) =>
  [
    limits,
    span && `${span.from} to ${span.to}: ${span.seconds} s at most`,
    agent && `the agent must begin with ${code(agent.begins)}, else ${agent.otherwise}`,
    usd && `${usd} USD for each object returned`,
    retires && `ends ${retires}`,
  ]
    .filter(Boolean)
    .join('; ');

const code = (text) => `\`${text}\``;

const check = process.argv.includes('--check');
const load = (module) => createRequire(import.meta.url)(`../${check ? 'src' : 'dist'}/platform/${module}`);
const pages = {
  'configuration.md': configurationDoc(load('config/environment').VARIABLES),
  'upstreams.md': upstreamsDoc(load('upstream/ledger.provider').upstreamLedger().upstreams),
};
for (const [name, text] of Object.entries(pages)) {
  const file = join(root, 'docs', name);
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`docs/${name} is outdated: run "npm run docs:configuration".\n`);
    process.exitCode = 1;
  }
}
