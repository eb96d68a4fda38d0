const { default: Runtime } = require('jest-runtime');

let kept = null;
const files = new Set();

/**
 * Jest's module loader, of which a worker has one for all its files: each module (the application, its packages, the
 * seed, the resolver) is loaded once, not for every file. A file named `*.alone.spec.ts` has a loader of its own: it
 * needs what is set once in the life of a process.
 */
class KeptModulesRuntime extends Runtime {
  constructor(...given) {
    const file = given[6];
    // A file that runs again has changed, as others may have: `--watch`.
    if (files.has(file)) {
      kept = null;
      files.clear();
    }
    files.add(file);
    const isAlone = file.endsWith('.alone.spec.ts');
    if (kept !== null && !isAlone) return kept;
    super(...given);
    if (!isAlone) kept = this;
  }

  teardown() {
    if (this !== kept) {
      super.teardown();
      return;
    }
    this.restoreAllMocks();
    // Jest's own state of the file.
    const internal = this.registries.getInternalCjsRegistry();
    for (const path of internal.keys()) if (path.includes('jest-circus')) internal.delete(path);
    // As before a file: modules may be loaded.
    this.enterTestCode();
  }
}

// A worker that has nothing left to do ends at once: V8 would first tidy its heap, for longer than Jest waits.
if (process.send !== undefined) process.on('exit', () => process.exit());

const CHILD_MESSAGE_END = 2;
/** Less than the 500 ms after which Jest kills a worker without saying why. */
const END_MS = 250;

process.on('message', (message) => {
  if (!Array.isArray(message) || message[0] !== CHILD_MESSAGE_END) return;
  setTimeout(() => {
    process.stderr.write(`Tests left open: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit();
  }, END_MS).unref();
});

module.exports = KeptModulesRuntime;
