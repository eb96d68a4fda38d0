// Lets plain Node run the TypeScript sources (worker threads and child processes of tests, benchmarks),
// compiled in memory by the same compiler and settings as in Jest: `node --require <this> src/….ts`.
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const settings = readFileSync(join(root, '.swcrc'), 'utf8');
const cache = join(root, 'node_modules', '.cache', 'vedette-ts');
mkdirSync(cache, { recursive: true });

const compile = (source, filename) => {
  const { transformSync } = require('@swc/core');
  return transformSync(source, { ...JSON.parse(settings), sourceMaps: 'inline', swcrc: false, filename }).code;
};

/** Compiled once for each text of a file: some forty processes of a run load the whole application. */
Module._extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update(`${settings}\0${filename}\0${source}`).digest('hex');
  const kept = join(cache, `${key.slice(0, 32)}.js`);
  let code;
  try {
    code = readFileSync(kept, 'utf8');
  } catch {
    code = compile(source, filename);
    // Renamed into place: processes and threads beside this one see all of it or none.
    const partial = `${kept}.${randomUUID()}`;
    writeFileSync(partial, code);
    renameSync(partial, kept);
  }
  module._compile(code, filename);
};
