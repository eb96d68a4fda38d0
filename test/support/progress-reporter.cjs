// One line for every spec file as it ends, those that run together (see together.ts) included; what failed in
// full; after a failure, how the same chances are had again.
const { relative } = require('node:path');

const began = Date.now();
const say = (text) => process.stderr.write(`${text}\n`);

const clock = () => {
  const seconds = Math.floor((Date.now() - began) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const FILE = /^test\/\S+\.spec\.ts$/;

module.exports = class ProgressReporter {
  /** What a file of test/together is at, by its path. */
  #parts = new Map();

  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestCaseResult({ path }, { ancestorTitles: [file = ''], status, duration }) {
    if (!FILE.test(file)) return;
    if (this.#parts.get(path)?.file !== file) {
      this.#tell(path);
      this.#parts.set(path, { file, tests: 0, failed: 0, since: Date.now() - (duration ?? 0) });
    }
    const part = this.#parts.get(path);
    part.tests += 1;
    if (status === 'failed') part.failed += 1;
  }

  onTestResult({ path }, { testResults, failureMessage, perfStats, testExecError }) {
    if (this.#parts.has(path)) this.#tell(path);
    else {
      const failed = testResults.filter(({ status }) => status === 'failed').length;
      this.#line({
        file: relative(this.rootDir, path),
        tests: testResults.length,
        failed: failed + (testExecError === undefined ? 0 : 1),
        ms: perfStats.runtime,
      });
    }
    if (failureMessage) say(failureMessage);
  }

  onRunComplete(_, { numFailedTests, numRuntimeErrorTestSuites }) {
    if (numFailedTests + numRuntimeErrorTestSuites > 0)
      say(`With the same chances again: VEDETTE_TEST_SEED=${process.env.VEDETTE_TEST_SEED}`);
  }

  #tell(path) {
    const part = this.#parts.get(path);
    if (part !== undefined) this.#line({ ...part, ms: Date.now() - part.since });
    this.#parts.delete(path);
  }

  #line({ file, tests, failed, ms }) {
    const outcome = failed === 0 ? '✓' : `✗ ${failed} of`;
    say(`${clock().padStart(6)} ${outcome} ${tests} ${file} (${(ms / 1000).toFixed(1)} s)`);
  }
};
