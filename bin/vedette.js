#!/usr/bin/env node
// The command line of a checkout: the built one, or words on how to build it.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const main = join(__dirname, '..', 'dist', 'delivery', 'cli', 'main.js');
if (existsSync(main)) require(main);
else {
  process.stderr.write('Vedette is not built yet: run `node scripts/setup.mjs` once.\n');
  process.exitCode = 1;
}
