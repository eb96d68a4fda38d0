// The order of test files: what waits for processes comes first, while the tests without a database fill the
// time; then what takes long, so that no worker is left with it at the end.
const { statSync } = require('node:fs');

const RANKS = [
  /\/test\/operations\//,
  /\/test\/(?:graph\/queries|pages\/|verify\/|faults\/(?:crowd|random-days))/,
  /\/test\/(?:graph|api|pipeline)\//,
];
const rankOf = ({ path }) => {
  const rank = RANKS.findIndex((folder) => folder.test(path));
  return rank === -1 ? RANKS.length : rank;
};

module.exports = class LongestFirst {
  sort(tests) {
    const size = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return [...tests].sort((left, right) => rankOf(left) - rankOf(right) || size.get(right) - size.get(left));
  }
  shard(tests) {
    return tests;
  }
  allFailedTests(tests) {
    return tests;
  }
  cacheResults() {}
};
