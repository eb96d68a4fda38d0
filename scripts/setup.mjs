// Sets up a fresh clone: packages, a Java and Neo4j's jars, the build. Plain Node, because nothing is installed yet. A
// step is skipped if its inputs have not changed since its last run.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { say, SetupError, step } from './setup/console.mjs';
import { provideJars } from './setup/jars.mjs';
import { provideJava } from './setup/java.mjs';
import { endOnSignals, run } from './setup/processes.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...segments) => join(root, ...segments);

const MINIMUM_NODE = [20, 19];

const digest = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const stampIs = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value;

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1]))
    throw new SetupError(`Node ${MINIMUM_NODE.join('.')} or later is needed; this is ${process.versions.node}.`);
};

/**
 * @param development whether to install packages used only for tests, types and formatting, which take half of the time
 */
const installPackages = async (development) => {
  const stamp = inRoot('node_modules', '.vedette-stamp');
  const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const wanted = digest(
    readFileSync(inRoot('package-lock.json')),
    JSON.stringify([dependencies, devDependencies, overrides]),
  );
  const whole = `${wanted} development`;
  if (stampIs(stamp, whole) || (!development && stampIs(stamp, wanted))) return false;
  const omit = development ? [] : ['--omit=dev'];
  await run('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root }).catch((error) => {
    throw new SetupError(
      `${error.message}\nPackages come from the registry of npm's settings; without a network, "npm ci --offline" takes them from npm's cache.`,
    );
  });
  // Makes `npx vedette` work inside the checkout.
  const bin = inRoot('node_modules', '.bin', 'vedette');
  rmSync(bin, { force: true });
  symlinkSync('../../bin/vedette.js', bin);
  writeFileSync(stamp, development ? whole : wanted);
};

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

const build = async () => {
  const stamp = inRoot('dist', '.vedette-stamp');
  const sources = [...filesUnder(inRoot('src')), ...filesUnder(inRoot('seed'))].map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  const settings = ['.swcrc', 'nest-cli.json', 'tsconfig.build.json'].map((name) => readFileSync(inRoot(name)));
  const wanted = digest(...settings, ...sources);
  if (stampIs(stamp, wanted)) return false;
  await run('npm', ['run', '--silent', 'build'], { cwd: root });
  writeFileSync(stamp, wanted);
};

const jarFiles = {
  lock: inRoot('neo4j', 'jars.sha256'),
  pom: inRoot('neo4j', 'pom.xml'),
  lib: inRoot('.vedette', 'neo4j-lib'),
};

/**
 * Sets up missing parts. `neo4j`: whether the embedded server is needed; `development`: include packages of tests and
 * tools.
 */
export const setUp = async ({ neo4j = true, compile = true, development = true } = {}) => {
  checkNode();
  mkdirSync(inRoot('.vedette'), { recursive: true });
  const takeBack = endOnSignals();
  const packages = step('packages', () => installPackages(development));
  await Promise.all([
    packages.then(() => (compile ? step('build', build) : undefined)),
    ...(neo4j
      ? [
          step('Java', (report) => provideJava(inRoot('.vedette'), report)),
          step("Neo4j's jars", (report) => provideJars(jarFiles, packages, report)),
        ]
      : []),
  ]);
  takeBack();
};

/** Runs `main` and converts errors to a message and an exit code. */
export const runScript = (main) => {
  main().catch((error) => {
    say(error instanceof SetupError ? `\n${error.message}` : error.stack);
    // Does not wait for steps running in parallel with the failed one.
    process.exit(1);
  });
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  runScript(() => setUp({ neo4j: !process.env.NEO4J_URI }));
