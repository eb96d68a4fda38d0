// `npm run faults -- [--count 50] [--seed 1]`, or `--instances 2 --minutes 15`: runs test/faults/fault-run.ts from
// source.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/support/typescript-hook.cjs');
require('reflect-metadata');
await require('../test/faults/fault-run.ts').run(process.argv.slice(2));
