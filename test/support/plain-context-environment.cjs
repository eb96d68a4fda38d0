const { constants, createContext } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

let kept = null;

/**
 * Jest's environment for Node, in a context whose global object is an ordinary one. Jest's own is a proxy that
 * Node asks at every use of a global (`Math`, `Buffer`, `Map`): work that computes takes five times as long
 * under it. A worker has one for all its files, as it has one of each module (see kept-modules-runtime.cjs). Fake
 * timers are not set up: no test has need of them.
 */
class PlainContextEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (kept !== null) return kept;
    super(config, context);
    const prepared = this.global;
    const plain = createContext(constants.DONT_CONTEXTIFY);
    for (const name of Reflect.ownKeys(prepared)) {
      const { get, ...property } = Object.getOwnPropertyDescriptor(prepared, name);
      const shared = ['Buffer', 'ArrayBuffer', 'Uint8Array'].includes(name);
      if (Object.hasOwn(plain, name) && !shared) continue;
      // Globals of Node that are made when they are first looked at.
      if (get !== undefined)
        Object.defineProperty(plain, name, {
          ...property,
          get: () => prepared[name],
          set: (value) => Object.defineProperty(plain, name, { value, writable: true, configurable: true }),
        });
      else Object.defineProperty(plain, name, property);
    }
    plain.global = plain;
    this.global = plain;
    this.context = plain;
    kept = this;
  }

  async setup() {
    // Those of the file before.
    delete this.global[Symbol.for('EVENT_HANDLERS')];
  }

  async teardown() {
    // Jest wraps it for every file.
    this.global.process.exit = process.exit;
  }
}

module.exports = PlainContextEnvironment;
