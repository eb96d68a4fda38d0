// fast-check, drawing from the seed of the run (see chance.ts): jest.config.js puts it in the package's place.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fastCheck.configureGlobal({ seed: Number(process.env.VEDETTE_TEST_SEED) });
module.exports = fastCheck;
