// Lets plain Node run the TypeScript sources (worker threads and child processes of tests, benchmarks),
// compiled in memory by the same compiler and settings as in Jest: `node --require <this> src/….ts`.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '..', '..');
const options = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...options,
    swcrc: false,
    filename,
  });
  module._compile(code, filename);
};
// `import('./x.js')` of a source file means ./x.ts; eld offers its sizes to `import` only (see jest.config.js).
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const size = /^eld\/(\w+)$/.exec(request);
  if (size) return join(root, 'node_modules', 'eld', 'src', 'entries', `static.${size[1]}.js`);
  try {
    return resolve.call(this, request, parent, ...rest);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolve.call(this, request.replace(/\.js$/, '.ts'), parent, ...rest);
  }
};
