// Everything a fresh clone needs before Vedette can run: packages, Neo4j's jars, the build. Plain Node,
// for nothing is installed yet. Each step is skipped when its inputs have not changed since it last ran.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...segments) => join(root, ...segments);

const MINIMUM_NODE = [20, 19];
const JAVA_HELP = `Neo4j, the database, runs on Java 17 or 21 and is fetched by Maven. Install both:
  Debian, Ubuntu:  sudo apt-get install openjdk-17-jre-headless maven
  Fedora:          sudo dnf install java-21-openjdk-headless maven
  macOS:           brew install openjdk@21 maven
or name a Neo4j 5.26 server of yours:  NEO4J_URI=bolt://host:7687 NEO4J_PASSWORD=… npm start
or, with a container engine:           docker compose up`;

/** What stops the set-up, in words for the person who started it. */
export class SetupError extends Error {}

const say = (message) => process.stderr.write(`${message}\n`);

/** Runs one step and tells how long it took. */
const step = async (name, work) => {
  const began = Date.now();
  const done = await work();
  if (done !== false) say(`  ✓ ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
};

const digest = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const stampIs = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value;

const run = (command, args, { timeoutMs = 900_000 } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let tail = '';
    const keep = (chunk) => {
      tail = (tail + chunk).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('error', (error) => reject(new SetupError(`${command}: ${error.message}`)));
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else
        reject(new SetupError(`${[command, ...args].join(' ')} failed (code ${code}):\n${tail}`));
    });
  });

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1]))
    throw new SetupError(
      `Node ${MINIMUM_NODE.join('.')} or later is needed; this is ${process.versions.node}.`,
    );
};

const installPackages = async () => {
  const stamp = inRoot('node_modules', '.vedette-stamp');
  const wanted = digest(
    readFileSync(inRoot('package-lock.json')),
    readFileSync(inRoot('package.json')),
  );
  if (stampIs(stamp, wanted)) return false;
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  // `npx vedette` inside the checkout finds its own command here.
  const bin = inRoot('node_modules', '.bin', 'vedette');
  rmSync(bin, { force: true });
  symlinkSync('../../bin/vedette.js', bin);
  writeFileSync(stamp, wanted);
};

const checkJava = () => {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const found = spawnSync(java, ['-version'], { encoding: 'utf8' });
  if (found.error) throw new SetupError(`Java was not found.\n${JAVA_HELP}`);
  const version = Number(/version "(?:1\.)?(\d+)/.exec(found.stderr + found.stdout)?.[1] ?? 0);
  if (version < 17) throw new SetupError(`Java ${version} is too old.\n${JAVA_HELP}`);
};

/** Neo4j's own jars, by the pinned pom, into .vedette/neo4j-lib. */
const provisionNeo4j = async () => {
  checkJava();
  const pom = inRoot('neo4j', 'pom.xml');
  const lib = inRoot('.vedette', 'neo4j-lib');
  const wanted = digest(readFileSync(pom));
  if (stampIs(join(lib, '.stamp'), wanted)) return false;
  if (spawnSync('mvn', ['-v']).error) throw new SetupError(`Maven was not found.\n${JAVA_HELP}`);
  const partial = `${lib}.part-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await run('mvn', [
    '-q',
    '-B',
    '-f',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${partial}`,
  ]);
  writeFileSync(join(partial, '.stamp'), wanted);
  rmSync(lib, { recursive: true, force: true });
  renameSync(partial, lib);
};

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

const build = async () => {
  const stamp = inRoot('dist', '.vedette-stamp');
  const sources = filesUnder(inRoot('src')).map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  const wanted = digest(
    readFileSync(inRoot('tsconfig.build.json')),
    readFileSync(inRoot('tsconfig.json')),
    ...sources,
  );
  if (stampIs(stamp, wanted)) return false;
  rmSync(inRoot('dist'), { recursive: true, force: true });
  await run(process.execPath, [
    inRoot('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'),
    'build',
  ]);
  writeFileSync(stamp, wanted);
};

/** Sets up what is missing. `neo4j`: whether the embedded server is wanted. */
export const setUp = async ({ neo4j = true, compile = true } = {}) => {
  checkNode();
  say('Setting up');
  await Promise.all([
    step('packages installed', installPackages),
    neo4j ? step('Neo4j provisioned', provisionNeo4j) : undefined,
  ]);
  if (compile) await step('built', build);
};

/** Runs `main` and turns what stops it into words and an exit code. */
export const runScript = (main) => {
  main().catch((error) => {
    say(error instanceof SetupError ? `\n${error.message}` : error.stack);
    process.exitCode = 1;
  });
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  runScript(() => setUp({ neo4j: !process.env.NEO4J_URI }));
