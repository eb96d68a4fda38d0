const { randomInt } = require('node:crypto');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Five projects: `unit` needs nothing; `integration` runs whole commands and servers without a database; `graph` runs on a real Neo4j for each worker, started by its global
 * set-up, file after file (every file empties the database first); `demo` plays the demo as it is delivered; `captures` reads payloads that are no part of the project (see test/captures/captured.ts).
 */
// One seed for all chance of a run: see test/support/chance.ts.
process.env.VEDETTE_TEST_SEED ??= String(randomInt(2 ** 31));

/** Names of packages that are ES modules, at any depth: Jest reads them only once they are compiled. */
const moduleNames = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder).flatMap((name) => {
        if (name.startsWith('.')) return [];
        const path = join(folder, name);
        if (name.startsWith('@')) return moduleNames(path).map((inner) => `${name}/${inner}`);
        const { type } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
        return [...(type === 'module' ? [name] : []), ...moduleNames(join(path, 'node_modules'))];
      });
const transformed = [...new Set(moduleNames(join(__dirname, 'node_modules')))];

const compiler = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));
const shared = {
  rootDir: __dirname,
  // Jest walks through these at each start, and not through packages and jars.
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/bench'],
  runtime: join(__dirname, 'test', 'support', 'kept-modules-runtime.cjs'),
  testEnvironment: '<rootDir>/test/support/plain-context-environment.cjs',
  transform: {
    '^.+\\.(ts|js|mjs)$': ['@swc/jest', { ...compiler, sourceMaps: 'inline', swcrc: false }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${transformed.join('|')})/)`, '<rootDir>/dist/'],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/test/support/seeded-fast-check.cjs',
  },
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/undici-dispatcher.cjs'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
};

module.exports = {
  // Every worker of `graph` has a database: scripts/test.mjs asks for as many as there are cores.
  maxWorkers: 1,
  watchman: false,
  reporters: ['<rootDir>/test/support/progress-reporter.cjs', 'summary'],
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      globalSetup: '<rootDir>/test/support/run-folder.ts',
      testMatch: ['<rootDir>/{src,bench}/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      globalSetup: '<rootDir>/test/support/run-folder.ts',
      testMatch: ['<rootDir>/test/{contract,house,setup,sources,verify}/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'demo',
      globalSetup: '<rootDir>/test/support/run-folder.ts',
      testMatch: ['<rootDir>/test/demo/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'captures',
      globalSetup: '<rootDir>/test/support/run-folder.ts',
      testMatch: ['<rootDir>/test/captures/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'graph',
      testMatch: ['<rootDir>/test/{graph,api,pipeline,pages,browser,operations,faults}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/neo4j-global-setup.ts',
      globalTeardown: '<rootDir>/test/support/neo4j-global-teardown.ts',
    },
  ],
};
