// Neo4j's jars, each checked against neo4j/jars.sha256: from Maven's local repository if present, else by Maven if
// installed, else directly from the repository in Maven's settings. Checked jars are only stripped of their signature.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { SetupError } from './console.mjs';
import { download, sha256Of } from './download.mjs';
import { readMavenSettings } from './maven-settings.mjs';
import { ask, run } from './processes.mjs';
import { dropSignature } from './zip.mjs';

const AT_ONCE = 12;

const OFFLINE = `Without a network: bring the jars that neo4j/jars.sha256 names into Maven's local repository
(~/.m2/repository; "sha256sum -c" checks them there), or name a Neo4j 5.26 server of yours by NEO4J_URI.`;

/** Lines of neo4j/jars.sha256: a jar's path in any Maven repository, and its hash. */
export const readJarLock = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [sha256, path] = line.split(/\s+/);
      return { sha256, path, name: basename(path) };
    });

/** Runs `work` on all elements of `list`, several at once; the first failure stops all. */
const some = async (list, work) => {
  const left = [...list];
  let failed = false;
  const worker = async () => {
    for (let next = left.shift(); next !== undefined && !failed; next = left.shift())
      await work(next).catch((error) => {
        failed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

const isThere = (jar, folder) => {
  const file = join(folder, jar.name);
  return existsSync(file) && sha256Of(file) === jar.sha256;
};

const takeLocal = (jars, repository, folder) => {
  for (const jar of jars) {
    const file = join(repository, ...jar.path.split('/'));
    if (existsSync(file) && sha256Of(file) === jar.sha256)
      copyFileSync(file, join(folder, jar.name), constants.COPYFILE_FICLONE);
  }
};

const byMaven = async (pom, folder) => {
  await run('mvn', [
    ...['-q', '-B', '-f', pom, 'dependency:copy-dependencies'],
    ...['-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
  ]);
  return 'by Maven';
};

/** The public repository's address, taken from a package that uses it: see docs/decisions/0005. */
const publicRepository = async () => {
  const { noDeprecation } = process;
  // Its HTTP client uses a module that Node deprecates, which we cannot change.
  process.noDeprecation = true;
  try {
    const { default: module } = await import('mvn-artifact-url');
    const path = { groupId: 'g', artifactId: 'a', version: '1', extension: 'jar' };
    return (await (module.default ?? module)(path)).replace(/g\/a\/1\/.*$/, '');
  } finally {
    process.noDeprecation = noDeprecation;
  }
};

const byHttp = async (jars, { url, headers }, folder, report) => {
  const base = url.endsWith('/') ? url : `${url}/`;
  let done = 0;
  await some(jars, async (jar) => {
    await download(`${base}${jar.path}`, join(folder, jar.name), { sha256: jar.sha256, headers });
    done += 1;
    report(`${done} of ${jars.length} jars from ${new URL(base).host}`);
  });
  return `${jars.length} jars from ${new URL(base).host}`;
};

/**
 * Ensures that `lib` has the jars of `lock`. Downloads of an interrupted run are kept and reused.
 * @param packages resolves when the packages of this project are installed
 * @returns text on their origin, or false if there was nothing to do
 * @throws SetupError with the jar, and what to do without a network
 */
export const provideJars = async ({ lock, pom, lib }, packages, report) => {
  const stamp = join(lib, '.stamp');
  const wanted = sha256Of(lock);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const partial = `${lib}.part`;
  mkdirSync(partial, { recursive: true });
  const jars = readJarLock(lock);
  const missing = () => jars.filter((jar) => !isThere(jar, partial));
  try {
    const { localRepository, mirror } = readMavenSettings();
    takeLocal(missing(), localRepository, partial);
    const absent = missing();
    const named = process.env.MAVEN_REPOSITORY_URL;
    let from = 'from the local Maven repository';
    if (absent.length > 0) {
      report(`${absent.length} of ${jars.length} jars to fetch`);
      if (!named && ask('mvn', ['-v']) !== null) from = await byMaven(pom, partial);
      else {
        const repository = named ? { url: named, headers: {} } : mirror;
        if (repository === null) {
          report('waiting for the packages, one of which knows the public repository');
          await packages;
        }
        from = await byHttp(absent, repository ?? { url: await publicRepository(), headers: {} }, partial, report);
      }
    }
    const wrong = missing();
    if (wrong.length > 0)
      throw new SetupError(`${wrong[0].path} does not match neo4j/jars.sha256 (${wrong.length} such jars)`);
    for (const { name } of jars) dropSignature(join(partial, name));
    writeFileSync(join(partial, '.stamp'), wanted);
    rmSync(lib, { recursive: true, force: true });
    renameSync(partial, lib);
    return from;
  } catch (error) {
    throw error instanceof SetupError ? new SetupError(`${error.message}\n${OFFLINE}`) : error;
  }
};
