// Jest runs tests in a context of its own, which lacks the dispatcher that Node keeps for `fetch` under a
// well-known symbol on the real global. One SDK looks it up there: give the context the real one.
const { runInThisContext } = require('node:vm');

const dispatcher = Symbol.for('undici.globalDispatcher.1');
// The first use of `fetch`'s classes creates it.
runInThisContext('new Headers()');
globalThis[dispatcher] ??= runInThisContext("globalThis[Symbol.for('undici.globalDispatcher.1')]");
