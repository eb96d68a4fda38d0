// One line for every spec file as it ends; what failed in full; after a failure, how the same chances are had again.
const { relative } = require('node:path');

const began = Date.now();
const say = (text) => process.stderr.write(`${text}\n`);

const clock = () => {
  const seconds = Math.floor((Date.now() - began) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

module.exports = class ProgressReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onTestResult({ path }, { testResults, failureMessage, perfStats, testExecError }) {
    const failed =
      testResults.filter(({ status }) => status === 'failed').length + (testExecError === undefined ? 0 : 1);
    const outcome = failed === 0 ? '✓' : `✗ ${failed} of`;
    const took = `${(perfStats.runtime / 1000).toFixed(1)} s`;
    say(`${clock().padStart(6)} ${outcome} ${testResults.length} ${relative(this.rootDir, path)} (${took})`);
    if (failureMessage) say(failureMessage);
  }

  onRunComplete(_, { numFailedTests, numRuntimeErrorTestSuites }) {
    if (numFailedTests + numRuntimeErrorTestSuites > 0)
      say(`With the same chances again: VEDETTE_TEST_SEED=${process.env.VEDETTE_TEST_SEED}`);
  }
};
