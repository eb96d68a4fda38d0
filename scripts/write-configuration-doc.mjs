// Generates docs/configuration.md from the built settings and docs/upstreams.md from the ledger: `npm run
// docs:configuration`.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './setup.mjs';

const require = createRequire(import.meta.url);
const { configurationDoc } = require('../dist/platform/config/configuration-doc.js');
const { VARIABLES } = require('../dist/platform/config/environment.js');

writeFileSync(join(root, 'docs', 'configuration.md'), configurationDoc(VARIABLES));

const { upstreamLedger } = require('../dist/platform/upstream/ledger.provider.js');
const { upstreamsDoc } = require('../dist/platform/upstream/upstreams-doc.js');
writeFileSync(join(root, 'docs', 'upstreams.md'), upstreamsDoc(upstreamLedger().upstreams));
