// `npm test`: sets up missing parts, runs all tests, and prints one line of counts from the runner's report. The first
// argument selects: `unit`, `integration` (whole commands, no database), `graph`, `demo` (the demo as delivered),
// `captures` (payloads kept outside the project), `changed` (affected by the work since main), `faults` (the full kill
// and tamper tests). `--again` reruns failed files once, alone: tests that then pass depended on timing or load, and
// are listed. Other arguments go to the runner.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { root, runScript, setUp } from './setup.mjs';
import { SetupError } from './setup/console.mjs';

/** Projects within a list run sequentially; the lists run in parallel. */
const ALL = [['unit', 'integration'], ['graph']];

/** Browsers and whole processes (test/browser/, test/operations/, test/faults/) take longer than all else: only by name. */
const GRAPH = ['--testPathPatterns', '/test/(graph|api|pipeline|pages)/'];

const CHOICES = {
  all: { projects: ALL },
  unit: { projects: [['unit']] },
  integration: { projects: [['integration']] },
  graph: { projects: [['graph']] },
  demo: { projects: [['demo']] },
  captures: { projects: [['captures']] },
  changed: { projects: ALL, args: ['--changedSince=main'] },
  faults: {
    projects: ALL,
    args: ['--testPathPatterns', 'test/faults/|verify/tampering|hostile-upstreams'],
    env: { VEDETTE_TEST_KILLS: 'all', TAMPER_ALL: '1' },
  },
};

/** Each has a database if needed; at least two, because Jest kills a hanging worker only then. */
const WORKERS = Math.max(2, Math.min(4, availableParallelism()));

/** MB for young objects, as the workers inherit it: by default they are moved so often that it takes a third of all time. */
const YOUNG = '--max-semi-space-size=64';

/** Maximum files for `--again`: more failures are not random. */
const AGAIN_MAX = 3;

/** Seed of all randomness in this run: see test/support/chance.ts. */
const SEED = process.env.VEDETTE_TEST_SEED ?? String(randomInt(2 ** 31));

/** Of tests that never wait: they fill what those with a database leave, and both cores once these are done. */
const NICE = 5;

const runTests = (report, projects, args, env) =>
  new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        YOUNG,
        join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
        '--selectProjects',
        ...projects,
        `--maxWorkers=${WORKERS}`,
        '--json',
        `--outputFile=${report}`,
        ...args,
      ],
      { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (!projects.includes('graph') && child.pid !== undefined) setPriority(child.pid, NICE);
    child.on('close', (code) => done(code ?? 1));
  });

const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Tests skipped because of a missing tool (marked by test/support/tools.ts), most tests first. */
const leftOut = (reports) => {
  const tests = new Map();
  const files = reports.flatMap(({ testResults }) => testResults);
  for (const { fullName, status } of files.flatMap((file) => file.assertionResults))
    if (status === 'pending')
      for (const [, need] of fullName.matchAll(/\[needs ([^\]]+)\]/g)) tests.set(need, (tests.get(need) ?? 0) + 1);
  return [...tests]
    .sort(([, left], [, right]) => right - left)
    .map(([need, number]) => `${count(number, 'test')} for want of ${need}`);
};

/** Failed spec files with the names of failed tests. */
const failures = (reports) => {
  const files = new Map();
  for (const { name, status, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    if (status === 'failed') files.set(relative(root, name), failed.length === 0 ? ['does not run'] : failed);
  }
  return files;
};

const told = (files) => [...files].flatMap(([file, names]) => names.map((name) => `  ${file}: ${name}\n`)).join('');

/** Whether each of these files passes alone, with the runner's options and without its patterns of paths. */
const passAgain = async (files, { projects, options, folder, env }) => {
  const args = [...options, '--runTestsByPath', ...files.keys()];
  return (await runTests(join(folder, 'again.json'), projects, args, env)) === 0;
};

/** `--testNamePattern NAME` among arguments. */
const namePattern = (args) => {
  const at = args.indexOf('--testNamePattern');
  return at < 0 ? [] : args.slice(at, at + 2);
};

/** Whether there are captures to read; see test/captures/captured.ts. */
const hasCaptures = () =>
  existsSync(resolve(process.env.VEDETTE_CAPTURES ?? join(root, '..', 'shared', 'data'), 'payloads'));

runScript(async () => {
  const [first = '', ...others] = process.argv.slice(2);
  const named = Object.hasOwn(CHOICES, first);
  const { projects, args = [], env = {} } = CHOICES[named ? first : 'all'];
  const again = process.argv.includes('--again');
  const more = (named ? others : process.argv.slice(2)).filter((arg) => arg !== '--again');
  if (first === 'captures' && !hasCaptures()) {
    process.stdout.write('No captures to read here: name their folder in VEDETTE_CAPTURES.\n');
    return;
  }
  await setUp({ neo4j: projects.flat().includes('graph') });
  const folder = join(root, 'node_modules', '.cache', 'vedette-test');
  mkdirSync(folder, { recursive: true });
  const whole = args.length + more.length === 0;
  // While tests of one list wait for a database, those of another run.
  const runs = projects.map((some) => ({ some, file: join(folder, `${some.join('-')}.json`) }));
  for (const { file } of runs) rmSync(file, { force: true });
  const codes = await Promise.all(
    runs.map(({ some, file }) =>
      runTests(file, some, ['--passWithNoTests', ...args, ...more, ...(whole && some.includes('graph') ? GRAPH : [])], {
        ...env,
        VEDETTE_TEST_SEED: SEED,
      }),
    ),
  );
  if (!runs.every(({ file }) => existsSync(file)))
    throw new SetupError('The test runner ended without a report: see above.');
  const reports = runs.map(({ file }) => JSON.parse(readFileSync(file, 'utf8')));
  const sum = (...names) => reports.reduce((all, report) => all + names.reduce((n, name) => n + report[name], 0), 0);
  const lines = leftOut(reports);
  if (lines.length > 0) process.stdout.write(`Left out: ${lines.join('; ')}.\n`);
  let passed = sum('numPassedTests');
  let failed = sum('numFailedTests', 'numRuntimeErrorTestSuites');
  const files = failures(reports);
  if (files.size > 0) process.stdout.write(`Failed:\n${told(files)}`);
  let pass = codes.every((code) => code === 0);
  let note = '';
  if (again && files.size > 0 && files.size <= AGAIN_MAX) {
    process.stdout.write('They run again, alone:\n');
    pass = await passAgain(files, {
      projects: projects.flat(),
      options: namePattern(more),
      folder,
      env: { ...env, VEDETTE_TEST_SEED: SEED },
    });
    if (pass) {
      note = ` (${failed} of those that passed only when run again, alone)`;
      [passed, failed] = [passed + failed, 0];
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed, ${sum('numPendingTests')} skipped${note}\n`);
  // A misspelt path selects nothing; a change may rightly concern no test.
  const none = passed + failed + sum('numPendingTests') === 0 && first !== 'changed';
  if (none) process.stdout.write('No test has such a path.\n');
  process.exitCode = pass && !none && !(whole && passed === 0) ? 0 : 1;
});
