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

const CHILD_MESSAGE_END = 2;
/** Half of the time after which Jest kills a worker without saying why. */
const END_MS = 250;

/** At once: V8 would first tidy its heap and wait for its threads, for longer than Jest waits. */
const endWorker = () => process.kill(process.pid, 'SIGKILL');

if (process.send !== undefined) {
  process.on('exit', endWorker);
  process.on('message', function untilEnd(message) {
    if (!Array.isArray(message) || message[0] !== CHILD_MESSAGE_END) return;
    // A listener would keep the worker alive.
    process.removeListener('message', untilEnd);
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      process.stderr.write(`Tests left open (the last file was ${[...files].at(-1)}): ${open}\n`);
      endWorker();
    }, END_MS).unref();
  });
}

module.exports = KeptModulesRuntime;
