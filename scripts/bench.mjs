// `npm run bench NAME [PART] [-- --option value]`: runs a part of bench/NAME.bench.ts from source. TypeScript is
// transformed on the fly, so no build is needed and stack traces refer to the sources.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
require('../test/support/typescript-hook.cjs');

const folder = join(root, 'bench');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''));
const [name = '', ...rest] = process.argv.slice(2);
const file = join(folder, `${name}.bench.ts`);

if (!existsSync(file)) {
  process.stderr.write(`Which one? npm run bench ${names.join(' | ')}\n`);
  process.exitCode = 1;
} else {
  require('reflect-metadata');
  await require('../bench/support/bench.ts').play(name, require(file).parts, rest);
}
