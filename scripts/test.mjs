// `npm test`: sets up what is missing, runs every test, and closes with one line of counts taken from
// the runner's own reports. Arguments are passed on to the runner.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runScript, setUp } from './setup.mjs';

const PROJECTS = ['unit', 'graph'];

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

runScript(async () => {
  await setUp();
  const folder = join(root, 'node_modules', '.cache', 'vedette-test');
  mkdirSync(folder, { recursive: true });
  const reports = PROJECTS.map((project) => join(folder, `${project}.json`));
  const codes = await Promise.all(
    PROJECTS.map((project, index) => runProject(project, reports[index], process.argv.slice(2))),
  );
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } =
      JSON.parse(readFileSync(report, 'utf8'));
    totals.passed += numPassedTests;
    totals.failed += numFailedTests + numRuntimeErrorTestSuites;
    totals.skipped += numPendingTests;
  }
  process.stdout.write(
    `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`,
  );
  process.exitCode = codes.some((code) => code !== 0) || totals.passed === 0 ? 1 : 0;
});
