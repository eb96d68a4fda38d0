// `npm run mutants [folder]`: see bench/mutants.ts.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/support/typescript-hook.cjs');
require('reflect-metadata');
await require('../bench/mutants.ts').run(process.argv.slice(2));
