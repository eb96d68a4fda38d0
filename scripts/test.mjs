// `npm test`: sets up what is missing, runs every test, and closes with one line of counts taken from
// the runner's own reports. The first argument may name one project of jest.config.js: `unit` (without a
// database), `graph`, or `captures` (payloads kept outside the project); the rest goes to the runner.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, runScript, setUp } from './setup.mjs';

const PROJECTS = ['unit', 'graph', 'captures'];

const runProject = (project, report, args) =>
  new Promise((resolve) => {
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const child = spawn(
      process.execPath,
      [
        '--max-old-space-size=4096',
        jest,
        `--selectProjects=${project}`,
        // One database, one file at a time; pure tests take the core that is left.
        project === 'graph' ? '--runInBand' : '--maxWorkers=1',
        '--json',
        `--outputFile=${report}`,
        '--passWithNoTests',
        '--forceExit',
        ...args,
      ],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    child.on('close', (code) => resolve(code ?? 1));
  });

const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** What was left out for want of a tool (test/support/tools.ts marks it), most tests first. */
const leftOut = (reports) => {
  const tests = new Map();
  for (const { testResults } of reports)
    for (const { fullName, status } of testResults.flatMap((file) => file.assertionResults))
      if (status === 'pending')
        for (const [, need] of fullName.matchAll(/\[needs ([^\]]+)\]/g))
          tests.set(need, (tests.get(need) ?? 0) + 1);
  return [...tests]
    .sort(([, left], [, right]) => right - left)
    .map(([need, number]) => `${count(number, 'test')} for want of ${need}`);
};

/** Whether there is anything for the captures to read; see test/captures/captured.ts. */
const hasCaptures = () =>
  existsSync(
    resolve(process.env.VEDETTE_CAPTURES ?? join(root, '..', 'shared', 'data'), 'payloads'),
  );

runScript(async () => {
  const [first, ...others] = process.argv.slice(2);
  const named = PROJECTS.includes(first);
  const projects = named ? [first] : ['unit', 'graph'];
  if (first === 'captures' && !hasCaptures()) {
    process.stdout.write('No captures to read here: name their folder in VEDETTE_CAPTURES.\n');
    return;
  }
  await setUp({ neo4j: projects.includes('graph') });
  const folder = join(root, 'node_modules', '.cache', 'vedette-test');
  mkdirSync(folder, { recursive: true });
  const files = projects.map((project) => join(folder, `${project}.json`));
  const codes = await Promise.all(
    projects.map((project, index) =>
      runProject(project, files[index], named ? others : process.argv.slice(2)),
    ),
  );
  const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const total = (name) => reports.reduce((sum, report) => sum + report[name], 0);
  const passed = total('numPassedTests');
  const failed = total('numFailedTests') + total('numRuntimeErrorTestSuites');
  const lines = leftOut(reports);
  if (lines.length > 0) process.stdout.write(`Left out: ${lines.join('; ')}.\n`);
  process.stdout.write(`${passed} passed, ${failed} failed, ${total('numPendingTests')} skipped\n`);
  process.exitCode = codes.some((code) => code !== 0) || passed === 0 ? 1 : 0;
});
