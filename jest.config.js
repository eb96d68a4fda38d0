/**
 * Three projects: `unit` needs nothing and runs in parallel; `graph` runs on one real Neo4j, started
 * once per run by its global set-up, file after file (every file empties the database first);
 * `captures` reads payloads that are no part of the project (see test/captures/captured.ts).
 */
const transformed = [
  'eld',
  'request-filtering-agent',
  'hyparquet',
  'hyparquet-writer',
  'badge-maker',
  'content-disposition',
  'd3-[a-z-]+',
  'internmap',
];
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest'] },
  transformIgnorePatterns: [`/node_modules/(?!(${transformed.join('|')})/)`, '<rootDir>/dist/'],
  moduleNameMapper: {
    '^eld/(extrasmall|small|medium|large)$': '<rootDir>/node_modules/eld/src/entries/static.$1.js',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.vedette/'],
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/undici-dispatcher.cjs'],
};
const needsGraph = ['<rootDir>/test/{graph,api,pipeline,pages,operations}/**/*.spec.ts'];

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      globalSetup: '<rootDir>/test/support/run-folder.ts',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/(graph|api|pipeline|pages|operations|captures)/',
      ],
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
      testMatch: needsGraph,
      setupFilesAfterEnv: ['<rootDir>/test/support/graph-timeout.ts'],
      globalSetup: '<rootDir>/test/support/neo4j-global-setup.ts',
      globalTeardown: '<rootDir>/test/support/neo4j-global-teardown.ts',
    },
  ],
};
